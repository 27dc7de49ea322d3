"""Galleries and the handbook of caption styles; rendering a video needs none of it."""
