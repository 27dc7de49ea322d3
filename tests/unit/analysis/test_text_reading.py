"""Text is found as if every picture were read, though only about half of them are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.analysis.text_reading import TextReader
from renderer.backends.vision.base import DetectedBox, Rgb

LINES = (
    (),
    (DetectedBox(left=0.2, top=0.8, width=0.6, height=0.1, score=0.9),),
    (DetectedBox(left=0.1, top=0.1, width=0.3, height=0.1, score=0.9),),
)


@dataclass
class Counting:
    """Tells from a picture's level which lines are on it, and counts how often it is asked."""

    asked: list[int] = field(default_factory=list)
    name: str = "counting"
    fingerprint: str = "counting"

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        shown = int(picture[0, 0, 0]) // 50
        self.asked.append(shown)
        return LINES[shown]


def picture(shown: int, number: int) -> Rgb:
    """A picture that differs from its neighbours, whatever is written on it."""
    made = np.full((90, 160, 3), shown * 50, np.uint8)
    made[40:, :, 1] = 60 + number % 2 * 60
    return made


def found(shown: list[int], *, steady: bool = False) -> tuple[dict[int, tuple[DetectedBox, ...]], int]:
    detector = Counting()
    with TextReader(detector) as reader:
        for number, each in enumerate(shown):
            made = picture(each, each if steady else number)
            reader.read(number, np.ascontiguousarray(made[:, :, 1]), made)
        rows = reader.found(lambda: None)
    assert [number for number, _ in rows] == list(range(len(shown)))
    return dict(rows), len(detector.asked)


@settings(max_examples=40, deadline=None)
@given(
    runs=st.lists(st.tuples(st.integers(0, 2), st.integers(2, 9)), min_size=1, max_size=8),
    steady=st.booleans(),
)
def test_what_stands_for_two_readings_is_found_wherever_it_is(
    runs: list[tuple[int, int]], *, steady: bool
) -> None:
    shown = [line for line, length in runs for _ in range(length)]
    seen, _ = found(shown, steady=steady)
    assert [seen[number] for number in range(len(shown))] == [LINES[line] for line in shown]


def test_about_half_of_them_are_read() -> None:
    _, asked = found([1] * 20 + [0] * 21 + [2] * 20)
    assert asked <= 34


def test_at_a_cut_a_picture_has_the_lines_of_its_own_shot() -> None:
    """Nothing between two shots is read: each of its pictures looks like its neighbours."""
    detector, shots = Counting(), [1] * 7 + [2] * 6 + [0] * 8
    with TextReader(detector) as reader:
        for number, shown in enumerate(shots):
            made = np.full((90, 160, 3), shown * 50, np.uint8)
            made[:, :, 1] = shown * 80 + number % 2 * 12
            reader.read(number, np.ascontiguousarray(made[:, :, 1]), made)
        rows = reader.found(lambda: None)
    assert [boxes for _, boxes in rows] == [LINES[shown] for shown in shots]
    assert len(detector.asked) == 11


def test_a_picture_that_shows_nothing_new_is_not_read() -> None:
    detector, made = Counting(), picture(1, 3)
    with TextReader(detector) as reader:
        for number in range(30):
            reader.read(number, np.ascontiguousarray(made[:, :, 1]), made)
        rows = reader.found(lambda: None)
    assert [boxes for _, boxes in rows] == [LINES[1]] * 30
    assert len(detector.asked) == 1
