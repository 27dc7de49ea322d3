"""What music to make, as a value, and the type of function that makes it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from renderer.audio.signal.samples import Floats
from renderer.contract.vocabulary import StylePack, VideoMode


class MusicBrief(Struct, frozen=True, kw_only=True):
    """What to compose; the same brief yields the same samples.

    `duration` is the length of the stem. The final chord falls on `last_word_end` (seconds, clipped to the
    piece) and rings until the end. `accents` are moments (scene starts) where the form may change.
    """

    mood: StylePack
    mode: VideoMode
    seed: int
    duration: Fraction
    last_word_end: Fraction
    accents: tuple[Fraction, ...] = ()


Composer: TypeAlias = Callable[[MusicBrief, Path], Floats]
"""Writes the music of a brief to a file and returns K-weighted mean squares of it per 100 ms."""
