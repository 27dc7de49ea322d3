"""Lines that have been through the voice's chain before, read from an earlier recording of the film.

Nothing is stored twice: a table says where in which stem each line is. A line's key is made of all that
decides its samples, so what is read from any recording is what would be computed.
"""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from typing import Final, Self

import msgspec

from renderer.audio.signal.wav import WavReader
from renderer.backends.speech.base import Samples, Speech
from renderer.core.codec import canonical
from renderer.core.voice import DspProfile
from renderer.errors import ClipwrightError
from renderer.runtime.kept_parts import KeptParts, part_key

VERSION: Final = 2
"""Raise it when a change of the chain, the tempo or the fades makes the same speech sound different."""


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    """The stem (a digest), and for each line its first sample and number of samples."""

    stem: str
    lines: dict[str, tuple[int, int]]


_NONE: Final = _Table(stem="", lines={})


def sound_key(speech: Speech, profile: DspProfile, *, rate: float) -> str:
    """The key of a line, made of what decides its samples."""
    digest = hashlib.sha256(canonical([VERSION, speech.rate, rate, profile]))
    digest.update(speech.samples.tobytes())
    return digest.hexdigest()


class SoundedLines:
    """The lines of the last recording that was noted under a name; a context manager, for one thread."""

    def __init__(self, parts: KeptParts, *, name: object) -> None:
        self._parts = parts
        self._key = part_key("sounded lines", version=VERSION, decided_by=name)
        self._table = _NONE
        self._opened = ExitStack()

    def __enter__(self) -> Self:
        try:
            table = msgspec.json.decode(self._parts.facts(self._key) or b"{}", type=_Table)
            path = self._parts.checked(table.stem)
            if path is not None:
                self._stem = self._opened.enter_context(WavReader(path))
                self._table = table
        except (ValueError, ClipwrightError):
            self._table = _NONE
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def of(self, key: str) -> Samples | None:
        """The samples of a line; None if they have to be computed."""
        if key not in self._table.lines:
            return None
        samples: Samples = self._stem.read(*self._table.lines[key])[0]
        return samples

    def note(self, stem: str, lines: dict[str, tuple[int, int]]) -> None:
        """Remember this recording in place of the last one.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        self._parts.keep_facts(self._key, msgspec.json.encode(_Table(stem=stem, lines=lines)))
