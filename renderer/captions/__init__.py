"""Burned-in captions: contrast here; style files, layout, drawing, sidecars and showcase in folders.

Paging is in `core`.
"""
