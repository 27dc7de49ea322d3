"""No picture, in the longest shot it may get, rests for so long that inspection takes it for frozen."""

from __future__ import annotations

from fractions import Fraction

import cv2
import numpy as np
import pytest

from pipelines import timing
from pipelines.film import standing as film_standing
from renderer.contract.vocabulary import StylePack
from renderer.painters.registry import PAINTERS
from renderer.visuals.direction import film_parts
from renderer.visuals.rhythm import STANDS
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import filmed, luma_at, spec_of

SIZE = (144, 256)
LOOKS = 10
"""Looks per second; inspection looks less often."""
ALIKE = 2.0
"""Levels, as in inspection: two small pictures are the same if no cell differs by more."""


def rested(name: str, pack: StylePack, seconds: Fraction) -> Fraction:
    """Longest time for which the painter's picture stays the same in a shot of `seconds`."""
    palette = load_pack(pack).palettes[0].name
    picture = filmed(spec_of(name, palette=palette), SIZE, pack, duration=float(seconds))
    first, longest, seen = 0, 0, list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]()
    for number in range(int(seconds * LOOKS)):
        luma = luma_at(picture, number / LOOKS, SIZE).astype(np.float32)
        seen.append(np.asarray(cv2.resize(luma, (18, 32), interpolation=cv2.INTER_AREA), np.float32))
        if float(np.abs(seen[number] - seen[first]).max()) >= ALIKE:
            first = number
        longest = max(longest, number - first)
    return Fraction(longest, LOOKS)


@pytest.fixture(scope="module")
def standing() -> list[tuple[str, StylePack]]:
    """Every painter that the director films with a standing camera, in every pack that has it."""
    return [
        (choice.painter.name, pack)
        for pack in StylePack
        for choice in load_pack(pack).painters
        if choice.painter.moving
    ]


@pytest.mark.parametrize(
    ("stands", "frozen"),
    [(STANDS, timing.FROZEN), (film_parts.STANDS, film_standing.FROZEN)],
    ids=["short", "film"],
)
def test_no_picture_that_stands_as_long_as_it_may_is_taken_for_frozen(
    standing: list[tuple[str, StylePack]], stands: Fraction, frozen: Fraction
) -> None:
    rests = {entry: rested(*entry, stands) for entry in standing}
    assert len({name for name, _ in rests}) > len(PAINTERS) / 2
    assert {entry: float(rest) for entry, rest in rests.items() if rest > frozen} == {}
    assert max(rests.values()) > frozen * Fraction(4, 5), "some come to rest: this has seen it"
