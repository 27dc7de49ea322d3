"""Where captions stand, so that pictures keep still and plain there."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import PaintRequest

_ABOVE_CAPTIONS: Final = 0.34
_BELOW_CAPTIONS: Final = 0.48


def caption_row(request: PaintRequest) -> float:
    """The middle of the caption lines as a fraction of the height: of their box, where it is known.

    Else told by where the subject was put.
    """
    _, top, _, bottom = request.captions
    if bottom:
        return (top + bottom) / 2
    if request.focus[1] < _ABOVE_CAPTIONS:
        return 0.5
    return 0.68 if request.focus[1] < _BELOW_CAPTIONS else 0.2


def under_captions(request: PaintRequest, y: float, *, reach: float = 0.08) -> bool:
    """Whether row `y` (pixels) lies within `reach` (fraction of the height) of the captions' middle."""
    return abs(y / request.height - caption_row(request)) < reach


def on_captions(request: PaintRequest, top: float, tall: float) -> bool:
    """Whether what is so tall, from row `top` on, stands in the rows of captions."""
    return top < request.captions[3] * request.height and request.captions[1] * request.height < top + tall
