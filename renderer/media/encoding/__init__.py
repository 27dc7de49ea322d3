"""Frames and sound into one MP4; the choice of encoder and its options."""
