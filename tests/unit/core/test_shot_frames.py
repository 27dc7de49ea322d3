"""Shots counted in frames, and lines of a script as read and as spoken."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language, StylePack
from renderer.core.picture_spec import PainterSpec
from renderer.core.script import Line, Token, display_text, spoken_text
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Shot, Storyboard, Transition
from renderer.core.timecode import ZERO, TimeRange
from renderer.text.lines import build_line


def board(*lengths: Fraction, transition: Fraction = ZERO) -> Storyboard:
    now, shots = ZERO, list[Shot]()
    for length in lengths:
        moved = Transition(kind="fade", duration=transition) if shots and transition else Transition()
        span = TimeRange(now, now + length)
        shots.append(Shot(span=span, scene="s", picture=PainterSpec(painter="sky", seed=1), transition=moved))
        now = span.end
    return Storyboard(pack=StylePack.DOCUMENTARY, shots=tuple(shots))


def test_a_shot_stays_on_screen_while_the_next_comes_in() -> None:
    first, second = shots_in_frames(board(Fraction(2), Fraction(3), transition=Fraction(1, 2)), 30)
    assert (first.start, first.stop, first.seconds, first.transition_frames) == (0, 60, Fraction(5, 2), 0)
    assert (second.start, second.stop, second.seconds, second.transition_frames) == (60, 150, Fraction(3), 15)


def test_a_transition_has_whole_frames_and_no_more_than_its_shot() -> None:
    _, second = shots_in_frames(board(Fraction(2), Fraction(1, 10), transition=Fraction(1)), 30)
    assert second.transition_frames == 3
    _, odd = shots_in_frames(board(Fraction(2), Fraction(2), transition=Fraction(11, 100)), 30)
    assert odd.transition_frames == 3


def test_a_shot_between_two_frames_has_none() -> None:
    first, second, third = shots_in_frames(board(Fraction(1001, 1000), Fraction(1, 1000), Fraction(1)), 30)
    assert (first.stop, second.start, second.stop, third.start) == (31, 31, 31, 31)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.fractions(min_value=0, max_value=9, max_denominator=48_000), min_size=1, max_size=9),
    st.integers(10, 60),
    st.fractions(min_value=0, max_value=2, max_denominator=100),
)
def test_shots_tile_their_frames_at_any_rate(lengths: list[Fraction], fps: int, transition: Fraction) -> None:
    found = list(shots_in_frames(board(*lengths, transition=transition), fps))
    assert found[0].start == 0
    assert 0 <= found[-1].stop - sum(lengths) * fps < 1
    assert all(earlier.stop == later.start for earlier, later in pairwise(found))
    assert all(0 <= one.transition_frames <= one.stop - one.start for one in found)
    assert sum(one.seconds for one in found) == sum(lengths) + transition * (len(lengths) - 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "In 1848, the “sea” rose."),
        (Language.DE, "Am 3. Mai stieg das „Meer“ um 2,5 m."),
        (Language.ZH, "他说：“海水上涨了40%。”"),
        (Language.JA, "「なぜ？」と、彼は iPhone に聞いた。"),
        (Language.AR, "ارتفع البحر (٤٠٪) في عام 1848."),
        (Language.HI, "समुद्र 40% बढ़ गया।"),
        (Language.RU, "Море — «чёрное» — поднялось."),
    ],
)
def test_a_line_is_read_as_it_was_written(language: Language, text: str) -> None:
    line = build_line(text, id="l", language=language)
    assert display_text(line).replace("\u00a0", " ") == text


def test_what_is_not_said_is_read_and_leaves_no_gap_in_what_is_said() -> None:
    tokens = (
        Token(display="$4.2M", spoken="four point two million dollars"),
        Token(display="(!)", spoken=""),
        Token(display="gone", spoken="gone"),
    )
    line = Line(id="l", tokens=tokens)
    assert display_text(line) == "$4.2M (!) gone"
    assert spoken_text(line) == "four point two million dollars gone"
    assert display_text(Line(id="l", tokens=())) == spoken_text(Line(id="l", tokens=())) == ""
