from __future__ import annotations

import numpy as np
import pytest

from renderer.audio.instruments.house_level import HOUSE_LUFS
from renderer.audio.instruments.registry import INSTRUMENTS
from renderer.audio.instruments.tone import Tone, hertz
from renderer.audio.signal.loudness import HOP, energies, k_weighting, loudness_of
from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level

LOW = {"soft_bass", "saw_bass", "drone", "brass_swell"}
TONAL = {
    "strings", "choir", "warm_pad", "glass_pad", "felt_piano", "electric_piano", "marimba", "celesta",
    "pulse", "plucked_string", "muted_string", *LOW,
}  # fmt: skip


def _played(name: str, pitch: int = 60, brightness: float = 0.0) -> Samples:
    low = pitch - 24 if name in LOW or name == "hum" else pitch
    return INSTRUMENTS[name](Tone(pitches=(low,), seconds=1.5, brightness=brightness))


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_tables_are_clean(name: str) -> None:
    sound = _played(name)
    assert sound.dtype == np.float32
    assert sound.shape[0] == 2
    assert np.isfinite(sound).all()
    assert np.abs(sound[:, 0]).max() < 0.002
    assert np.abs(sound[:, -1]).max() < 0.002
    assert np.abs(sound.mean(axis=1)).max() < 1e-3


@pytest.mark.parametrize("name", sorted(TONAL - {"plucked_string", "muted_string"}))
def test_high_notes_do_not_alias(name: str) -> None:
    sound = _played(name, 88, brightness=1.0)
    assert band_level(sound, 20_500, 24_000) < band_level(sound, 20, 20_500) - 70.0


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_all_sound_equally_loud(name: str) -> None:
    sound = _played(name)
    padded = np.pad(sound, ((0, 0), (0, -sound.shape[1] % HOP)))
    loudest = loudness_of(float(energies(k_weighting(2)(padded), HOP).max()))
    assert loudest == pytest.approx(HOUSE_LUFS, abs=1.5)


@pytest.mark.parametrize("name", [*sorted(LOW), "hum", "kick", "deep_drum", "tom", "boom", "warm_pad"])
def test_lows_survive_a_mono_loudspeaker(name: str) -> None:
    sound = _played(name)
    mono = np.stack([sound.mean(axis=0)] * 2)
    assert band_level(mono, 20, 150) > band_level(sound, 20, 150) - 2.5


@pytest.mark.parametrize("name", sorted(TONAL))
@pytest.mark.parametrize("pitch", [55, 64, 72])
def test_tuned_within_eight_cents(name: str, pitch: int) -> None:
    """The strongest partial near the fundamental is found on a padded spectrum."""
    sound = _played(name, pitch)
    base = hertz(pitch - 24 if name in LOW else pitch)
    window = np.hanning(sound.shape[1])
    power = np.abs(np.fft.rfft(sound.sum(axis=0) * window, 1 << 20))
    scale = np.fft.rfftfreq(1 << 20, 1 / AUDIO_RATE)
    near = (scale > base * 0.96) & (scale < base * 1.04)
    centre = float((scale[near] * power[near] ** 2).sum() / (power[near] ** 2).sum())
    assert abs(1200 * np.log2(centre / base)) < 8.0


@pytest.mark.parametrize("name", ["strings", "warm_pad", "felt_piano", "pulse", "saw_bass", "plucked_string"])
def test_brightness_brightens(name: str) -> None:
    dark, bright = _played(name, brightness=-1.0), _played(name, brightness=1.0)
    share = [band_level(sound, 1500, 16_000) - band_level(sound, 20, 1500) for sound in (dark, bright)]
    assert share[1] > share[0] + 3.0


@pytest.mark.parametrize("name", ["strings", "kick", "plucked_string", "riser", "dust"])
def test_the_same_tone_is_the_same_samples(name: str) -> None:
    assert np.array_equal(_played(name), _played(name))
