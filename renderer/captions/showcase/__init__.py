"""Galleries and the handbook of caption styles; nothing that a video needs."""
