from __future__ import annotations

import numpy as np
import pytest

from renderer.audio.music.note_cache import Tables
from renderer.audio.music.piece import Note
from renderer.audio.signal.reverb import Hall
from renderer.audio.signal.samples import BLOCK
from renderer.audio.signal.timeline import SoundPlacement, laid
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level, correlation, level_db


@pytest.mark.parametrize("seconds", [1.0, 2.5])
def test_a_hall_takes_its_time_to_die_and_dies(seconds: float) -> None:
    burst = np.zeros((2, 6 * AUDIO_RATE), np.float32)
    burst[:, :2400] = np.random.default_rng(0).standard_normal((2, 2400)) * 0.3
    wet = Hall(seconds=seconds, damping=0.2)(burst)
    early = wet[:, AUDIO_RATE // 4 : AUDIO_RATE // 2]
    late = wet[:, AUDIO_RATE // 4 + AUDIO_RATE // 2 : AUDIO_RATE]
    fallen = band_level(early, 100, 1000) - band_level(late, 100, 1000)
    assert fallen == pytest.approx(60.0 * 0.5 / seconds, rel=0.35)
    assert not wet[:, :1500].any()
    assert abs(correlation(early)) < 0.6


def test_damping_takes_the_highs_first() -> None:
    burst = np.zeros((2, 2 * AUDIO_RATE), np.float32)
    burst[:, :2400] = np.random.default_rng(0).standard_normal((2, 2400))
    tilt = [
        band_level(late, 3000, 8000) - band_level(late, 100, 1000)
        for damping in (0.1, 0.9)
        for late in (Hall(seconds=2.0, damping=damping)(burst)[:, AUDIO_RATE:],)
    ]
    assert tilt[1] < tilt[0] - 10.0


def test_the_hall_does_not_care_about_blocks_and_never_explodes() -> None:
    noise = np.random.default_rng(1).standard_normal((2, 40_000), dtype=np.float32)
    whole = Hall(seconds=3.0, damping=0.5)(noise)
    stream = Hall(seconds=3.0, damping=0.5)
    pieces = np.concatenate([stream(noise[:, at : at + 5_000]) for at in range(0, 40_000, 5_000)], axis=1)
    assert np.allclose(pieces, whole, atol=1e-4)
    assert level_db(whole) < level_db(noise) + 6.0


def test_placements_are_summed_across_block_borders() -> None:
    ramp = np.tile(np.arange(BLOCK, dtype=np.float32), (2, 1))
    placed = [
        SoundPlacement(0, ramp[:, :10], 1.0),
        SoundPlacement(BLOCK - 100, ramp, 0.5, 0.25),
        SoundPlacement(BLOCK, ramp, 1.0),
    ]
    blocks = list(laid(placed, BLOCK + 300))
    dry, sent = (np.concatenate(parts, axis=1) for parts in zip(*blocks, strict=True))
    assert dry.shape == (2, BLOCK + 300)
    assert np.array_equal(dry[:, :10], ramp[:, :10])
    assert dry[0, BLOCK - 1] == 0.5 * 99
    assert dry[1, BLOCK + 299] == 0.5 * 399 + 299
    assert sent[0, BLOCK + 299] == 0.25 * 399
    assert not sent[:, : BLOCK - 100].any()


def test_tables_that_were_given_up_come_back_the_same() -> None:
    notes = [
        Note(
            start=0.0,
            instrument="bell",
            pitches=(pitch,),
            seconds=1.0,
            brightness=0.0,
            level_db=0.0,
            send_db=-9.0,
        )
        for pitch in (60, 64, 67)
    ]
    roomy, tight = Tables(limit=10**9), Tables(limit=1)
    for note in (*notes, *notes):
        assert np.array_equal(roomy.of(note), tight.of(note))
    assert roomy.of(notes[0]) is roomy.of(notes[0])
