"""Placement of the user's media: which shot shows which item."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.stretches import with_stretches
from renderer.visuals.media import MediaItem, affinity


def place_media(
    phrases: Sequence[Phrase], media: Sequence[MediaItem], language: Language
) -> dict[int, MediaItem]:
    """Assign items to shots: best fits first, then the others in order, then more of long videos.

    An item that fits no phrase opens the video only if it would otherwise not be shown at all.
    """
    fits = sorted(
        (-affinity(item, words_said(phrase), language), number, at)
        for number, phrase in enumerate(phrases)
        for at, item in enumerate(media)
    )
    placed: dict[int, MediaItem] = {}
    used: set[int] = set()
    for cost, number, at in fits:
        if cost < 0 and number not in placed and at not in used:
            placed[number] = media[at]
            used.add(at)
    left = [item for at, item in enumerate(media) if at not in used]
    free = [number for number in range(len(phrases)) if number not in placed]
    later = [number for number in free if number]
    free = later if len(later) >= len(left) else free
    spread = np.linspace(0, max(len(free) - 1, 0), min(len(left), len(free))).round().astype(int)
    placed |= {free[place]: item for place, item in zip(spread.tolist(), left, strict=False)}
    return with_stretches(placed, len(phrases), opened=0 in placed)


def words_said(phrase: Phrase) -> list[str]:
    """The words of a phrase, as displayed."""
    return [word.text for word in phrase.words]
