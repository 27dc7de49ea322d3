"""Timed lines as callers send them: sorted, trimmed, and refused with the place of the wrong one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import ApiProblem
from api.remix.projects.cues import in_order
from api.remix.projects.settings import TimedLine

LONG = 60_000


def line(start: int, end: int, text: str = "Text.") -> TimedLine:
    return TimedLine(start_ms=start, end_ms=end, text=text)


def told(*lines: TimedLine, duration_ms: int = LONG) -> str:
    with pytest.raises(ApiProblem) as caught:
        in_order(lines, duration_ms=duration_ms, what="cue")
    assert caught.value.code == "invalid_request"
    return caught.value.detail


def test_lines_are_put_in_order_and_may_touch() -> None:
    found = in_order(
        [line(500, 900, "b"), line(900, 901, "c"), line(0, 500, "a")], duration_ms=901, what="cue"
    )
    assert found == [
        {"start_ms": 0, "end_ms": 500, "text": "a"},
        {"start_ms": 500, "end_ms": 900, "text": "b"},
        {"start_ms": 900, "end_ms": 901, "text": "c"},
    ]


@settings(max_examples=40)
@given(marks=st.lists(st.integers(0, LONG), min_size=2, max_size=20, unique=True).map(sorted), data=st.data())
def test_lines_that_do_not_overlap_are_taken_in_any_order(marks: list[int], data: st.DataObject) -> None:
    lines = [line(start, end) for start, end in pairwise(marks)]
    mixed = data.draw(st.permutations(lines))
    found = in_order(mixed, duration_ms=LONG, what="cue")
    assert found == [each.model_dump() for each in lines]


@pytest.mark.parametrize(
    ("second", "starts"), [((499, 900), 499), ((0, 500), 0), ((100, 200), 100), ((0, 1), 0)]
)
def test_an_overlap_names_both_by_their_times(second: tuple[int, int], starts: int) -> None:
    said = told(line(0, 500), line(*second))
    assert said == f"The cue at {starts} ms begins before the one at 0 ms ends."


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (line(5, 5), "cue 2 ends before it starts."),
        (line(9, 5), "cue 2 ends before it starts."),
        (line(900, 1001), "cue 2 ends after the video, which has 1000 ms."),
        (line(900, 950, " \u2003\n"), "cue 2 has no text."),
        (line(900, 950, "a\0b"), "cue 2 has the character U+0000."),
    ],
)
def test_a_wrong_line_is_named_by_its_place_as_sent(wrong: TimedLine, said: str) -> None:
    assert told(line(0, 500), wrong, line(600, 700), duration_ms=1000) == said


@pytest.mark.parametrize(
    "text",
    [
        "two\nlines\tand a tab",
        "می\u200cخواهم بروم",
        "क्\u200dष",
        "\u2067שלום\u2069 and on",
        "السعر \u200e5\u200f ريال",
        "👩\u200d🚀 go",
        "…?",
        "two\r\nlines",
        "soft\u00adhyphen, zero\u200bwidth, word\u2060joiner",
        "\u202bשלום\u202c and on",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f go",
        "\x1b[2J",
    ],
)
def test_characters_that_do_not_show_stay(text: str) -> None:
    (found,) = in_order([line(0, 9, text)], duration_ms=9, what="cue")
    assert found["text"] == text


def test_white_space_around_a_text_goes() -> None:
    (found,) = in_order([line(0, 9, "\u3000 Ein Satz.\n")], duration_ms=9, what="cue")
    assert found["text"] == "Ein Satz."


def test_no_lines_are_no_lines() -> None:
    assert in_order([], duration_ms=0, what="script line") == []
