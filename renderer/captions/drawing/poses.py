"""Poses: numbers that describe how a page and its active word are drawn at a moment."""

from __future__ import annotations

from msgspec import Struct


class PagePose(Struct, frozen=True, kw_only=True):
    """How a whole page is drawn. `rise` and `frost` (blur) in style pixels; `wipe` and `ghost` in [0, 1]."""

    scale: float = 1.0
    rise: float = 0.0
    opacity: float = 1.0
    wipe: float = 1.0
    frost: float = 0.0
    ghost: float = 1.0


class WordPose(Struct, frozen=True, kw_only=True):
    """How the active word is drawn.

    `growth` in [0, ~1.1] is the progress from its base size to its active one; `blend` is the opacity of the
    active look above the base look; `dx`, `dy` and `echo` are in style pixels; `shine` in [0, 1) is the
    position of the light bar, 1 once it has passed.
    """

    growth: float = 1.0
    blend: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    echo: float = 0.0
    shine: float = 1.0


class Poses(Struct, frozen=True, kw_only=True):
    """The poses of a page and its active word at a moment; `breath` is the opacity of the page's ground."""

    page: PagePose
    word: WordPose
    breath: float
