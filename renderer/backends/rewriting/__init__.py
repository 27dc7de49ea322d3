"""Rewriters: reword the lines of a video, in the same order and each within its length limit."""
