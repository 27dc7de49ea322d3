"""Burned-in captions: contrast here; style files, layout, drawing, sidecars and showcase in subfolders.

Paging is in `core`.
"""
