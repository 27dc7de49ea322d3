"""Fonts, shaping, bidirectional text, hyphenation and glyph rasters; no layout of captions."""
