"""However long words and the silences between them are, no picture is shown longer than it may be."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.film import FilmTimeline, LinePlace
from renderer.core.script import Script
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration, Word
from renderer.visuals.direction import film_parts
from renderer.visuals.direction.cuts import PACES, cut_phrases
from renderer.visuals.direction.film_parts import Stretch, phrases_of
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.rhythm import STANDS
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import script_of

LONG = Fraction(819, 100)
"""Seconds that figures with a colon between them took in the fuzz test's steady voice."""

SECONDS = st.fractions(min_value=Fraction(1, 50), max_value=40, max_denominator=100)
SILENCE = st.fractions(min_value=0, max_value=10, max_denominator=100)
TIMINGS = st.lists(st.tuples(SECONDS, SILENCE), min_size=1, max_size=12)
Timing = list[tuple[Fraction, Fraction]]
"""Length of each word, and of the silence after it."""


def said(timing: Timing) -> tuple[Script, Narration]:
    """A script of two scenes with one line each, and its words at these times."""
    half = len(timing) // 2
    counts = [count for count in (half, len(timing) - half) if count]
    script = script_of("Figures", [[" ".join(["nine"] * count)] for count in counts])
    starts = accumulate((lasts + silence for lasts, silence in timing), initial=ZERO)
    places = [(line.id, at) for line in script.lines for at in range(len(line.tokens))]
    words = tuple(
        Word(
            text="nine",
            span=TimeRange(start, start + lasts),
            line=line,
            token=at,
            confidence=1.0,
            source="test",
        )
        for (lasts, _), start, (line, at) in zip(timing, starts, places, strict=False)
    )
    assert len(words) == len(timing)
    end = sum((lasts + silence for lasts, silence in timing), ZERO)
    return script, Narration(audio="", duration=end, lines=(), words=words, engine="test")


def check_tiles(phrases: tuple[Phrase, ...], span: TimeRange, most: Fraction) -> None:
    assert (phrases[0].span.start, phrases[-1].span.end) == (span.start, span.end)
    assert all(one.span.end == other.span.start for one, other in pairwise(phrases))
    assert all(0 < phrase.span.duration <= most for phrase in phrases)


@settings(max_examples=150, deadline=None)
@given(timing=TIMINGS, pack=st.sampled_from(list(StylePack)), mode=st.sampled_from(list(VideoMode)))
@example(timing=[(LONG, ZERO)], pack=StylePack.CLEAN_EDUCATIONAL, mode=VideoMode.DARK_HISTORY)
def test_however_slowly_words_are_spoken_no_shot_is_longer_than_a_picture_can_stand(
    timing: Timing, pack: StylePack, mode: VideoMode
) -> None:
    script, narration = said(timing)
    rhythm = load_pack(pack).rhythm.at(PACES[mode])
    phrases = cut_phrases(script, narration, rhythm=rhythm, duration=narration.duration + 2)
    check_tiles(phrases, TimeRange(ZERO, narration.duration + 2), STANDS)
    assert {word for phrase in phrases for word in phrase.words} == set(narration.words)


@settings(max_examples=80, deadline=None)
@given(timing=TIMINGS)
@example(timing=[(Fraction(29, 2), ZERO)])
def test_however_slowly_words_of_a_film_are_spoken_no_shot_is_longer_than_a_picture_can_stand(
    timing: Timing,
) -> None:
    script, narration = said(timing)
    places = tuple(
        LinePlace(line=word.line, sentence=word.line, chapter="c1", start=word.span.start)
        for word in narration.words
        if word.token == 0
    )
    timeline = FilmTimeline(duration=narration.duration + 1, chapters=(), lines=places, inserts=())
    for part in film_parts.film_parts(script, narration, timeline):
        assert isinstance(part, Stretch)
        check_tiles(phrases_of(part, script), part.span, film_parts.STANDS)


@pytest.mark.parametrize("pace", sorted(set(PACES.values())))
def test_a_slower_pace_lengthens_shots_but_not_how_long_a_picture_can_stand(pace: Fraction) -> None:
    rhythm = load_pack(StylePack.CLEAN_EDUCATIONAL).rhythm
    assert rhythm.at(pace).ideal == rhythm.ideal * pace
    assert rhythm.at(pace).hook_longest == rhythm.hook_longest * pace
    assert rhythm.at(pace).stands == rhythm.stands == STANDS


def test_a_long_silence_without_words_is_several_shots() -> None:
    script = script_of("Silence", [["Hush."]], Language.EN)
    silent = Narration(audio="", duration=Fraction(20), lines=(), words=(), engine="test")
    rhythm = load_pack(StylePack.DOCUMENTARY).rhythm
    phrases = cut_phrases(script, silent, rhythm=rhythm, duration=Fraction(20))
    check_tiles(phrases, TimeRange(ZERO, Fraction(20)), STANDS)
    assert [phrase.opens_scene for phrase in phrases] == [True, False, False, False]
