"""Turns storyboard and captions into frames, whole or in segments, and measures caption sync on them.

Called by stages.
"""
