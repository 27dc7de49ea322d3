"""When each word is heard: `VoiceTake` → `TakeLine`, `Narration` → `Word`."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from renderer.core.timecode import TimeRange


class Word(Struct, frozen=True, kw_only=True):
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


class SpokenLine(Struct, frozen=True, kw_only=True):
    """One line's place in the narration, pauses not included."""

    line: str
    span: TimeRange


class Narration(Struct, frozen=True, kw_only=True):
    """The finished voice stem: `audio` is the digest of a mono float WAV at 48 kHz.

    `words` are in order and do not overlap; every token of the script has exactly one.
    `engine` names and versions the speech engine, `speaker` is its name; `notes` say which engines could not
    speak.
    """

    audio: str
    duration: Fraction
    lines: tuple[SpokenLine, ...]
    words: tuple[Word, ...]
    engine: str
    speaker: str = ""
    notes: tuple[str, ...] = ()


class TakeToken(Struct, frozen=True, kw_only=True):
    """When a token is heard according to the engine itself, on the narration's clock."""

    token: int
    span: TimeRange
    confidence: float


class TakeLine(Struct, frozen=True, kw_only=True):
    """One spoken line; `tokens` is empty when the engine does not know its word times."""

    line: str
    span: TimeRange
    tokens: tuple[TakeToken, ...]


def moved(taken: TakeLine, *, line: str, to: Fraction) -> TakeLine:
    """The same line under the id `line` on another clock, where it begins at `to` (seconds)."""
    by = to - taken.span.start
    tokens = tuple(
        TakeToken(token=token.token, span=token.span.shifted(by), confidence=token.confidence)
        for token in taken.tokens
    )
    return TakeLine(line=line, span=taken.span.shifted(by), tokens=tokens)


class VoiceTake(Struct, frozen=True, kw_only=True):
    """The voice stem before alignment: `audio` is the digest of a mono float WAV at 48 kHz.

    `speaker` is the name of the engine that spoke, `notes` say which engines could not and why.
    """

    audio: str
    duration: Fraction
    lines: tuple[TakeLine, ...]
    engine: str
    speaker: str = ""
    notes: tuple[str, ...] = ()


def spoken_by(take: VoiceTake) -> str:
    """Who speaks, with the notes for waiting users: who could not, or that the voice sounds robotic."""
    return "; ".join((f"spoken by {take.speaker}", *(note.removeprefix("speech: ") for note in take.notes)))
