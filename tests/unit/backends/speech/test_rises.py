"""Words after pauses start where the sound rises."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.backends.speech.base import Samples, TokenSpan
from renderer.backends.speech.neural.rises import risen

RATE = 24_000


def sound(*parts: tuple[float, float]) -> Samples:
    """A sequence of tones, given as seconds and dBFS, over a noise floor of -75 dBFS."""
    noise = np.random.default_rng(3).standard_normal
    pieces = []
    for seconds, level in parts:
        count = round(seconds * RATE)
        tone = np.sin(2 * np.pi * 180 * np.arange(count) / RATE) * np.sqrt(2) * 10 ** (level / 20)
        pieces.append(tone + noise(count) * 10 ** (-75 / 20))
    return np.concatenate(pieces).astype(np.float32)


def spans(*edges: tuple[float, float]) -> list[TokenSpan]:
    return [
        TokenSpan(token=token, start=round(start * RATE), end=round(end * RATE), confidence=0.9)
        for token, (start, end) in enumerate(edges)
    ]


@pytest.mark.parametrize("wrong", [-0.09, -0.03, 0.0, 0.025, 0.08])
def test_a_word_after_a_pause_begins_where_it_sounds(wrong: float) -> None:
    samples = sound((0.05, -90), (0.4, -20), (0.3, -90), (0.5, -23))
    found = risen(spans((0.05, 0.45), (0.75 + wrong, 1.2)), samples, RATE, after_pause={1})
    assert found[1].start / RATE == pytest.approx(0.75, abs=0.006)
    assert found[0].start == round(0.05 * RATE)


def test_a_word_inside_running_speech_stays() -> None:
    samples = sound((0.4, -20), (0.08, -90), (0.5, -20))
    before = spans((0.0, 0.4), (0.42, 0.9))
    assert risen(before, samples, RATE, after_pause={0}) == tuple(before)


def test_a_rise_out_of_reach_or_none_at_all_moves_nothing() -> None:
    samples = sound((0.4, -20), (0.6, -90), (0.5, -20))
    far = spans((0.0, 0.4), (0.7, 1.4))
    assert risen(far, samples, RATE, after_pause={1}) == tuple(far)
    steady = sound((1.0, -20))
    one = spans((0.3, 0.9))
    assert risen(one, steady, RATE, after_pause={0}) == tuple(one)
    assert risen(one, np.zeros(RATE, np.float32), RATE, after_pause={0})[0].token == 0


def test_spans_stay_in_order_and_none_is_empty() -> None:
    samples = sound((0.2, -90), (0.5, -20))
    found = risen(spans((0.05, 0.25), (0.25, 0.6)), samples, RATE, after_pause={0, 1})
    assert all(span.start < span.end for span in found)
    assert found[0].end <= found[1].start
