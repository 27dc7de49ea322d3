"""The kernels for sound: the same samples with a compiler and without, by any registers; exact maths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import resample_poly, sosfilt

from renderer.kernels.library import library
from renderer.kernels.sound import adding, doubling, filtering, following, hall, hall_design, peaks, plucking
from renderer.kernels.sound.checks import Doubles, Sound
from renderer.kernels.sound.metering import CELL, K_WEIGHTING, MARGIN, interpolator
from renderer.kernels.sound.reference import CHUNK

MODULES = (adding, doubling, filtering, following, hall, peaks, plucking)
MODES = ("reference", "portable", "best")
LOW_PASS = np.array([[0.05, 0.1, 0.05, 1.0, -1.3, 0.5]])

seeds = st.integers(0, 2**32 - 1)
frames = st.one_of(st.integers(1, 400), st.sampled_from([CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]))


@contextmanager
def made_by(mode: str) -> Iterator[None]:
    """Without a compiler, in C for any processor, or in the fastest C available."""
    with pytest.MonkeyPatch.context() as patch:
        if mode == "reference":
            for module in MODULES:
                patch.setattr(module, "library", lambda: None)
        compiled = library()
        assert compiled
        compiled.clipwright_portable(int(mode == "portable"))
        try:
            yield
        finally:
            compiled.clipwright_portable(0)


def alike(make: Callable[[], Sound | Doubles]) -> Sound | Doubles:
    """What all modes make, equal in every byte except the sign of zero."""
    results = []
    for mode in MODES:
        with made_by(mode):
            results.append(make())
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    return results[0]


def noise(seed: int, channels: int, count: int) -> Sound:
    """Columns of a larger array of noise, silent in places."""
    random = np.random.default_rng(seed)
    whole = random.standard_normal((channels, count + 9), np.float32)
    whole[:, count // 3 : count // 2] = 0.0
    return whole[:, 4 : count + 4]


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 5), frames, st.integers(1, 8), seeds)
def test_sections_are_the_recursion_sample_by_sample(
    channels: int, count: int, sections: int, seed: int
) -> None:
    sound, rows = noise(seed, channels, count), np.concatenate([K_WEIGHTING, LOW_PASS] * 3)[:sections]
    states = np.random.default_rng(seed).uniform(-1, 1, (channels, 2 * sections))
    found = alike(lambda: filtering.filtered(sound, rows, states)[0])
    alike(lambda: filtering.filtered(sound, rows, states)[1])
    zi = states.reshape(channels, sections, 2).transpose(1, 0, 2)
    wanted = sosfilt(rows, sound.astype(np.float64), axis=1, zi=zi)[0]
    assert np.allclose(found, wanted, atol=1e-5 * (1 + np.abs(wanted).max(initial=0.0)))


def test_what_has_faded_is_silence_and_costs_nothing() -> None:
    silence, states = np.zeros((2, 3 * CHUNK), np.float32), np.full((2, 2), 1e-20)
    output, after = filtering.filtered(silence, LOW_PASS, states)
    assert not after.any()
    assert not output[:, CHUNK:].any()
    assert output[:, 0].all()


@settings(max_examples=60, deadline=None)
@given(frames, st.floats(0.001, 1.0), st.floats(0.001, 1.0), seeds)
def test_a_level_follows_quicker_one_way(count: int, up: float, down: float, seed: int) -> None:
    values = noise(seed, 1, count)[0].astype(np.float64)
    found = alike(lambda: following.followed(values, up=up, down=down))
    before = np.concatenate([values[:1], found[:-1]])
    steps = np.where(values > before, up, down) * (values - before)
    assert np.array_equal(found, before + steps)


def test_levels_are_one_row() -> None:
    assert len(following.followed(np.zeros(0), up=0.5, down=0.5)) == 0
    with pytest.raises(ValueError, match="one row"):
        following.followed(np.zeros((2, 3)), up=0.5, down=0.5)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(0, 900), st.integers(1, 130), seeds)
def test_energies_are_sums_of_squares(channels: int, count: int, cell: int, seed: int) -> None:
    sound = noise(seed, channels, count)
    found = alike(lambda: filtering.energies(sound, cell))
    whole = sound[:, : count // cell * cell].astype(np.float64).reshape(channels, -1, cell)
    assert np.allclose(found, np.square(whole).sum(axis=(0, 2)), rtol=1e-12)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 3), st.integers(0, 12), seeds)
def test_peaks_are_those_of_the_sound_at_four_times_its_rate(channels: int, cells: int, seed: int) -> None:
    sound = noise(seed, channels, cells * CELL + 2 * MARGIN)
    alike(lambda: peaks.peaks(sound, interpolator()))
    # close to half the rate, interpolators differ
    sound = filtering.filtered(sound, np.concatenate([LOW_PASS] * 2), np.zeros((channels, 4)))[0]
    found = alike(lambda: peaks.peaks(sound, interpolator()))
    inside = slice(4 * MARGIN, 4 * (sound.shape[1] - MARGIN))
    fast = np.abs(resample_poly(sound.astype(np.float64), 4, 1, axis=1, window=("kaiser", 9.0)))[:, inside]
    wanted = fast.reshape(channels, cells, -1).max(axis=(0, 2)) if cells else np.zeros(0)
    assert np.allclose(found, wanted, rtol=0.02, atol=1e-3)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 12), st.floats(0.0, 6.0), seeds)
def test_looking_only_where_it_is_loud_finds_the_highest(cells: int, least: float, seed: int) -> None:
    sound = noise(seed, 2, cells * CELL + 2 * MARGIN)
    sound = np.asarray(sound * 0.7 ** np.random.default_rng(seed).integers(0, 9), np.float32)
    highest = max(least, float(peaks.peaks(sound, interpolator()).max()))
    some = peaks.peaks(sound, interpolator(), least=least, rising=True)
    assert max(least, float(some.max())) == highest


def design() -> hall_design.HallDesign:
    random = np.random.default_rng(4)
    return hall_design.HallDesign(
        delays=np.array([887, 257, 1153, 1301, 300, 1559, 1697, 1867], np.int32),
        gains=random.uniform(0.1, 0.3, 8).astype(np.float32),
        taps=np.array([7, 113, 0, 397, 577, 761], np.int32),
        levels=random.uniform(-0.8, 0.8, (2, 6)).astype(np.float32),
        side=np.float32(0.1),
        middle=np.float32(0.8),
        heard=np.float32(0.9),
    )


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from([0, 1, 2, 255, 256, 257, 2047, 2048, 2049, 5000]), max_size=4), seeds)
def test_a_hall_sounds_the_same_everywhere_and_however_it_is_cut(pieces: list[int], seed: int) -> None:
    sound = noise(seed, 2, 2 * sum(pieces))

    def heard(lengths: list[int]) -> Sound:
        memory, start, parts = hall_design.silent(design()), 0, [np.zeros((2, 0), np.float32)]
        for length in lengths:
            parts.append(hall.rung(sound[:, start : start + 2 * length], design(), memory))
            start += 2 * length
        return np.concatenate(parts, axis=1)

    assert np.array_equal(alike(lambda: heard(pieces)), heard([sum(pieces)]))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 3), st.integers(0, 700), st.floats(-2, 2), seeds)
def test_sounds_are_added_in_place(channels: int, count: int, factor: float, seed: int) -> None:
    sound, ground = noise(seed, channels, count), noise(seed + 1, channels, count)

    def added() -> Sound:
        one, other, alone = (ground.copy() for _ in range(3))
        adding.add_to_both((one, other), sound, (factor, 0.3))
        adding.add(alone, sound, factor)
        assert np.array_equal(one, alone)
        return np.concatenate([one, other])

    wanted = np.concatenate([ground + sound * np.float32(factor), ground + sound * np.float32(0.3)])
    assert np.array_equal(alike(added), wanted)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 2), st.integers(0, 2100), seeds)
def test_doubling_is_the_same_everywhere(channels: int, count: int, seed: int) -> None:
    sound = noise(seed, channels, count + 2 * doubling.REACH)
    found = alike(lambda: doubling.doubled(sound))
    assert np.array_equal(found[:, 0::2], sound[:, doubling.REACH : doubling.REACH + count])


@pytest.mark.parametrize("turns", [0.001, 0.13, 0.3, 0.4])
def test_doubling_keeps_what_lies_below_two_fifths_of_the_rate(turns: float) -> None:
    place = np.arange(2 * 900) / 2 - doubling.REACH
    wave = np.cos(2 * np.pi * turns * place + 0.4)
    found = doubling.doubled(wave[None, ::2].astype(np.float32))[0]
    wanted = wave[2 * doubling.REACH : 2 * doubling.REACH + len(found)]
    assert np.abs(found - wanted).max() < 10 ** (-85 / 20)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 300), st.integers(0, 3000), st.floats(0.2, 3.0), seeds)
def test_a_string_sounds_the_same_everywhere(period: int, count: int, step: float, seed: int) -> None:
    burst = np.random.default_rng(seed).uniform(-1, 1, period)
    found = alike(lambda: plucking.plucked(burst, count, step=step, loss=0.99))
    assert found.shape == (count,)
    first = np.arange(min(count, int((period - 1) / step)))
    assert np.allclose(found[: len(first)], np.interp(first * step, np.arange(period), burst), atol=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: filtering.filtered(np.zeros(9, np.float32), LOW_PASS, np.zeros((1, 2))),
        lambda: filtering.filtered(np.zeros((1, 9)), LOW_PASS, np.zeros((1, 2))),  # type: ignore[arg-type]  # doubles
        lambda: filtering.filtered(np.zeros((1, 9), np.float32), LOW_PASS, np.zeros((2, 2))),
        lambda: filtering.filtered(np.zeros((1, 9), np.float32), np.ones((9, 6)), np.zeros((1, 18))),
        lambda: filtering.energies(np.zeros((1, 9), np.float32), 0),
        lambda: peaks.peaks(np.zeros((1, 81), np.float32), interpolator()),
        lambda: doubling.doubled(np.zeros((1, 31), np.float32)),
        lambda: hall.rung(np.zeros((2, 3), np.float32), design(), hall_design.silent(design())),
        lambda: adding.add(np.zeros((1, 8), np.float32), np.zeros((1, 9), np.float32), 1.0),
        lambda: adding.add(np.zeros((1, 18), np.float32)[:, ::2], np.zeros((1, 9), np.float32), 1.0),
        lambda: plucking.plucked(np.zeros(0), 9, step=1.0, loss=0.9),
        lambda: plucking.plucked(np.zeros(9), 9, step=0.0, loss=0.9),
    ],
)
def test_what_would_lead_out_of_memory_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        wrong()
