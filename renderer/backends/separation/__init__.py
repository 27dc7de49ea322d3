"""Separators: remove the voices from a recording."""
