"""Transcribers: speech to timed words."""
