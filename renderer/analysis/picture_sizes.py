"""How large the pictures are that the analysis looks at."""

from __future__ import annotations

from typing import Final

LONGER_SIDE: Final = 640
"""Pixels of the pictures that are looked at."""


def shown_size_within(width: int, height: int, *, side: int = LONGER_SIDE) -> tuple[int, int]:
    """Even width and height of a whole picture with `side` pixels on its longer side, or fewer."""
    scale = min(1.0, side / max(width, height))
    return max(2, round(width * scale / 2) * 2), max(2, round(height * scale / 2) * 2)
