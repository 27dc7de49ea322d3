"""Rendered notes, kept up to a memory limit: equal notes share one table."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import numpy as np

from renderer.audio.instruments.registry import INSTRUMENTS
from renderer.audio.instruments.tone import Tone
from renderer.audio.music.piece import Note
from renderer.audio.signal.samples import Samples

_BRIGHTNESS_STEPS: Final = 4.0
_SHORTEST: Final = 0.01

Key = tuple[str, Tone, float]


class Tables:
    """Sounds (2, frames) of notes; the least recently used are evicted when they exceed `limit` bytes.

    Rendering depends on the note alone, so an evicted sound is rendered again with the same samples.
    """

    def __init__(self, *, limit: int) -> None:
        self._limit, self._bytes = limit, 0
        self._kept: OrderedDict[Key, Samples] = OrderedDict()

    def of(self, note: Note) -> Samples:
        """The note's sound at the house level, panned to its place."""
        key = _key(note)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        sound = _panned(INSTRUMENTS[note.instrument](key[1]), note.pan)
        self._kept[key] = sound
        self._bytes += sound.nbytes
        while self._bytes > self._limit and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].nbytes
        return sound


def _key(note: Note) -> Key:
    """Cache key; brightness and length are rounded so that like notes share a table, never to length 0."""
    bright = float(np.clip(round(note.brightness * _BRIGHTNESS_STEPS) / _BRIGHTNESS_STEPS, -1.0, 1.0))
    tone = Tone(pitches=note.pitches, seconds=max(round(note.seconds, 2), _SHORTEST), brightness=bright)
    return note.instrument, tone, note.pan


def _panned(sound: Samples, pan: float) -> Samples:
    """Pan by balance: the far side is turned down, the near side stays."""
    sides = np.array([[min(1.0, 1.0 - pan)], [min(1.0, 1.0 + pan)]], np.float32)
    return sound * sides if pan else sound
