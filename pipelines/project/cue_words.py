"""Words of captions with their times: as heard, as the voiceover says them, or spread over the cue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from pipelines.project.documents import Dub
from renderer.contract.remix.analysis import SourceAnalysis, TranscriptWord
from renderer.contract.remix.timed_text import TimedText
from renderer.core.script import Line, Token
from renderer.core.timecode import TimeRange
from renderer.core.words import Word

SPREAD: Final = "spread"
HEARD: Final = "heard"
_SPREAD_TRUST: Final = 0.4


def cue_words(
    cue: TimedText, line: Line, *, analysis: SourceAnalysis, dub: Dub, speaks: bool
) -> tuple[Word, ...]:
    """Every token of the cue's line with its time; rising, none overlapping.

    With `speaks`, viewers hear the voiceover, so a cue that it says is timed by it.
    """
    spoken = _spoken(cue, line, dub) if speaks else ()
    return spoken or _heard(cue, line, analysis) or tuple(_spread(cue, line))


def _spoken(cue: TimedText, line: Line, dub: Dub) -> tuple[Word, ...]:
    for said in dub.lines:
        if (said.start_ms, said.text) == (cue.start_ms, cue.text) and len(said.words) == len(line.tokens):
            return tuple(
                Word(
                    text=word.text,
                    span=word.span,
                    line=line.id,
                    token=number,
                    confidence=word.confidence,
                    source=word.source,
                    gap=word.gap,
                )
                for number, word in enumerate(said.words)
            )
    return ()


def _heard(cue: TimedText, line: Line, analysis: SourceAnalysis) -> tuple[Word, ...]:
    """The transcript's times, if it has exactly the cue's words in the cue's time; otherwise none."""
    words = [
        word
        for segment in analysis.transcript
        for word in segment.words
        if cue.start_ms <= word.start_ms < cue.end_ms
    ]
    if [_bare(word.text) for word in words] != [_bare(token.display) for token in line.tokens]:
        return ()
    spans = list(_apart(words, cue))
    if any(not span.duration for span in spans):
        return ()
    return tuple(
        _word(token, span, line, number=number, trust=word.probability, source=HEARD)
        for number, (token, span, word) in enumerate(zip(line.tokens, spans, words, strict=True))
    )


def _apart(words: Sequence[TranscriptWord], cue: TimedText) -> Iterator[TimeRange]:
    """The words' times within the cue, each ending before the next begins."""
    starts = [*(word.start_ms for word in words), cue.end_ms]
    for word, (start, following) in zip(words, pairwise(starts), strict=True):
        end = max(start, min(word.end_ms, following, cue.end_ms))
        yield TimeRange(Fraction(start, 1000), Fraction(end, 1000))


def _bare(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _spread(cue: TimedText, line: Line) -> Iterator[Word]:
    """The cue's time, shared out by the length of each token's spoken form."""
    weights = [len(token.spoken) + 1 for token in line.tokens]
    total, position = sum(weights), 0
    start, lasts = Fraction(cue.start_ms, 1000), Fraction(cue.end_ms - cue.start_ms, 1000)
    for number, (token, weight) in enumerate(zip(line.tokens, weights, strict=True)):
        edges = (start + lasts * Fraction(part, total) for part in (position, position + weight))
        position += weight
        span = TimeRange(*edges)
        yield _word(token, span, line, number=number, trust=_SPREAD_TRUST, source=SPREAD)


def _word(token: Token, span: TimeRange, line: Line, *, number: int, trust: float, source: str) -> Word:
    return Word(
        text=token.display,
        span=span,
        line=line.id,
        token=number,
        confidence=trust,
        source=source,
        gap=token.gap,
    )
