"""What a video has already shown, and drawing by weights."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from renderer.visuals.direction.ledger import Ledger, pick

CHOICES = st.lists(
    st.tuples(st.text(min_size=1, max_size=3), st.floats(0.01, 100)),
    min_size=1,
    max_size=8,
    unique_by=lambda c: c[0],
)


def rng(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def test_a_shot_is_noted_in_every_column() -> None:
    ledger = Ledger()
    ledger.shown("map", "dusk", ("ship", "anchor"), anchored=False)
    ledger.shown("map", "dawn", ("ship",), anchored=True)
    assert (ledger.shots, ledger.returns, ledger.last_return) == (2, 1, 2)
    assert ledger.artwork == Counter({"ship": 2, "anchor": 1})
    assert (ledger.painters["map"], ledger.palettes["dusk"], ledger.pairs["map", "dawn"]) == (2, 1, 1)
    assert (ledger.last_painter, ledger.last_palette) == ("map", "dawn")


def test_a_shot_without_the_topics_subject_is_no_return() -> None:
    ledger = Ledger()
    ledger.shown("map", "dusk", (), anchored=True)
    for _ in range(3):
        ledger.shown("chart", "dusk", (), anchored=False)
    assert (ledger.shots, ledger.returns, ledger.last_return) == (4, 1, 1)


@given(choices=CHOICES, seed=st.integers(0, 2**32 - 1))
def test_a_draw_is_one_of_the_names_and_the_same_again(choices: list[tuple[str, float]], seed: int) -> None:
    assert pick(rng(seed), choices) == pick(rng(seed), choices)
    assert pick(rng(seed), choices) in {name for name, _ in choices}


def test_draws_follow_the_weights() -> None:
    generator = rng(1)
    found = Counter(pick(generator, [("a", 6.0), ("b", 3.0), ("c", 1.0)]) for _ in range(4000))
    assert [round(found[name] / 400) for name in "abc"] == [6, 3, 1]


def test_a_draw_takes_one_number_of_its_generator_whatever_the_choices() -> None:
    one, other = rng(5), rng(5)
    pick(one, [("a", 1.0)])
    pick(other, [(str(number), 1.0) for number in range(9)])
    assert one.random() == other.random()
