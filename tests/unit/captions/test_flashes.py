"""No caption flashes more than three times a second (WCAG 2.2, 2.3.1), however fast the voice.

A flash is a pair of opposing changes of relative luminance by a tenth or more, the darker side below 0.8.
The criterion allows more flashes where they cover less than a quarter of a 10-degree field of view (a third
of the picture's width by a third of its height). At any rate a voice can reach, captions stay below three
flashes in every single spot the size of a letter, whatever the area; beyond it the criterion itself is held.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from renderer.captions.drawing.page_timing import LIVELY, moving_pages
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.style.colours import to_linear
from renderer.compositor.planes import Planes, crop, planes_to_rgb, rgb_to_planes
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.timecode import TimeRange, nearest_frame
from tests.support.captions import FPS, SMALL, screen, slow

Light = npt.NDArray[np.float32]
"""Relative luminance, (frames, rows, columns)."""

TEXT = "why has every octopus three blue hearts inside its 8 big arms no one knows for sure yet"
FLASHES = 3
CHANGE = 0.1
DARK = 0.8
BAND = (330, 300)
"""First row and height of the part of the frame that captions in the middle can reach."""

SPOT, LETTER = 6, 30
FIELD = SMALL.width // 3 // SPOT, SMALL.height // 3 // SPOT
QUARTER = 0.25
FAST, BEYOND = (200, 300, 400), 600
"""Words per minute. Auctioneers reach 400; the contract's fastest voice setting stays below 300."""

_LINEAR = np.array([to_linear(level / 255) for level in range(256)], np.float32)
_WEIGHTS = np.array([0.2126, 0.7152, 0.0722], np.float32)


@cache
def ground() -> Planes:
    """Black on the left, nearly white on the right, since letters flash differently on each."""
    picture = np.zeros((SMALL.height, SMALL.width, 3), np.uint8)
    picture[:, SMALL.width // 2 :] = 235
    return rgb_to_planes(picture)


@cache
def light_of(style: CaptionStyle, rate: int) -> Light:
    """Luminance in spots of `SPOT` pixels of every frame while a voice says `rate` words a minute."""
    narration, script = slow(Language.EN, TEXT, Fraction(60, rate))
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.CENTER, language=Language.EN, frame=SMALL
    )
    show = screen(track, ground())
    first, last = (
        nearest_frame(moment, FPS) for moment in (track.pages[0].span.start, track.pages[-1].span.end)
    )
    size = SMALL.width // SPOT, BAND[1] // SPOT
    frames = []
    for frame in range(first - 1, last + 1):
        band = crop(show.planes(frame), x=0, y=BAND[0], width=SMALL.width, height=BAND[1])
        light = _LINEAR[planes_to_rgb(band)] @ _WEIGHTS
        frames.append(cv2.resize(light, size, interpolation=cv2.INTER_AREA))
    return np.array(frames, np.float32)


def flashes_a_second(light: Light) -> npt.NDArray[np.int64]:
    """The most flashes within any one second, for each spot."""
    changes = np.cumsum(opposing(light), axis=0, dtype=np.int64)
    changes = np.concatenate([np.zeros_like(changes[:1]), changes])
    span = min(FPS, len(light))
    return np.asarray((changes[span:] - changes[:-span]).max(axis=0) // 2)


def opposing(light: Light) -> npt.NDArray[np.bool_]:
    """Where the luminance reverses by at least `CHANGE` since its last reversal, frame by frame."""
    low, high = light[0].copy(), light[0].copy()
    rising = np.zeros(low.shape, np.int8)
    turns = np.zeros(light.shape, np.bool_)
    for index, now in enumerate(light):
        up = (rising <= 0) & (now - low >= CHANGE) & (low < DARK)
        down = (rising >= 0) & (high - now >= CHANGE) & (now < DARK) & ~up
        turned = up | down
        rising = np.where(up, 1, np.where(down, -1, rising)).astype(np.int8)
        low = np.where(turned, now, np.minimum(low, now))
        high = np.where(turned, now, np.maximum(high, now))
        turns[index] = turned
    return turns


def test_the_meter_counts_pairs_of_opposing_changes() -> None:
    levels = {
        "steady": [0.5] * 60,
        "three": [0.1, 0.6] * 3 + [0.1] * 54,
        "ten": [0.1, 0.1, 0.1, 0.6, 0.6, 0.6] * 10,
        "bright": [0.85, 1.0] * 30,
        "faint": [0.30, 0.39] * 30,
        "ramp": [k / 60 for k in range(60)],
    }
    light = np.array(list(levels.values()), np.float32).T[:, None, :]
    assert dict(zip(levels, flashes_a_second(light)[0].tolist(), strict=True)) == {
        "steady": 0,
        "three": 3,
        "ten": 5,
        "bright": 0,
        "faint": 0,
        "ramp": 0,
    }


@pytest.mark.parametrize("rate", FAST)
@pytest.mark.parametrize("style", CaptionStyle)
def test_no_spot_flashes_more_than_three_times_a_second(style: CaptionStyle, rate: int) -> None:
    light = light_of(style, rate)
    size = SMALL.width // LETTER, BAND[1] // LETTER
    spots = [cv2.resize(frame, size, interpolation=cv2.INTER_AREA) for frame in light]
    assert flashes_a_second(np.array(spots, np.float32)).max() <= FLASHES


@pytest.mark.parametrize("rate", [FAST[-1], BEYOND])
@pytest.mark.parametrize("style", CaptionStyle)
def test_no_field_of_view_flashes_more_than_three_times_a_second(style: CaptionStyle, rate: int) -> None:
    flashing = (flashes_a_second(light_of(style, rate)) > FLASHES).astype(np.float32)
    share = cv2.boxFilter(flashing, -1, FIELD, borderType=cv2.BORDER_CONSTANT)
    assert share.max() <= QUARTER


def test_pages_in_a_hurry_come_in_without_movement() -> None:
    starts = [Fraction(0), LIVELY, LIVELY + Fraction(1, 2), LIVELY * 3, LIVELY * 5]
    spans = [TimeRange(one, other) for one, other in pairwise(starts)]
    assert moving_pages(spans) == (True, False, False, True)
    assert moving_pages([]) == ()
