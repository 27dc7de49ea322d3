"""The Long-form resource: a source script is ordered, watched, cancelled, and its film's files are read."""
