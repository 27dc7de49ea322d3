"""Translators: lines in one language to lines in another."""
