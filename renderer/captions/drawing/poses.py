"""Poses: how a page and its active word stand at a moment, as numbers."""

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

    `growth` in [0, ~1.1] is the way from its base size to its active one; `blend` the opacity of the active
    look above the base look; `dx`, `dy`, `echo` in style pixels; `shine` in [0, 1) is where the light bar
    stands, 1 when it has passed.
    """

    growth: float = 1.0
    blend: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    echo: float = 0.0
    shine: float = 1.0


class Poses(Struct, frozen=True, kw_only=True):
    """How everything of a page stands at a moment; `breath` is the opacity of its ground."""

    page: PagePose
    word: WordPose
    breath: float
