"""Parts of a film: stretches of passages, the cards between them, and the shots of a stretch."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.core.film import FilmTimeline, Insert, InsertKind, LinePlace
from renderer.core.script import Line, Role, Scene, Script
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration, Word
from renderer.text.lines import build_line
from renderer.visuals.direction.film_parts import (
    LONGEST,
    SHORTEST,
    STRETCH,
    FilmPart,
    Stretch,
    film_parts,
    phrases_of,
)

Event = tuple[str, int] | int
"""A line of a scene with its seconds, or the seconds of a card."""
TEXT = "The old sea rose again over all of the land."


def film(*events: Event) -> tuple[Script, Narration, FilmTimeline]:
    """A film of these events in order; "c1.p2" is the second passage of the first chapter."""
    now, lines, inserts = ZERO, list[LinePlace](), list[Insert]()
    scenes: dict[str, list[Line]] = {}
    words: list[Word] = []
    for number, event in enumerate(events):
        lasts = Fraction(event if isinstance(event, int) else event[1])
        span = TimeRange(now, now + lasts)
        now = span.end
        if isinstance(event, int):
            inserts.append(Insert(kind=InsertKind.QUOTE, span=span, chapter="c1", text=""))
            continue
        line = build_line(TEXT, id=f"l{number}", language=Language.EN)
        scenes.setdefault(event[0], []).append(line)
        chapter = event[0].split(".", maxsplit=1)[0]
        lines.append(LinePlace(line=line.id, sentence=line.id, chapter=chapter, start=span.start))
        step = lasts / len(line.tokens)
        words += [
            Word(
                text=token.display,
                span=TimeRange(span.start + at * step, span.start + (at + 1) * step),
                line=line.id,
                token=at,
                confidence=1.0,
                source="test",
            )
            for at, token in enumerate(line.tokens)
        ]
    script = Script(
        language=Language.EN,
        title="",
        scenes=tuple(Scene(id=name, role=Role.BEAT, lines=tuple(said)) for name, said in scenes.items()),
        source="test",
    )
    timeline = FilmTimeline(duration=now + 1, chapters=(), lines=tuple(lines), inserts=tuple(inserts))
    narration = Narration(audio="", duration=now, lines=(), words=tuple(words), engine="")
    return script, narration, timeline


def shown(parts: list[FilmPart]) -> list[tuple[str, int, int]]:
    return [
        ("card" if isinstance(part, Insert) else part.name, int(part.span.start), int(part.span.end))
        for part in parts
    ]


def test_passages_are_one_stretch_until_it_is_long_enough() -> None:
    parts = film_parts(*film(("c1.p1", 5), ("c1.p2", 6), ("c1.p3", 1), ("c1.p4", 5)))
    assert shown(parts) == [("c1.p1", 0, 12), ("c1.p4", 12, 18)]
    assert STRETCH == 12


def test_a_passage_is_not_divided_however_long_it_is() -> None:
    parts = film_parts(*film(("c1.p1", 9), ("c1.p1", 9), ("c1.p1", 9), ("c1.p2", 9)))
    assert shown(parts) == [("c1.p1", 0, 27), ("c1.p2", 27, 37)]


def test_a_chapter_begins_a_stretch_and_so_does_a_card() -> None:
    parts = film_parts(*film(3, ("c1.p1", 4), ("c2.p1", 4), 5, ("c2.p2", 4)))
    assert shown(parts) == [
        ("card", 0, 3),
        ("c1.p1", 3, 7),
        ("c2.p1", 7, 11),
        ("card", 11, 16),
        ("c2.p2", 16, 21),
    ]


def test_parts_of_a_passage_that_a_quotation_divides_have_names_of_their_own() -> None:
    parts = film_parts(*film(("c1.p1", 4), 3, ("c1.p1", 4), 3, ("c1.p1", 4)))
    assert [name for name, _, _ in shown(parts)] == ["c1.p1", "card", "c1.p1/1", "card", "c1.p1/2"]
    said = [
        [line.id for scene in part.scenes for line in scene.lines]
        for part in parts
        if isinstance(part, Stretch)
    ]
    assert said == [["l0"], ["l2"], ["l4"]]


def test_what_is_silent_before_the_first_words_belongs_to_the_first_part() -> None:
    script, narration, timeline = film(("c1.p1", 4))
    late = FilmTimeline(
        duration=Fraction(9),
        chapters=(),
        lines=(LinePlace(line="l0", sentence="l0", chapter="c1", start=Fraction(2)),),
        inserts=timeline.inserts,
    )
    assert shown(film_parts(script, narration, late)) == [("c1.p1", 0, 9)]


EVENTS = st.lists(
    st.one_of(st.integers(1, 6), st.tuples(st.sampled_from(("c1.p1", "c1.p2", "c2.p1")), st.integers(2, 14))),
    min_size=1,
    max_size=12,
)


@settings(max_examples=50, deadline=None)
@given(EVENTS)
def test_parts_tile_the_film_have_names_of_their_own_and_say_every_word_once(events: list[Event]) -> None:
    script, narration, timeline = film(*events)
    parts = film_parts(script, narration, timeline)
    assert (parts[0].span.start, parts[-1].span.end) == (ZERO, timeline.duration)
    assert all(earlier.span.end == later.span.start for earlier, later in pairwise(parts))
    stretches = [part for part in parts if isinstance(part, Stretch)]
    assert len({part.name for part in stretches}) == len(stretches)
    assert [word for part in stretches for word in part.words] == list(narration.words)
    assert len(parts) - len(stretches) == len(timeline.inserts)


@pytest.mark.parametrize(("seconds", "most"), [(2, 6.0), (5, 8.0), (9, 10.0)])
def test_shots_of_a_stretch_tile_it_and_are_longer_where_sentences_are(seconds: int, most: float) -> None:
    script, narration, timeline = film(4, *[("c1.p1", seconds)] * 9)
    stretch = film_parts(script, narration, timeline)[1]
    assert isinstance(stretch, Stretch)
    phrases = phrases_of(stretch, script)
    assert (phrases[0].span.start, phrases[-1].span.end) == (stretch.span.start, stretch.span.end)
    assert all(earlier.span.end == later.span.start for earlier, later in pairwise(phrases))
    assert [word.text for phrase in phrases for word in phrase.words] == [word.text for word in stretch.words]
    lengths = [float(phrase.span.duration) for phrase in phrases]
    assert all(float(SHORTEST) - 1 <= length <= float(LONGEST) for length in lengths)
    assert sum(lengths) / len(lengths) <= most


def test_long_sentences_linger_and_short_ones_run() -> None:
    def mean(seconds: int) -> float:
        script, narration, timeline = film(*[("c1.p1", seconds)] * (72 // seconds))
        (stretch,) = film_parts(script, narration, timeline)
        assert isinstance(stretch, Stretch)
        phrases = phrases_of(stretch, script)
        return float(stretch.span.duration) / len(phrases)

    assert mean(2) < mean(8)
