"""Compiled per-pixel work on 8-bit planes, and the same bytes out of numpy where nothing was compiled."""
