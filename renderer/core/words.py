"""When each word is heard: `VoiceTake` → `TakeLine`, `Narration` → `Word`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from renderer.core.timecode import TimeRange


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One token with its time in the narration, half-open.

    `confidence` lies in [0, 1]; `source` names the aligner ("espeak", "openjtalk", "dtw", …);
    `line` and `token` point back into the script.
    """

    text: str
    span: TimeRange
    line: str
    token: int
    confidence: float
    source: str
    gap: str = " "


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLine:
    """One line's place in the narration, pauses not included."""

    line: str
    span: TimeRange


@dataclass(frozen=True, slots=True, kw_only=True)
class Narration:
    """The finished voice stem: `audio` is the digest of a mono float WAV at 48 kHz.

    `words` are in order and do not overlap; every token of the script has exactly one.
    `engine` names and versions the speech engine, `speaker` is its name; `notes` say who could not speak.
    """

    audio: str
    duration: Fraction
    lines: tuple[SpokenLine, ...]
    words: tuple[Word, ...]
    engine: str
    speaker: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeToken:
    """Where the engine itself says that a token is heard, on the narration's clock."""

    token: int
    span: TimeRange
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeLine:
    """One spoken line; `tokens` is empty when the engine does not know its word times."""

    line: str
    span: TimeRange
    tokens: tuple[TakeToken, ...]


def moved(taken: TakeLine, *, line: str, to: Fraction) -> TakeLine:
    """The same line on another clock, as `line`, beginning at `to` (seconds)."""
    by = to - taken.span.start
    tokens = tuple(
        TakeToken(token=token.token, span=token.span.shifted(by), confidence=token.confidence)
        for token in taken.tokens
    )
    return TakeLine(line=line, span=taken.span.shifted(by), tokens=tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceTake:
    """The voice stem before alignment: `audio` is the digest of a mono float WAV at 48 kHz.

    `speaker` is the name of the engine that spoke, `notes` say who could not and why.
    """

    audio: str
    duration: Fraction
    lines: tuple[TakeLine, ...]
    engine: str
    speaker: str = ""
    notes: tuple[str, ...] = ()


def spoken_by(take: VoiceTake) -> str:
    """Who speaks, and all that those who wait should know of it: who could not, or that it sounds robotic."""
    return "; ".join((f"spoken by {take.speaker}", *(note.removeprefix("speech: ") for note in take.notes)))
