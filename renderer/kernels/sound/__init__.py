"""Compiled kernels for sound, with fallbacks that give the same samples; knows no video, music or files."""
