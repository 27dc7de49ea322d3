"""Transcribers: turn speech into timed words."""
