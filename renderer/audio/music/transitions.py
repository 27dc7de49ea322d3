"""Transitions between sections and the ending: risers, hits, and the chord that lands on the last word."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from renderer.audio.music.harmony import chord, nearest, voiced
from renderer.audio.music.piece import Note, Piece

_LIFT: Final = 0.15
_LONGEST_RISE: Final = 3.0
_RING: Final = 3.2
_FINAL_ROOT: Final = 38
_FINAL_REGISTER: Final = (50, 75)


def joints(piece: Piece) -> Iterator[Note]:
    """Transitions into louder sections, and the ending."""
    random = piece.generator(3)
    mood = piece.mood
    for before, after in itertools.pairwise(piece.sections):
        if after.intensity - before.intensity >= _LIFT:
            riser = mood.lift_risers[random.integers(len(mood.lift_risers))]
            hit = mood.lift_hits[random.integers(len(mood.lift_hits))]
            moment, room = piece.grid.bar(after.first), before.bars * piece.grid.bar_seconds
            scale_db = mood.lift_db + 6.0 * (after.intensity - 1.0)
            yield _rise(piece, riser, moment, room=room, level_db=scale_db - 3.0)
            yield _single(piece, hit, moment, (piece.tonic - 24,), level_db=scale_db)
    yield from ending(piece)


def ending(piece: Piece) -> Iterator[Note]:
    """A rise into the last word's end, then the home chord left to ring."""
    end, mood = piece.grid.end, piece.mood
    home = chord(piece.tonic, piece.scale, "1add9" if piece.bend.colour == "bright" else "1")
    voicing = voiced(home.tones, (), low=_FINAL_REGISTER[0], high=_FINAL_REGISTER[1])
    yield _rise(piece, mood.lift_risers[0], end, room=end / 2.0, level_db=mood.lift_db - 4.0)
    for instrument in mood.final_instruments:
        yield _single(piece, instrument, end, voicing, level_db=0.0)
    root = nearest(_FINAL_ROOT, (piece.tonic,), low=_FINAL_ROOT - 6, high=_FINAL_ROOT + 6)
    yield _single(piece, "soft_bass", end, (root,), level_db=-2.0)
    yield _single(piece, mood.lift_hits[0], end, (piece.tonic - 24,), level_db=mood.lift_db + 2.0)


def _rise(piece: Piece, instrument: str, moment: float, *, room: float, level_db: float) -> Note:
    seconds = max(min(piece.grid.bar_seconds, _LONGEST_RISE, room), 0.2)
    return Note(
        start=moment - seconds,
        instrument=instrument,
        pitches=(),
        seconds=seconds,
        brightness=piece.bend.brightness,
        level_db=level_db,
        send_db=-10.0,
    )


def _single(
    piece: Piece, instrument: str, moment: float, pitches: tuple[int, ...], *, level_db: float
) -> Note:
    return Note(
        start=moment,
        instrument=instrument,
        pitches=pitches,
        seconds=_RING,
        brightness=piece.bend.brightness,
        level_db=level_db,
        send_db=-8.0,
    )
