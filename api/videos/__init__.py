"""Videos: creating short ones; listing, retrieving and downloading those of every workflow."""
