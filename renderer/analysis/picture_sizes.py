"""The size of the pictures that are analysed."""

from __future__ import annotations

from typing import Final

LONGER_SIDE: Final = 640
"""Longer side of the analysed pictures, in pixels."""


def shown_size_within(width: int, height: int, *, side: int = LONGER_SIDE) -> tuple[int, int]:
    """Even width and height of a picture shrunk to at most `side` pixels on its longer side."""
    scale = min(1.0, side / max(width, height))
    return max(2, round(width * scale / 2) * 2), max(2, round(height * scale / 2) * 2)
