"""The words of a line from the times of its tokens, wherever those come from."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from renderer.core.script import Line
from renderer.core.timecode import TimeRange
from renderer.core.words import TakeToken, Word
from renderer.errors import ClipwrightError


def timed_words(line: Line, tokens: tuple[TakeToken, ...], *, source: str) -> Iterator[Word]:
    """The words of a line, in order, none starting before the one before it has ended.

    Raises:
        ClipwrightError: `alignment_failed` if not every token has a time.
    """
    if [token.token for token in tokens] != list(range(len(line.tokens))):
        raise ClipwrightError("alignment_failed", line=line.id, reason="not every word got a time")
    floor = Fraction(0)
    for token, taken in zip(line.tokens, tokens, strict=True):
        start = max(floor, taken.span.start)
        floor = max(start, taken.span.end)
        yield Word(
            text=token.display,
            span=TimeRange(start, floor),
            line=line.id,
            token=taken.token,
            confidence=taken.confidence,
            source=source,
            gap=token.gap,
        )
