"""Music for a long film: a movement for each part, ending on its own chord, the next one under its ring.

Movements of the same seed are the same music, so a film can come back to its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import merge
from pathlib import Path
from typing import Final, TypeAlias

from renderer.audio.music.brief import Composer, MusicBrief
from renderer.audio.signal.loudness import LoudnessMeter
from renderer.audio.signal.samples import Floats
from renderer.audio.signal.timeline import SoundPlacement, laid
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.timecode import ZERO, sample_at

RING: Final = Fraction(5, 2)
"""Seconds that a movement's last chord rings into the next."""
LAST_RING: Final = Fraction(5, 2)
"""Seconds before the end of the last chord; until then the music goes on under closing pictures."""


Performer: TypeAlias = Callable[[MusicBrief, Path], Path]
"""Has the music of a brief in a file: the given one, or another that has it already and stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A part of the film from `start` seconds on, and the seed of its music."""

    start: Fraction
    seed: int


def performed_by(composing: Composer, brief: MusicBrief, path: Path) -> Path:
    """The music of the brief, composed now."""
    composing(brief, path)
    return path


def compose_suite(
    movements: Sequence[Movement], performing: Performer, brief: MusicBrief, path: Path
) -> Floats:
    """Write the movements to `path`, each as `performing` has it, joined, as long as `brief` says.

    `movements` are in order, the first from 0 on; `brief` gives mood, mode, accents and the end of speech.

    Returns:
        K-weighted mean squares of what was written, per 100 ms.

    Raises:
        ClipwrightError: `mood_invalid`, `asset_missing`, `disk_full`, `output_unwritable`.
    """
    ends = [*(movement.start for movement in movements[1:]), brief.duration]
    parts: list[tuple[Fraction, Path]] = []
    ours = [path.with_name(f"{path.stem}.{number}.wav") for number in range(len(movements))]
    for movement, end, part in zip(movements, ends, ours, strict=True):
        parts.append((movement.start, performing(_brief_of(movement, end, brief), part)))
    meter = LoudnessMeter(2)
    with ExitStack() as opened, WavWriter(path, channels=2) as out:
        readers = [_placements(start, opened.enter_context(WavReader(part))) for start, part in parts]
        in_order = merge(*readers, key=lambda placement: placement.start)
        for block, _ in laid(in_order, sample_at(brief.duration)):
            meter.feed(block)
            out.write(block)
    for part in ours:
        part.unlink(missing_ok=True)
    return meter.hops()


def _brief_of(movement: Movement, end: Fraction, brief: MusicBrief) -> MusicBrief:
    """The movement as a piece of its own; it ends where the next begins and rings a little longer."""
    closes = end == brief.duration
    length = end - movement.start
    accents = (accent - movement.start for accent in brief.accents)
    return replace(
        brief,
        seed=movement.seed,
        duration=length if closes else length + RING,
        last_word_end=max(brief.last_word_end - movement.start, length - LAST_RING) if closes else length,
        accents=tuple(accent for accent in accents if ZERO <= accent < length),
    )


def _placements(start: Fraction, reader: WavReader) -> Iterator[SoundPlacement]:
    position = sample_at(start)
    for block in reader.blocks():
        yield SoundPlacement(position, block, 1.0)
        position += block.shape[1]
