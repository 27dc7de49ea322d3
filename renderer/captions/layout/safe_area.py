"""Where captions may be placed: safe areas per aspect ratio, and the scale of a style's pixels in a frame."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.errors import ClipwrightError


class Frame(Struct, frozen=True, kw_only=True):
    """Size of the picture in pixels."""

    width: int
    height: int


class Rect(Struct, frozen=True):
    """Left, top, right, bottom in frame pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Right minus left."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Bottom minus top."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """Centre point."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, x: float, y: float) -> Rect:
        """The rectangle enlarged by `x` on the left and right and by `y` above and below."""
        return Rect(self.left - x, self.top - y, self.right + x, self.bottom + y)

    def inside(self, other: Rect, slack: float = 0.0) -> bool:
        """Whether this lies within `other`, with a tolerance of `slack`."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def overlaps(self, other: Rect) -> bool:
        """Whether both have area in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


DESIGN_WIDTH: Final = 1080
LANDSCAPE_SIZE: Final = 0.72
"""Letter size relative to the shorter side, in frames at least as wide as high (1 at 9:16)."""

# Fractions of width and height. 9:16 is overlaid by the apps' own controls (docs: platform facts); the other
# shapes are watched in feeds and players, which cover only edges and a progress bar.
SAFE_AREAS: Final[dict[str, dict[str, Rect]]] = {
    "organic": {
        "9:16": Rect(108 / 1080, 270 / 1920, 932 / 1080, 1440 / 1920),
        "4:5": Rect(0.08, 0.09, 0.92, 0.86),
        "1:1": Rect(0.07, 0.08, 0.93, 0.88),
        "16:9": Rect(0.07, 0.08, 0.93, 0.89),
    },
    "ads-strict": {
        "9:16": Rect(108 / 1080, 270 / 1920, 932 / 1080, 1248 / 1920),
        "4:5": Rect(0.1, 0.12, 0.9, 0.78),
        "1:1": Rect(0.1, 0.1, 0.9, 0.8),
        "16:9": Rect(0.1, 0.1, 0.9, 0.8),
    },
}
_RATIOS: Final = {"9:16": 9 / 16, "4:5": 4 / 5, "1:1": 1.0, "16:9": 16 / 9}


def safe_rect(frame: Frame, safe_area: str) -> Rect:
    """The safe area in pixels, of the nearest known aspect ratio.

    Raises:
        ClipwrightError: `unknown_choice` for a safe area that does not exist.
    """
    areas = SAFE_AREAS.get(safe_area)
    if areas is None:
        raise ClipwrightError(
            "unknown_choice", field="safe_area", value=safe_area, choices=", ".join(SAFE_AREAS)
        )
    ratio = frame.width / frame.height
    nearest = min(_RATIOS, key=lambda name: abs(_RATIOS[name] / ratio - ratio / _RATIOS[name]))
    part = areas[nearest]
    return Rect(
        part.left * frame.width, part.top * frame.height, part.right * frame.width, part.bottom * frame.height
    )


def style_scale(frame: Frame) -> float:
    """Frame pixels per style pixel: 1 at 1080x1920, 0.72 at 1920x1080 and 1080x1080, between at 4:5.

    Square and wide pictures are viewed smaller than their shorter side suggests, but not so small that
    portrait sizes should simply scale with the height.
    """
    short = min(frame.width, frame.height) / DESIGN_WIDTH
    tall = (frame.height / frame.width - 1) / (16 / 9 - 1)
    return short * (LANDSCAPE_SIZE + (1 - LANDSCAPE_SIZE) * min(1.0, max(0.0, tall)))
