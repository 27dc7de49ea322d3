"""Where a spoken line sounds, stereo width that vanishes in mono, and sums on one thread."""

from __future__ import annotations

import threading
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]  # ships no annotations

from renderer.audio.instruments.noise import white
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.voiced import LEAD_SECONDS, TAIL_SECONDS, voiced_range
from renderer.audio.signal.width import ABOVE_HZ, Widener
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level, correlation

STEP = 0.005


def line(lead: float, voice: float, tail: float, *, rate: int, hiss: float = 0.0) -> Samples:
    """A tone between two stretches of silence or hiss."""
    counts = [round(part * rate) for part in (lead, voice, tail)]
    sound = np.zeros(sum(counts), np.float32)
    sound[counts[0] : counts[0] + counts[1]] = 0.3 * np.sin(
        np.arange(counts[1]) * 2 * np.pi * 220 / rate + 0.4
    )
    noise = np.random.default_rng(1).standard_normal(len(sound)).astype(np.float32)
    return np.asarray(sound + np.float32(hiss) * noise, np.float32)


@given(
    lead=st.floats(0.0, 0.4),
    voice=st.floats(0.05, 0.6),
    tail=st.floats(0.0, 0.4),
    rate=st.sampled_from([16_000, 22_050, 24_000, 48_000]),
    hiss=st.sampled_from([0.0, 1e-5, 1e-3]),
)
@settings(max_examples=40, deadline=None)
def test_all_of_the_voice_is_kept_and_little_of_the_silence(
    lead: float, voice: float, tail: float, rate: int, hiss: float
) -> None:
    sound = line(lead, voice, tail, rate=rate, hiss=hiss)
    first, last = voiced_range(sound, rate)
    begins, ends = round(lead * rate), round(lead * rate) + round(voice * rate)
    assert 0 <= first <= begins
    assert ends - 2 <= last <= len(sound)
    assert begins - first <= round((LEAD_SECONDS + STEP) * rate) + 1
    assert last - ends <= round((TAIL_SECONDS + STEP) * rate) + 1


@pytest.mark.parametrize("count", [0, 1, 239, 24_000])
def test_silence_has_no_voice(count: int) -> None:
    assert voiced_range(np.zeros(count, np.float32), 24_000) == (0, 0)


@pytest.mark.parametrize("hiss", [1e-5, 3e-3])
def test_hiss_alone_is_heard_from_end_to_end(hiss: float) -> None:
    """Nothing stands out, so nothing is cut off."""
    sound = (hiss * np.random.default_rng(2).standard_normal(12_000)).astype(np.float32)
    assert voiced_range(sound, 24_000) == (0, 12_000)


def test_a_pause_within_a_line_is_kept() -> None:
    one = line(0.2, 0.2, 0.5, rate=24_000)
    both = np.concatenate([one, line(0.2, 0.2, 0.3, rate=24_000)])
    first, last = voiced_range(both, 24_000)
    assert first < 0.2 * 24_000
    assert last > (0.9 + 0.4) * 24_000


def test_mono_does_not_hear_the_width() -> None:
    sound = white(0.5, 3)
    wide = Widener()(sound)
    assert np.abs(wide.sum(axis=0) - sound.sum(axis=0)).max() < 1e-5
    assert correlation(wide) < correlation(sound) - 0.2


@pytest.mark.parametrize(("sides", "gain_db"), [(1.0, 6.02), (0.0, 0.0), (-1.0, -20.0)])
def test_the_sides_are_made_stronger_by_their_share(sides: float, gain_db: float) -> None:
    sound = white(1.0, 4)
    wide = Widener(sides=sides)(sound)
    before, after = (band_level((each[:1] - each[1:]), 2000, 10_000) for each in (sound, wide))
    assert after - before == pytest.approx(gain_db, abs=0.5) if gain_db > -10 else after - before < gain_db


def test_the_bass_stays_in_the_middle() -> None:
    sound = white(1.0, 5)
    wide = Widener()(sound)
    low = [band_level(each[:1] - each[1:], 20, ABOVE_HZ / 4) for each in (sound, wide)]
    assert low[1] - low[0] < 1.0


def test_the_width_does_not_care_how_the_stream_is_cut() -> None:
    sound, widen = white(0.3, 6), Widener()
    borders = [0, 7, 4096, 9000, sound.shape[1]]
    pieces = [widen(sound[:, a:b]) for a, b in pairwise(borders)]
    assert np.abs(np.concatenate(pieces, axis=1) - Widener()(sound)).max() < 1e-5
    assert sound.shape[1] == 0.3 * AUDIO_RATE


def blas_threads() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_sums_are_held_to_one_thread_while_work_runs_and_no_longer() -> None:
    before = blas_threads()
    seen: list[set[int]] = []

    @single_threaded
    def work(one: int, *, other: int) -> int:
        """Adds."""
        seen.append(blas_threads())
        return one + other

    assert work(2, other=3) == 5
    assert seen == [{1}]
    assert blas_threads() == before
    assert (work.__name__, work.__doc__) == ("work", "Adds.")


def test_the_threads_come_back_after_a_failure() -> None:
    before = blas_threads()

    @single_threaded
    def work() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        work()
    assert blas_threads() == before


def test_who_works_longer_keeps_the_limit() -> None:
    before = blas_threads()
    begun, ended = threading.Event(), threading.Event()
    seen: list[set[int]] = []

    @single_threaded
    def long() -> None:
        begun.set()
        ended.wait(timeout=10)
        seen.append(blas_threads())

    thread = threading.Thread(target=long)
    thread.start()
    assert begun.wait(timeout=10)
    single_threaded(blas_threads)()
    ended.set()
    thread.join(timeout=10)
    assert seen == [{1}]
    assert blas_threads() == before
