"""Segment processes: what they do for the one that leads, and how a fork becomes one."""
