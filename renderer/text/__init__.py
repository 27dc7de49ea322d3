"""Fonts, shaping and segmentation for ten languages."""
