"""Reframing geometry: frame sizes, crops of a video for a frame of another shape, and crop paths over time.

Only computes numbers: `renderer.visuals` moves the pixels, and other packages find the subjects to follow.
"""
