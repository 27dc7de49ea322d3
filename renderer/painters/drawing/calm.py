"""Where captions are, so that pictures stay calm and plain there."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import PaintRequest

_ABOVE_CAPTIONS: Final = 0.34
_BELOW_CAPTIONS: Final = 0.48


def caption_row(request: PaintRequest) -> float:
    """The centre of the captions as a fraction of the height: that of their box, if known.

    Otherwise it is inferred from the position of the subject.
    """
    _, top, _, bottom = request.captions
    if bottom:
        return (top + bottom) / 2
    if request.focus[1] < _ABOVE_CAPTIONS:
        return 0.5
    return 0.68 if request.focus[1] < _BELOW_CAPTIONS else 0.2


def under_captions(request: PaintRequest, y: float, *, reach: float = 0.08) -> bool:
    """Whether row `y` (pixels) lies within `reach` (fraction of the height) of the captions' centre."""
    return abs(y / request.height - caption_row(request)) < reach


def on_captions(request: PaintRequest, top: float, tall: float) -> bool:
    """Whether something `tall` pixels high, starting at row `top`, overlaps the rows of captions."""
    return top < request.captions[3] * request.height and request.captions[1] * request.height < top + tall
