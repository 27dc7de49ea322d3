"""A script out of passages: pure functions from what is known to what is said, nothing added."""
