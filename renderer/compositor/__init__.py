"""Frames as planar 4:2:0: planes, sprites, blending, frame(n). Knows nothing of files, fonts or painters."""
