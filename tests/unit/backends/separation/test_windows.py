"""Sound through windows of one length: as much out as in, without seams, holding a window at most."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.separation.base import Samples
from renderer.backends.separation.windows import through_windows


def noise(count: int) -> Samples:
    return np.random.default_rng(count).uniform(-1, 1, (2, count)).astype(np.float32)


def blocks(sound: Samples, sizes: list[int]) -> Iterator[Samples]:
    """The sound in blocks of these sizes in turn, some of them empty."""
    start, turn = 0, 0
    while start < sound.shape[1]:
        size = sizes[turn % len(sizes)]
        yield sound[:, start : start + size]
        start, turn = start + size, turn + 1


def joined(pieces: Iterator[Samples]) -> Samples:
    return np.concatenate([np.zeros((2, 0), np.float32), *pieces], axis=1)


@settings(max_examples=50, deadline=None)
@given(
    st.integers(0, 700),
    st.tuples(st.integers(8, 200), st.floats(0, 0.5)),
    st.lists(st.integers(0, 300), min_size=1, max_size=3).filter(any),
)
def test_what_does_nothing_changes_nothing(count: int, sizes: tuple[int, float], cut: list[int]) -> None:
    window, overlap = sizes[0], int(sizes[0] * sizes[1])
    sound = noise(count)
    found = joined(through_windows(blocks(sound, cut), np.copy, window=window, overlap=overlap))
    assert found.shape == sound.shape
    assert np.allclose(found, sound, atol=1e-5)


def test_every_window_is_whole_and_what_is_missing_is_silence() -> None:
    seen: list[Samples] = []

    def work(block: Samples) -> Samples:
        seen.append(block.copy())
        return block

    sound = noise(150)
    joined(through_windows(iter([sound]), work, window=100, overlap=20))
    assert {block.shape for block in seen} == {(2, 100)}
    assert all(block.flags["C_CONTIGUOUS"] for block in seen)
    assert not seen[0][:, :20].any()
    assert np.array_equal(seen[0][:, 20:], sound[:, :80])
    assert not seen[-1][:, -10:].any()


def test_what_windows_disagree_about_is_faded_from_one_to_the_next() -> None:
    """Each window returns its own number, so between two windows the values must rise evenly."""
    numbers = iter(range(1, 100))

    def work(block: Samples) -> Samples:
        return np.full_like(block, next(numbers))

    found = joined(through_windows(iter([noise(400)]), work, window=100, overlap=50))[0]
    steps = np.diff(found)
    assert found[0] == pytest.approx(1, abs=0.05)
    assert (steps >= -1e-6).all()
    assert steps.max() < 1 / 50 + 1e-5


def test_without_an_overlap_windows_stand_side_by_side() -> None:
    numbers = iter(range(1, 100))

    def work(block: Samples) -> Samples:
        return np.full_like(block, next(numbers))

    found = joined(through_windows(iter([noise(250)]), work, window=100, overlap=0))[0]
    assert np.array_equal(found, np.repeat([1, 2, 3], [100, 100, 50]))


def test_sound_comes_out_before_all_of_it_went_in() -> None:
    given_out = 0

    def source() -> Iterator[Samples]:
        nonlocal given_out
        for _ in range(50):
            given_out += 100
            yield noise(100)

    pieces = through_windows(source(), np.copy, window=200, overlap=50)
    first = next(pieces)
    assert first.shape[1] == 100
    assert given_out <= 300


def test_of_silence_nothing_is_asked_and_nothing_comes() -> None:
    def work(block: Samples) -> Samples:
        raise AssertionError(block)

    empty = np.zeros((2, 0), np.float32)
    assert list(through_windows(iter([empty, empty]), work, window=100, overlap=50)) == []
