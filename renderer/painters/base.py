"""The port for scene painters.

To add a painter: 1. a module in its pack's folder with `paint(request: PaintRequest) -> LayeredPicture`;
2. a row in that folder's `pack.py` with its needs; 3. its weight in assets/style_packs/*.toml, for every pack
that shows it; 4. its similarity to the others: `python -m tools.build_similarity`. The shared tests in
tests/unit/painters run over every row.

A painter is a pure function of its request: same request, same pixels. Randomness comes from `request.rng()`
only. It may use numpy, cv2, `drawing.canvas`, `artwork.draw_artwork` and `drawing.lettering.lettering`; it
opens no files itself. Set-up must stay below 250 ms of one core.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import NO_REGION, PictureFacts, Region
from renderer.painters.layered_picture import LayeredPicture

Rgb = tuple[int, int, int]
"""sRGB, each in [0, 255]."""


_SHELF: Final = (0.60, 0.86)
_HIGHEST: Final = 0.035
_LOWEST: Final = 0.965
_LEAST_SHELF: Final = 0.19
_APART: Final = 0.02
"""Fractions of the height: the shelf without captions, the highest start of the stage, the lowest end of
the shelf, the least height of a shelf, and the distance from captions."""

_SUBJECT: Final = 0.4
"""Fraction of the height that a subject takes where it has room."""


class Palette(Struct, frozen=True, kw_only=True):
    """Colours by role, so that one painter suits every pack.

    `background` fills far areas, `ground` near ones. `primary` and `secondary` colour shapes, `accent` the
    one thing to look at. `ink` is for drawing and writing on `background` and `ground` (always well
    readable). `paper` is a light surface for cards, with `paper_ink` to write on it. `glow` is the colour of
    light.
    """

    name: str
    background: Rgb
    ground: Rgb
    primary: Rgb
    secondary: Rgb
    accent: Rgb
    ink: Rgb
    paper: Rgb
    paper_ink: Rgb
    glow: Rgb


class Need(StrEnum):
    """What a request must contain for a painter; otherwise the director does not offer that painter."""

    ARTWORK = "artwork"
    """At least one name in `request.artwork`."""
    NUMBER = "number"
    """`facts.number`."""
    YEARS = "years"
    """One or more `facts.years`, without an exact day."""
    COMPARISON = "comparison"
    """Two or more entries in `facts.series`."""
    MONEY = "money"
    """NUMBER, with a currency as its unit."""
    DATE = "date"
    """`facts.date`."""
    COUNT = "count"
    """`facts.count`, or a percentage as `facts.number`."""
    PLACE = "place"
    """One or more `facts.places`."""
    SIZES = "sizes"
    """Two or more entries in `facts.sizes`, with `facts.spread` saying how to draw them."""
    CHANGE = "change"
    """The two states of `facts.change`."""
    KIN = "kin"
    """One or more entries in `facts.kin`."""
    TREND = "trend"
    """`facts.trend`."""


class PaintRequest(Struct, frozen=True, kw_only=True):
    """Everything that determines a scene's pixels.

    `width`, `height`: raster to paint, even, larger than the frame. `duration`: seconds on screen.
    `seed` in [0, 2**32). `words`: content words of the phrase, as displayed, at most a few.
    `artwork`: names for `draw_artwork`, best first, possibly none. `subject`: the word that names the
    subject, or "". `facts`: see `Need`.
    `focus`: where the subject should be, as fractions of width and height. `captions`: the caption box, as
    fractions; the picture must have no text and no hard edge in it.
    """

    width: int
    height: int
    duration: float
    seed: int
    palette: Palette
    language: Language = Language.EN
    words: tuple[str, ...] = ()
    artwork: tuple[str, ...] = ()
    subject: str = ""
    facts: PictureFacts = field(default_factory=PictureFacts)
    focus: tuple[float, float] = (0.5, 0.3)
    captions: Region = NO_REGION

    @property
    def unit(self) -> float:
        """The unit for details, in pixels: lengths given in it look alike at any size.

        It is one thousandth of the width in upright pictures, and less in wide ones, where the subject is
        smaller.
        """
        return min(self.width, 0.75 * self.height) / 1000

    @property
    def shelf(self) -> tuple[float, float]:
        """Top and bottom of the band for items that accompany the subject, as fractions of the height.

        The band is below the caption box where there is room, else just above it.
        """
        _, top, _, bottom = self.captions
        if bottom <= _SHELF[0]:
            return _SHELF
        if bottom + _LEAST_SHELF <= _SHELF[1]:
            return bottom + _APART, _SHELF[1]
        if bottom + _LEAST_SHELF <= _LOWEST:
            return bottom + _APART, _LOWEST
        return top - _APART - _LEAST_SHELF, top - _APART

    @property
    def stage(self) -> tuple[float, float]:
        """Top and bottom of the subject's band, as fractions of the height: clear of captions and shelf."""
        _, top, _, bottom = self.captions
        if not bottom:
            return 0.0, 1.0
        if self.focus[1] > (top + bottom) / 2:
            return bottom + _APART, 1.0
        return _HIGHEST, min(top, self.shelf[0]) - _APART

    def shelved(self, height: float) -> float:
        """Map a height between 0.60 and 0.86, the shelf without captions, to the shelf of this request."""
        top, bottom = self.shelf
        return top + (height - _SHELF[0]) / (_SHELF[1] - _SHELF[0]) * (bottom - top)

    def rng(self) -> np.random.Generator:
        """A fresh generator; the same seed gives the same sequence."""
        return np.random.Generator(np.random.PCG64(self.seed))


def clear_of_captions(request: PaintRequest) -> PaintRequest:
    """The request with its focus moved to where the subject has room between captions and edge."""
    top, bottom = request.stage
    half = min(_SUBJECT, bottom - top) / 2
    height = min(max(request.focus[1], top + half), bottom - half)
    return replace(request, focus=(request.focus[0], height))


class Painter(Struct, frozen=True, kw_only=True):
    """A row of the registry.

    All of `needs` must be met. `moving`: the picture has layers in motion, so the director gives it a calm
    camera. `subjects`: how many of `request.artwork` it shows; the director passes no more, so that the rest
    stay unused. `deep`: it has large layers nearer or farther than its base, so the camera slides past them
    and does not zoom. `lettered`: it shows `request.words`, from the title, as lettering.
    """

    name: str
    paint: Callable[[PaintRequest], LayeredPicture]
    needs: frozenset[Need] = frozenset()
    moving: bool = False
    deep: bool = False
    subjects: int = 1
    lettered: bool = False
