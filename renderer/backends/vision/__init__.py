"""Detectors: find faces and burned-in text in a picture."""
