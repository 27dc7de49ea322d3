"""What a director works from besides the narration, as a value."""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import NO_REGION, Region
from renderer.core.script import Script
from renderer.visuals.direction.picture_topic import PictureTopic
from renderer.visuals.direction.similarity import PaintStill
from renderer.visuals.direction.similarity_table import SimilarityBounds, unmeasured_similarity
from renderer.visuals.media import MediaItem
from renderer.visuals.style_pack import StylePackFile

LOOKS: Final = 1.8
"""Stills that may be drawn per shot to compare pictures; beyond that the similarity table decides."""

THIRDS: Final = (0.36, 0.64)
"""Where subjects are placed in wide frames, as fractions of the width."""


class Direction(Struct, frozen=True, kw_only=True):
    """Everything the director works from, apart from the narration.

    `focus`: where subjects should be, as fractions of width and height; `captions`: the caption box, which
    pictures keep clear; `shots`: the number of shots, so that the topic's subject can appear first, in the
    middle and last, or 0 if it need not.
    """

    script: Script
    topic: PictureTopic
    pack: StylePackFile
    seed: int
    look: PaintStill
    shots: int = 0
    media: tuple[MediaItem, ...] = ()
    focus: tuple[float, float] = (0.5, 0.36)
    captions: Region = NO_REGION
    foresee: SimilarityBounds = unmeasured_similarity
    looks: float = LOOKS

    @property
    def language(self) -> Language:
        """Language of the script."""
        return self.script.language


def derived(seed: int, index: int, purpose: str) -> int:
    """A seed in [0, 2**32) for one purpose of one shot."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{index}/{purpose}".encode()).digest()[:4], "big")
