"""A detector for tests: takes everything of one colour for a face, or for a line of text."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from renderer.backends.vision.base import DetectedBox, Rgb, inside

NEAR = 24


class ColourDetector(Struct, frozen=True, kw_only=True):
    """Finds the rectangle around all pixels that are nearly of `colour` (R, G, B)."""

    colour: tuple[int, int, int]

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Includes the colour."""
        return f"fake {self.colour}"

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """One box, or none."""
        channels = picture.astype(np.int16).transpose(2, 0, 1)
        near = np.logical_and.reduce(
            [np.abs(channel - wanted) < NEAR for channel, wanted in zip(channels, self.colour, strict=True)]
        )
        rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
        if not len(rows):
            return ()
        height, width = near.shape
        found = inside(
            columns[0] / width,
            rows[0] / height,
            (columns[-1] + 1) / width,
            (rows[-1] + 1) / height,
            score=1.0,
        )
        return (found,) if found else ()
