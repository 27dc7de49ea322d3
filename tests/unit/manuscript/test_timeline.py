from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.core.film import FilmTimeline, InsertKind
from renderer.core.mix import STEP_SECONDS
from renderer.manuscript.film_fit import Cards, FilmFit
from renderer.manuscript.fitting import fitted
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.refitting import refitted
from renderer.manuscript.timeline import laid_on_time
from tests.unit.manuscript.scripts import measured, script

CARDS = Cards()


def spoken_film(text: str, *, error: float = 1.0, fps: int = 30) -> tuple[FilmFit, FilmTimeline]:
    """A film whose sentences take `error` times as long as was estimated."""
    manuscript, lengths = measured(text)
    fit = fitted(manuscript, lengths, target=780.0, cards=CARDS)
    speech = {name: seconds * error / fit.breathing.rate for name, seconds in lengths.speech.items()}
    exact = {name: Fraction(seconds).limit_denominator(48_000) for name, seconds in speech.items()}
    final = refitted(fit, Lengths(speech=speech), target=780.0, cards=CARDS)
    return final, laid_on_time(final, exact, cards=CARDS, fps=fps)


@pytest.mark.parametrize("sentences", [160, 185, 400])
@pytest.mark.parametrize("error", [0.93, 1.0, 1.07])
def test_the_film_lasts_what_it_was_asked_for(sentences: int, error: float) -> None:
    _, timeline = spoken_film(script(sentences=sentences, chapters=6), error=error)
    assert abs(timeline.duration - 780) <= Fraction(3, 100) * 780


@settings(max_examples=12)
@given(sentences=st.integers(170, 300), chapters=st.integers(1, 9), fps=st.sampled_from([24, 30, 50]))
def test_everything_begins_on_a_frame_and_nothing_overlaps(sentences: int, chapters: int, fps: int) -> None:
    fit, timeline = spoken_film(script(sentences=sentences, chapters=chapters), fps=fps)
    moments = [place.start for place in timeline.lines]
    moments += [edge for insert in timeline.inserts for edge in (insert.span.start, insert.span.end)]
    assert all((moment * fps).denominator == 1 for moment in moments)
    starts = sorted(
        [place.start for place in timeline.lines] + [insert.span.start for insert in timeline.inserts]
    )
    assert len(set(starts)) == len(starts)
    spans = [chapter.span for chapter in timeline.chapters]
    assert spans[0].start == 0
    assert spans[-1].end == timeline.duration
    assert all(one.end == other.start for one, other in pairwise(spans))
    told = [place.sentence for place in timeline.lines if place.line == place.sentence]
    assert told == [sentence.id for sentence in fit.manuscript.sentences]


def test_a_cold_open_comes_before_the_title_and_every_chapter_has_its_card() -> None:
    fit, timeline = spoken_film(script(sentences=185, chapters=5))
    title, *rest = timeline.inserts
    assert fit.breathing.opening
    assert timeline.lines[0].sentence == fit.breathing.opening
    assert timeline.lines[0].start < title.span.start < timeline.lines[1].start
    assert title.kind is InsertKind.TITLE
    cards = [insert for insert in rest if insert.kind is InsertKind.CHAPTER]
    assert [card.number for card in cards] == [1, 2, 3, 4, 5]
    assert timeline.inserts[-1].kind is InsertKind.CLOSING


def test_a_changed_word_moves_its_chapter_alone_or_the_others_by_whole_steps() -> None:
    text = script(sentences=172, chapters=5)
    changed = text.replace("In March", "In deepest December", 1)
    (fit, before), (other, after) = spoken_film(text), spoken_film(changed)
    assert other.breathing == replace(fit.breathing)
    steps = [
        {line.line: later.start - line.start for line, later in pairwise(film.lines)}
        for film in (before, after)
    ]
    changed_lines = {line for line in steps[0] if steps[0][line] != steps[1][line]}
    chapter_of = {place.line: place.chapter for place in before.lines}
    turns = {one.line for one, other in pairwise(before.lines) if one.chapter != other.chapter}
    assert len(changed_lines - turns) == 1
    assert {chapter_of[line] for line in changed_lines} == {chapter_of[min(changed_lines - turns)]}
    starts = zip(before.chapters[1:], after.chapters[1:], strict=True)
    assert all((later.span.start - one.span.start) % STEP_SECONDS == 0 for one, later in starts)


@settings(max_examples=12)
@given(error=st.floats(0.93, 1.07), sentences=st.integers(170, 300), chapters=st.integers(1, 9))
def test_chapters_begin_on_steps_and_the_film_is_as_long_as_wanted(
    error: float, sentences: int, chapters: int
) -> None:
    _, timeline = spoken_film(script(sentences=sentences, chapters=chapters), error=error)
    assert all(chapter.span.start % STEP_SECONDS == 0 for chapter in timeline.chapters)
    assert abs(timeline.duration - 780) <= Fraction(3, 100) * 780
    assert len(timeline.sections) == len(timeline.chapters) - 1


def test_where_steps_are_no_whole_frames_chapters_begin_on_the_frame_behind() -> None:
    _, timeline = spoken_film(script(sentences=185, chapters=6), fps=24)
    late = [chapter.span.start % STEP_SECONDS for chapter in timeline.chapters]
    assert any(late)
    assert all(behind < Fraction(1, 24) for behind in late)
