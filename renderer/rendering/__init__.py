"""Storyboard and captions into frames, whole or in segments, and caption sync measured on them.

Stages call it.
"""
