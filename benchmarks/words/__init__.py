"""Labelled sets of words, and how far ours agree with them."""
