from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.mixing.effects import TRANSITION_EFFECTS, place_effects, sounding, transition_cues
from renderer.audio.signal.dynamics import levels_db
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import read_wav
from renderer.compositor.transition import TRANSITIONS
from renderer.core.mix import Effect, SoundCue
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level

LENGTH = Fraction(6)


def _stem(path: Path, *cues: SoundCue) -> Samples:
    place_effects(cues, path / "fx.wav", LENGTH)
    return read_wav(path / "fx.wav")


def _loudest_ms(sound: Samples) -> int:
    smooth = np.convolve(10 ** (levels_db(sound.mean(axis=0)) / 10), np.ones(40) / 40, "same")
    return int(np.argmax(smooth))


@pytest.mark.parametrize("effect", Effect)
def test_the_ear_hears_the_effect_on_its_moment(tmp_path: Path, effect: Effect) -> None:
    sound = _stem(tmp_path, SoundCue(effect=effect, moment=Fraction(3)))
    assert sound.shape == (2, 6 * AUDIO_RATE)
    assert np.isfinite(sound).all()
    assert np.abs(sound).max() < 1.0
    assert abs(_loudest_ms(sound) - 3000) < 130


def test_a_riser_stops_at_the_cut_and_an_impact_begins_there(tmp_path: Path) -> None:
    riser = _stem(tmp_path, SoundCue(effect=Effect.RISER, moment=Fraction(3), duration=Fraction(2)))
    assert not riser[:, 3 * AUDIO_RATE + 10 :].any()
    assert (
        band_level(riser[:, int(2.4 * AUDIO_RATE) : 3 * AUDIO_RATE], 200, 16_000)
        > band_level(riser[:, int(1.0 * AUDIO_RATE) : int(1.6 * AUDIO_RATE)], 200, 16_000) + 10.0
    )
    impact = _stem(tmp_path, SoundCue(effect=Effect.IMPACT, moment=Fraction(3)))
    assert not impact[:, : 3 * AUDIO_RATE].any()
    assert band_level(impact, 30, 150) > band_level(impact, 1000, 16_000) + 10.0


def test_a_whoosh_crosses_the_stereo_field(tmp_path: Path) -> None:
    sound = _stem(tmp_path, SoundCue(effect=Effect.WHOOSH, moment=Fraction(3), duration=Fraction(1)))
    early, late = (
        sound[:, int(2.6 * AUDIO_RATE) : 3 * AUDIO_RATE],
        sound[:, 3 * AUDIO_RATE : int(3.4 * AUDIO_RATE)],
    )
    lean = [band_level(part[0], 100, 8000) - band_level(part[1], 100, 8000) for part in (early, late)]
    assert abs(lean[0] - lean[1]) > 2.0


def test_a_counter_ticks_slower_towards_its_end(tmp_path: Path) -> None:
    sound = _stem(tmp_path, SoundCue(effect=Effect.TICK, moment=Fraction(3), duration=Fraction(2)))
    level = levels_db(sound.mean(axis=0))
    loud = level > level.max() - 14.0
    onsets = np.flatnonzero(loud[1:] & ~loud[:-1])
    onsets = onsets[np.diff(onsets, prepend=-100) > 15]
    assert len(onsets) > 12
    assert abs(onsets[-1] - 3000) < 12
    assert np.diff(onsets)[-3:].mean() > 1.5 * np.diff(onsets)[:5].mean()


def test_repeated_cues_vary_but_the_stem_is_reproducible(tmp_path: Path) -> None:
    cues = [SoundCue(effect=Effect.WHOOSH, moment=Fraction(n)) for n in (1, 3, 5)]
    assert np.array_equal(_stem(tmp_path, *cues), _stem(tmp_path, *reversed(cues)))
    whooshes = [sounding(cues[0], variant).sound for variant in range(3)]
    assert not np.array_equal(whooshes[0], whooshes[1])
    assert not np.array_equal(whooshes[1], whooshes[2])


def test_gain_pan_and_the_borders_of_the_video(tmp_path: Path) -> None:
    loud = _stem(tmp_path, SoundCue(effect=Effect.POP, moment=Fraction(1)))
    soft = _stem(tmp_path, SoundCue(effect=Effect.POP, moment=Fraction(1), gain_db=-6.0, pan=1.0))
    assert np.allclose(soft[1], loud[1] * 10 ** (-6 / 20), atol=1e-6)
    assert not soft[0].any()
    edges = [
        SoundCue(effect=effect, moment=at) for effect in Effect for at in (Fraction(0), LENGTH, Fraction(9))
    ]
    assert _stem(tmp_path, *edges).shape == (2, 6 * AUDIO_RATE)
    assert not _stem(tmp_path).any()


def test_transitions_become_cues_at_their_middle() -> None:
    cues = transition_cues(
        [
            ("cut", Fraction(2), Fraction(0)),
            ("whip", Fraction(4), Fraction(1, 2)),
            ("unheard of", Fraction(5), Fraction(1)),
        ]
    )
    assert [(cue.effect, cue.moment) for cue in cues] == [(Effect.WHOOSH, Fraction(17, 4))]


def test_only_transitions_that_exist_are_scored() -> None:
    assert set(TRANSITION_EFFECTS) <= set(TRANSITIONS)
