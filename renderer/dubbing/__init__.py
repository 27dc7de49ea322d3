"""Spoken lines laid into the windows of a video: what each is allowed to last and where it goes instead.

Numbers alone: nothing here speaks, stretches or mixes.
"""
