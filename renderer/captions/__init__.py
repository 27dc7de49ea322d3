"""Burned-in captions: contrast here; style files, layout, drawing and showcase in folders.

Paging and subtitle files are in `core`.
"""
