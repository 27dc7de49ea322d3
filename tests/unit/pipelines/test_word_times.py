"""Words of a line from the times of its tokens, how long a video is for them, and when scenes begin."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.scoring import scene_starts
from pipelines.timing import TAIL, frame_count, video_duration
from pipelines.word_times import timed_words
from renderer.contract.vocabulary import Language
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, TakeLine, TakeToken, Word, moved
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from tests.support.narrated import narration_of, script_of

LINE = build_line("The sea rose.", id="s1.l1", language=Language.EN)


def token(number: int, start: int, end: int) -> TakeToken:
    return TakeToken(
        token=number, span=TimeRange(Fraction(start, 100), Fraction(end, 100)), confidence=0.5 + number / 10
    )


def words(*tokens: TakeToken) -> list[Word]:
    return list(timed_words(LINE, tokens, source="dtw"))


def test_words_are_the_tokens_with_their_times() -> None:
    found = words(token(0, 0, 10), token(1, 12, 40), token(2, 40, 90))
    assert [(word.text, word.token, word.line, word.source) for word in found] == [
        ("The", 0, "s1.l1", "dtw"),
        ("sea", 1, "s1.l1", "dtw"),
        ("rose.", 2, "s1.l1", "dtw"),
    ]
    assert [word.span for word in found] == [
        one.span for one in (token(0, 0, 10), token(1, 12, 40), token(2, 40, 90))
    ]
    assert [word.confidence for word in found] == [0.5, 0.6, 0.7]


def test_a_word_that_begins_before_the_one_before_it_ends_waits() -> None:
    found = words(token(0, 0, 50), token(1, 20, 70), token(2, 70, 90))
    assert [word.span.start for word in found] == [0, Fraction(1, 2), Fraction(7, 10)]


def test_a_word_inside_the_one_before_it_has_no_time_of_its_own() -> None:
    found = words(token(0, 0, 50), token(1, 20, 30), token(2, 60, 90))
    assert found[1].span == TimeRange(Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("numbers", [(), (0, 1), (0, 2, 1), (1, 2, 3), (0, 1, 1), (0, 1, 2, 3)])
def test_a_line_of_which_not_every_word_has_its_time_is_refused(numbers: tuple[int, ...]) -> None:
    tokens = [token(number, 10 * number, 10 * number + 10) for number in numbers]
    with pytest.raises(ClipwrightError) as caught:
        words(*tokens)
    assert caught.value.code == "alignment_failed"
    assert caught.value.facts["line"] == "s1.l1"


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 200)), min_size=3, max_size=3))
def test_words_rise_and_never_overlap_whatever_the_engine_says(times: list[tuple[int, int]]) -> None:
    found = words(*(token(number, start, start + lasts) for number, (start, lasts) in enumerate(times)))
    assert all(earlier.span.end <= later.span.start for earlier, later in pairwise(found))
    assert found[-1].span.end == max(Fraction(start + lasts, 100) for start, lasts in times)


def test_a_line_moved_to_another_clock_keeps_its_words_distances() -> None:
    taken = TakeLine(
        line="old", span=TimeRange(Fraction(2), Fraction(5)), tokens=(token(0, 250, 300), token(1, 300, 420))
    )
    there = moved(taken, line="new", to=Fraction(1, 3))
    assert (there.line, there.span) == ("new", TimeRange(Fraction(1, 3), Fraction(10, 3)))
    assert [one.span.start - there.span.start for one in there.tokens] == [Fraction(1, 2), Fraction(1)]
    assert moved(there, line="old", to=Fraction(2)) == taken


@pytest.mark.parametrize("fps", [10, 24, 25, 30, 60])
@pytest.mark.parametrize("seconds", [Fraction(0), Fraction(1, 3), Fraction(10), Fraction(59_999, 1000)])
def test_a_video_lasts_whole_frames_and_no_frame_less_than_its_narration_and_tail(
    seconds: Fraction, fps: int
) -> None:
    narration = Narration(audio="", duration=seconds, lines=(), words=(), engine="")
    count, lasts = frame_count(narration, fps), video_duration(narration, fps)
    assert lasts * fps == count
    assert seconds + TAIL <= lasts < seconds + TAIL + Fraction(1, fps)


def test_scenes_begin_with_their_first_lines_and_there_are_as_many_as_scenes() -> None:
    script = script_of("t", [["One.", "Two."], ["Three."], ["Four.", "Five.", "Six."]])
    narration = narration_of(script)
    starts = scene_starts(script, narration)
    by_line = {line.line: line.span.start for line in narration.lines}
    assert starts == (by_line["s0.l0"], by_line["s1.l0"], by_line["s2.l0"])
    assert list(starts) == sorted(set(starts))
