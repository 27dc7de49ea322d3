"""Videos: creating short ones; listing, retrieving and downloading the videos of every workflow."""
