"""Separators: what is left of a sound without the voices in it."""
