"""Detectors: where in a picture faces and burned-in text are."""
