"""Mixing and mastering a film's sound in parts; only those that are not there yet are made.

A part's key is made of all that decides its samples: those of the voice in it and around it, the movements
and effects that it meets and where, their gains there, and the limiter's gains. Levels of the whole (the
voice, the music, the master) are rounded to steps, so that a changed word almost always leaves them as they
were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.mixing.balance import course_of
from renderer.audio.mixing.levels import EFFECTS_DB, Levels, constant, in_steps, levels_of
from renderer.audio.mixing.master import Rows, lift_for
from renderer.audio.mixing.part_sound import mastered_part, own_hops, own_peak, own_rows, part_gains
from renderer.audio.mixing.placed import PlacedSound, Strand
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.loudness import integrated
from renderer.audio.signal.samples import Floats, Samples, amplitude, decibels
from renderer.audio.signal.wav import WavReader, write_wav
from renderer.core.mix import SoundPart, sound_parts
from renderer.core.timecode import TimeRange, sample_at
from renderer.runtime.kept_parts import KeptParts, part_key

_AT_A_TIME: Final = 2


class FilmStems(Struct, frozen=True, kw_only=True):
    """The stems to mix: the voice (a mono WAV that plays from 0), music and effects on the film's clock."""

    voice: Path
    music: tuple[PlacedSound, ...]
    effects: tuple[PlacedSound, ...]


class FilmSound(Struct, frozen=True, kw_only=True):
    """The mastered parts (WAVs with the sound around each), their levels, and what was measured on them."""

    parts: tuple[Path, ...]
    levels: Levels
    loudness_lufs: float
    true_peak_dbtp: float


class PartKeeper(Struct, frozen=True, kw_only=True):
    """Where parts are kept, the version of their making, a folder for drafts; `check` may raise to stop."""

    parts: KeptParts
    version: int
    scratch: Path
    check: Callable[[], None]

    def key(self, name: str, decided_by: object) -> str:
        """The key of what is kept under a name."""
        return part_key(name, version=self.version, decided_by=decided_by)

    def array(self, key: str, make: Callable[[], Floats]) -> Floats:
        """An array of doubles, recalled if it was kept, otherwise made."""
        return np.frombuffer(self.parts.recalled(key, lambda: make().astype("<f8").tobytes()), "<f8")


class _Voice(Struct, frozen=True, kw_only=True):
    """The voice of a part: the digest of its samples, and their loudness over time."""

    digest: str
    hops: Floats


@single_threaded
def mixed_in_parts(
    stems: FilmStems,
    speech: Sequence[TimeRange],
    *,
    duration: Fraction,
    last_word: Fraction,
    sections: Sequence[int],
    keeper: PartKeeper,
) -> FilmSound:
    """Measure, level, sum and master a film of `duration` seconds.

    `speech` says when the narrator speaks and `last_word` when the last word ends; parts begin with the
    `sections`.

    Raises:
        ClipwrightError: what making the stems and `keeper.check` raise, `artifact_corrupt`, `disk_full`,
            `output_unwritable`.
    """
    cut = sound_parts(sample_at(duration), sections)
    with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="sound-part") as workers:
        voices = list(workers.map(partial(_voice_of, stems.voice, keeper), cut))
        beds = list(workers.map(partial(_bed_of, Strand(sounds=stems.music), keeper), cut))
        levels = levels_of(
            course_of(np.concatenate([voice.hops for voice in voices]), both=True),
            course_of(np.concatenate(beds)),
            speech,
            last_word=last_word,
            fitted=in_steps,
        )
        mixing = [
            _Mixing(stems, levels, keeper, part, voice.digest)
            for part, voice in zip(cut, voices, strict=True)
        ]
        rows = list(workers.map(_Mixing.rows, mixing))
        whole = Rows(np.concatenate([row.energy for row in rows]), np.concatenate([row.peak for row in rows]))
        lift = in_steps(lift_for(whole))
        finished = list(workers.map(lambda one: one.finished(whole.peak, lift), mixing))
    return FilmSound(
        parts=tuple(one.path for one in finished),
        levels=levels,
        loudness_lufs=integrated(np.concatenate([one.hops for one in finished])),
        true_peak_dbtp=decibels(max(one.peak for one in finished)),
    )


