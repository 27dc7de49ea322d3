"""The user's media folder: listed, normalised one file at a time, skipped with a named reason."""
