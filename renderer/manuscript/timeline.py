"""Lays a fitted manuscript on the film's clock, once the true length of every sentence is known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from renderer.core.film import OPENING_CHAPTER, FilmChapter, FilmTimeline, Insert, InsertKind, LinePlace
from renderer.core.timecode import ZERO, TimeRange
from renderer.manuscript.document import Chapter, Sentence
from renderer.manuscript.film_fit import Breathing, Cards, FilmFit
from renderer.manuscript.fitting import OPENING_PAUSES, QUOTE_SECONDS, with_cards
from renderer.manuscript.lengths import CHAPTER_PAUSE, PASSAGE_PAUSE, SENTENCE_PAUSE, chapter_start

LEAD_IN: Final = 0.2
"""Seconds before the first word; part of the silence around the cold open."""
_STEPS: Final = 48_000
"""Parts of a second in which pauses are counted."""


def laid_on_time(fit: FilmFit, spoken: Mapping[str, Fraction], *, cards: Cards, fps: int) -> FilmTimeline:
    """The timeline of a film whose sentences take `spoken` seconds each (by id).

    It starts with the cold open and the title, continues with the chapters, each after its card where cards
    are on, and ends with the closing.
    """
    clock = _Clock(fps=fps)
    manuscript, opening = fit.manuscript, fit.breathing.opening
    first = manuscript.chapters[0].id
    if opening:
        clock.wait(LEAD_IN)
        clock.say(f"{OPENING_CHAPTER}.{opening}", opening, chapter=OPENING_CHAPTER, seconds=spoken[opening])
        clock.wait(OPENING_PAUSES - LEAD_IN)
    clock.show(InsertKind.TITLE, cards.opening, chapter=first, text=manuscript.title)
    chapters: list[FilmChapter] = []
    for number, chapter in enumerate(manuscript.chapters, start=1):
        start = clock.now if chapters else ZERO
        if cards.chapter and chapter in with_cards(manuscript):
            clock.show(
                InsertKind.CHAPTER, cards.chapter, chapter=chapter.id, text=chapter.title, number=number
            )
        _tell(chapter, fit.breathing, spoken, clock, stretch=fit.breathing.stretch_of(number))
        if chapter is manuscript.chapters[-1]:
            clock.show(InsertKind.CLOSING, cards.closing, chapter=chapter.id, text=manuscript.title)
        else:
            clock.turn()
        chapters.append(
            FilmChapter(id=chapter.id, number=number, title=chapter.title, span=TimeRange(start, clock.now))
        )
    return FilmTimeline(
        duration=clock.now,
        chapters=tuple(chapters),
        lines=tuple(clock.lines),
        inserts=tuple(clock.inserts),
    )


@dataclass(slots=True, kw_only=True)
class _Clock:
    """The current position in the film: on a frame, except directly after a line."""

    fps: int
    now: Fraction = ZERO
    lines: list[LinePlace] = field(default_factory=list)
    inserts: list[Insert] = field(default_factory=list)

    def wait(self, seconds: float) -> None:
        """Advance by this many seconds, to the nearest whole frame that is not over yet."""
        exact = Fraction(seconds).limit_denominator(_STEPS)
        frame = max(math.ceil(self.now * self.fps), round((self.now + exact) * self.fps))
        self.now = Fraction(frame, self.fps)

    def turn(self) -> None:
        """Advance to where the next chapter begins."""
        self.now = Fraction(math.ceil(chapter_start(self.now) * self.fps), self.fps)

    def say(self, line: str, sentence: str, *, chapter: str, seconds: Fraction) -> None:
        """Place a line that is spoken from the current position."""
        self.lines.append(LinePlace(line=line, sentence=sentence, chapter=chapter, start=self.now))
        self.now += seconds

    def show(self, kind: InsertKind, seconds: float, *, chapter: str, text: str, number: int = 0) -> None:
        """Place a picture without speech."""
        start = self.now
        self.wait(seconds)
        span = TimeRange(start, self.now)
        self.inserts.append(Insert(kind=kind, span=span, chapter=chapter, text=text, number=number))


def _tell(
    chapter: Chapter,
    breathing: Breathing,
    spoken: Mapping[str, Fraction],
    clock: _Clock,
    *,
    stretch: float,
) -> None:
    recaps = [sentence for sentence in chapter.sentences if sentence.id in breathing.recaps]
    for passage in chapter.passages:
        for sentence in passage.sentences:
            clock.say(sentence.id, sentence.id, chapter=chapter.id, seconds=spoken[sentence.id])
            clock.wait(stretch * _pause_after(sentence, chapter, is_last=not recaps))
            if sentence.id in breathing.quotes:
                clock.show(InsertKind.QUOTE, QUOTE_SECONDS, chapter=chapter.id, text=sentence.text)
    for sentence in recaps:
        clock.wait(SENTENCE_PAUSE)
        clock.say(f"{sentence.id}.again", sentence.id, chapter=chapter.id, seconds=spoken[sentence.id])
    if recaps:
        clock.wait(stretch * CHAPTER_PAUSE)


def _pause_after(sentence: Sentence, chapter: Chapter, *, is_last: bool) -> float:
    """Seconds at the natural pace; 0 after the chapter's last sentence where a recap follows."""
    if sentence.id == chapter.sentences[-1].id:
        return CHAPTER_PAUSE if is_last else 0.0
    closes = any(sentence.id == passage.sentences[-1].id for passage in chapter.passages)
    return PASSAGE_PAUSE if closes else SENTENCE_PAUSE