def _voice_of(voice: Path, keeper: PartKeeper, part: SoundPart) -> _Voice:
    keeper.check()
    sound = _voice_window(voice, part)
    digest = hashlib.sha256(sound.tobytes()).hexdigest()
    key = keeper.key("voice course", [digest, part.before, part.own])
    return _Voice(digest=digest, hops=keeper.array(key, lambda: own_hops(sound, part)))


def _voice_window(voice: Path, part: SoundPart) -> Samples:
    with WavReader(voice) as wav:
        return wav.read(part.first, part.around)


def _bed_of(music: Strand, keeper: PartKeeper, part: SoundPart) -> Floats:
    """Loudness of the music over time, before any gain."""
    keeper.check()
    key = keeper.key("bed course", [music.facts(part.first, part.last), part.before, part.own])
    return keeper.array(key, lambda: own_hops(music.window(part.first, part.last), part))


class _Finished(Struct, frozen=True, kw_only=True):
    path: Path
    hops: Floats
    peak: float


class _Mixing:
    """One part while it is mixed and mastered."""

    def __init__(
        self, stems: FilmStems, levels: Levels, keeper: PartKeeper, part: SoundPart, voice: str
    ) -> None:
        self._stems, self._keeper, self._part = stems, keeper, part
        self._voice_gain = np.float32(amplitude(levels.voice_db))
        self._strands = (
            Strand(sounds=stems.music, gain=levels.bed),
            Strand(sounds=stems.effects, gain=constant(EFFECTS_DB)),
        )
        placed = [strand.facts(part.first, part.last) for strand in self._strands]
        self._facts = [voice, levels.voice_db, placed, part.before, part.own, part.around]

    def _mixed(self) -> Samples:
        """(2, part.around): everything at its level, before mastering."""
        self._keeper.check()
        part = self._part
        total = np.repeat(_voice_window(self._stems.voice, part) * self._voice_gain, 2, axis=0)
        for strand in self._strands:
            total += strand.window(part.first, part.last)
        return total

    def rows(self) -> Rows:
        """Energies and peaks of the part before mastering."""
        found = self._keeper.parts.recalled(
            self._keeper.key("part rows", self._facts), lambda: _packed(own_rows(self._mixed(), self._part))
        )
        energy, peak = np.frombuffer(found, "<f4").reshape(2, -1)
        return Rows(energy, peak)

    def finished(self, peak: Samples, lift: float) -> _Finished:
        """The part mastered; `peak` has those of the whole film."""
        gains = part_gains(peak, self._part, lift_db=lift)
        facts = [self._facts, lift, hashlib.sha256(gains.tobytes()).hexdigest()]
        key = self._keeper.key("mastered part", facts)
        path, measured = self._keeper.parts.file(key), self._keeper.key("mastered levels", facts)
        if path is None:
            sound = mastered_part(self._mixed(), gains, lift_db=lift)
            draft = self._keeper.scratch / f"{key}.wav"
            write_wav(draft, sound)
            path, levels = self._keeper.parts.keep_file(key, draft), partial(_levels, sound, self._part)
        else:
            levels = partial(_levels_on, path, self._part)
        found = self._keeper.array(measured, levels)
        return _Finished(path=path, hops=found[1:], peak=float(found[0]))


def _packed(rows: Rows) -> bytes:
    return np.stack([rows.energy, rows.peak]).astype("<f4").tobytes()


def _levels_on(path: Path, part: SoundPart) -> Floats:
    """The levels of a finished part, measured on its file."""
    with WavReader(path) as wav:
        return _levels(wav.read(0, wav.frames), part)


def _levels(sound: Samples, part: SoundPart) -> Floats:
    """The true peak of a finished part, followed by its loudness over time."""
    return np.concatenate([[own_peak(sound, part)], own_hops(sound, part)])
