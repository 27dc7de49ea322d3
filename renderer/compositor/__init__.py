"""Frames as planar 4:2:0: planes, sprites, blending, frame(n). Knows no files, fonts or painters."""
