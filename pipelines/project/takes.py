"""Takes: the lines of a voiceover as an engine speaks them, trimmed to the voiced part, kept on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from msgspec import Struct

from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.voiced import voiced_range
from renderer.backends.speech.base import Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.together import spoken_together
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.core.timecode import sample_at


class LineTake(Struct, frozen=True, kw_only=True):
    """A spoken line: `path` holds its samples at `rate` hertz, `spans` are counted in them."""

    line: Line
    path: Path
    rate: int
    count: int
    spans: tuple[TokenSpan, ...]
    notes: tuple[str, ...]

    @property
    def length(self) -> int:
        """Samples at 48 kHz."""
        return sample_at(Fraction(self.count, self.rate))

    def samples(self) -> Samples:
        """The samples of the take."""
        return np.fromfile(self.path, np.float32)


def takes_of(
    engine: SpeechEngine, lines: Sequence[Line], *, language: Language, voice: Voice, into: Path
) -> Iterator[LineTake]:
    """A take of every line, written into the folder `into`; raises what the engine raises."""
    for number, (line, speech) in enumerate(
        ahead(spoken_together(engine, lines, language=language, voice=voice))
    ):
        yield _kept(line, speech, into / f"{number:03d}.f32")


def _kept(line: Line, speech: Speech, path: Path) -> LineTake:
    first, last = voiced_range(speech.samples, speech.rate)
    speech.samples[first:last].astype(np.float32).tofile(path)
    return LineTake(
        line=line,
        path=path,
        rate=speech.rate,
        count=last - first,
        spans=tuple(_moved(span, first, last) for span in speech.spans),
        notes=speech.notes,
    )


def _moved(span: TokenSpan, first: int, last: int) -> TokenSpan:
    start, end = (min(max(edge - first, 0), last - first) for edge in (span.start, span.end))
    return TokenSpan(token=span.token, start=start, end=end, confidence=span.confidence, source=span.source)
