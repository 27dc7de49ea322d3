"""Script writers."""
