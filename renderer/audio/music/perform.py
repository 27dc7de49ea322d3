"""Music for one video: a mood's piece, performed into a stereo stem at one loudness.

Notes come from tables (note_cache.py) and are summed on the timeline, followed by a hall; all of it block by
block, so a long piece takes time but no memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.mood_files import bend_of, mood_of
from renderer.audio.music.note_cache import Tables
from renderer.audio.music.piece import Note, Piece, planned
from renderer.audio.music.players import played
from renderer.audio.music.transitions import joints
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.filters import Filter, high_pass, high_shelf, peak
from renderer.audio.signal.loudness import LoudnessMeter
from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.reverb import Hall
from renderer.audio.signal.samples import SILENCE_DB, Floats, Samples, amplitude
from renderer.audio.signal.timeline import SoundPlacement, laid
from renderer.audio.signal.wav import WavWriter, scale_wav
from renderer.audio.signal.width import Widener
from renderer.core.timecode import AUDIO_RATE, ZERO, sample_at

MUSIC_LUFS: Final = -20.0
"""Loudness of every finished piece, so that all moods sit alike under a voice."""

_FADE: Final = 0.6
_SPEECH_DIP: Final = (2500.0, -2.5)
_TILT_HZ: Final = 1800.0
_TILT_DB: Final = 3.0
_TABLE_BYTES: Final = 64_000_000
_SHORTEST: Final = Fraction(1, 2)


def piece_of(brief: MusicBrief) -> Piece:
    """The piece played for a brief; with the brief's duration, it determines all samples.

    Raises:
        ClipwrightError: `asset_invalid`, `asset_missing`.
    """
    end = max(min(brief.last_word_end, brief.duration), min(_SHORTEST, brief.duration))
    mood, bend = mood_of(brief.mood), bend_of(brief.mode)
    return planned(mood, bend, seed=brief.seed, end=end, accents=brief.accents)


@single_threaded
def compose(brief: MusicBrief, path: Path) -> Floats:
    """Write the piece to `path`: stereo, at `MUSIC_LUFS`.

    Returns:
        K-weighted mean squares of what was written, per 100 ms (loudness.py).

    Raises:
        ClipwrightError: `asset_invalid`, `asset_missing`, `disk_full`, `output_unwritable`.
    """
    if brief.duration <= ZERO:
        with WavWriter(path, channels=2):
            return np.zeros(0)
    piece = piece_of(brief)
    notes = [*played(piece), *joints(piece)]
    meter = LoudnessMeter(2)
    with WavWriter(path, channels=2) as out:
        for block in _performed(notes, piece, sample_at(brief.duration)):
            meter.feed(block)
            out.write(block)
    present = meter.integrated()
    lift = amplitude(MUSIC_LUFS - present) if present > SILENCE_DB else 1.0
    scale_wav(path, np.float32(lift))
    return meter.hops() * lift**2


def _performed(notes: Iterable[Note], piece: Piece, frames: int) -> Iterator[Samples]:
    room, tilt_db = piece.mood.hall, _TILT_DB * piece.bend.brightness
    hall = Hall(seconds=room.seconds, damping=room.damping)
    wide = Widener()
    finish = Filter(high_pass(34.0), peak(*_SPEECH_DIP, q=0.7), high_shelf(_TILT_HZ, tilt_db), channels=2)
    level = np.float32(amplitude(room.level_db))
    place = 0
    for straight, send in ahead(laid(_placements(notes), frames)):
        block = finish(wide(straight + hall(send) * level))
        yield block * _closing(place, place + block.shape[1], frames)
        place += block.shape[1]


def _placements(notes: Iterable[Note]) -> Iterator[SoundPlacement]:
    """Placements of the notes in order of time, each with its sound."""
    tables = Tables(limit=_TABLE_BYTES)
    for note in sorted(notes, key=lambda note: max(note.start, 0.0)):
        gain = amplitude(note.level_db)
        placement = SoundPlacement(
            sample_at(Fraction(note.start)), tables.of(note), gain, gain * amplitude(note.send_db)
        )
        yield _from_zero(placement)


def _from_zero(placement: SoundPlacement) -> SoundPlacement:
    """Cut a note that begins before 0 instead of shifting it, and fade in the rest."""
    if placement.start >= 0:
        return placement
    rest = placement.sound[:, -placement.start :].copy()
    edge = min(480, rest.shape[1])
    rest[:, :edge] *= np.linspace(0.0, 1.0, edge, dtype=np.float32)
    return SoundPlacement(0, rest, placement.gain, placement.send)


def _closing(start: int, end: int, frames: int) -> Samples:
    """Factors (one, or one a frame) that fade out the last `_FADE` seconds, a quarter of short pieces."""
    fade = min(_FADE * AUDIO_RATE, frames / 4.0)
    if frames - end >= fade:
        return np.ones(1, np.float32)
    left = (frames - np.arange(start, end)) / fade
    return (0.5 - 0.5 * np.cos(np.pi * np.clip(left, 0.0, 1.0))).astype(np.float32)
