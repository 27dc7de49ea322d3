"""The ports for detectors, which find the boxes of faces, or of burned-in text, in a picture.

To add one: 1. a module here with a frozen class that has `name`, `fingerprint` and `detect`; 2. a function
in renderer/worker/composition/engines.py; 3. an entry in tests/contract/detectors/test_vision.py.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Rgb = npt.NDArray[np.uint8]
"""A picture of shape (height, width, 3)."""


class DetectedBox(Struct, frozen=True, kw_only=True):
    """A rectangle inside the picture, in shares of its width and height; `score` in [0, 1]."""

    left: float
    top: float
    width: float
    height: float
    score: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in shares of the picture."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height


class FaceDetector(Protocol):
    """Finds faces."""

    @property
    def name(self) -> str:
        """Short name for logs; "none" for the placeholder."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same picture could give other boxes."""
        ...

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """Faces, the surest first.

        Raises:
            ClipwrightError: `model_invalid`, `provider_unconfigured`.
        """
        ...


class TextDetector(Protocol):
    """Finds lines of text."""

    @property
    def name(self) -> str:
        """Short name for logs; "none" for the placeholder."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same picture could give other boxes."""
        ...

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """Upright boxes around lines of text, from top to bottom.

        Raises:
            ClipwrightError: `model_invalid`, `provider_unconfigured`.
        """
        ...


class NothingSeen(Struct, frozen=True):
    """The placeholder for a detector that is not installed: finds nothing, and is called "none"."""

    @property
    def name(self) -> str:
        """Always "none"."""
        return "none"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "none"

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """Nothing."""
        del picture
        return ()


def inside(left: float, top: float, right: float, bottom: float, *, score: float) -> DetectedBox | None:
    """The part of a rectangle (in shares) that lies in the picture; None when no part does."""
    left, top = max(0.0, left), max(0.0, top)
    width, height = min(1.0, right) - left, min(1.0, bottom) - top
    if width <= 0 or height <= 0:
        return None
    return DetectedBox(left=left, top=top, width=width, height=height, score=min(1.0, max(0.0, score)))
