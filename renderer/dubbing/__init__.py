"""Places spoken lines in the windows of a video: how long each may last, and where it goes if it is late.

Only computes numbers: nothing here speaks, stretches or mixes.
"""
