"""Noise keeps its band, its path and its key; percussion and transitions sound as they are named."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.audio.instruments import atmosphere, drums
from renderer.audio.instruments.noise import banded, shape, swept, white
from renderer.audio.instruments.tone import Tone, hertz
from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level, correlation, level_db

NOTE = Tone(pitches=(36,), seconds=1.0, brightness=0.0)


def part(sound: Samples, start: float, end: float) -> Samples:
    """Seconds `start` to `end` of a sound."""
    return sound[:, round(start * AUDIO_RATE) : round(end * AUDIO_RATE)]


def centroid(sound: Samples) -> float:
    """Centre of the spectrum's energy in hertz."""
    window = np.hanning(sound.shape[1])
    power = np.square(np.abs(np.fft.rfft(sound * window, axis=1))).sum(axis=0)
    return float((np.fft.rfftfreq(sound.shape[1], 1 / AUDIO_RATE) * power).sum() / power.sum())


def strongest(sound: Samples) -> float:
    """The strongest frequency in hertz."""
    power = np.abs(np.fft.rfft(sound.sum(axis=0) * np.hanning(sound.shape[1]), 1 << 18))
    return float(np.fft.rfftfreq(1 << 18, 1 / AUDIO_RATE)[power.argmax()])


def test_white_noise_is_flat_of_unit_variance_and_half_shared() -> None:
    sound = white(2.0, 1)
    assert float(sound.var()) == pytest.approx(1.0, rel=0.02)
    assert correlation(sound) == pytest.approx(0.5, abs=0.02)
    levels = [band_level(sound, low, low + 2000) for low in range(100, 20_000, 4000)]
    assert np.ptp(levels) < 1.0


def test_a_key_decides_the_noise() -> None:
    assert np.array_equal(white(0.1, 7), white(0.1, 7))
    assert not np.array_equal(white(0.1, 7), white(0.1, 8))
    assert abs(float(np.corrcoef(white(1.0, 7)[0], white(1.0, 8)[0])[0, 1])) < 0.02


@pytest.mark.parametrize(("low", "high"), [(100.0, 800.0), (1000.0, 3000.0), (5000.0, 9000.0)])
def test_banded_noise_stays_in_its_band(low: float, high: float) -> None:
    sound = banded(1.0, low, high, 2)
    inside = band_level(sound, low, high)
    assert inside > band_level(sound, 1, low / 2) + 15
    assert inside > band_level(sound, min(high * 2, 20_000), 24_000) + 15


@pytest.mark.parametrize("path", [(400.0, 4000.0), (4000.0, 400.0), (900.0, 900.0)])
def test_swept_noise_follows_its_path(path: tuple[float, float]) -> None:
    sound = swept(2.0, np.geomspace(*path, 12), q=2.0, key=3)
    assert sound.shape == (2, 2 * AUDIO_RATE)
    for place in (0.1, 0.5, 0.9):
        wanted = path[0] * (path[1] / path[0]) ** place
        found = centroid(part(sound, 2 * place - 0.15, 2 * place + 0.15))
        assert wanted / 1.5 < found < wanted * 1.6


def test_an_envelope_passes_through_its_points() -> None:
    line = shape(1.0, (0.0, 0.0), (0.25, 1.0), (0.5, 0.5), (1.0, 0.0))
    at = [line[round(place * (len(line) - 1))] for place in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert at == pytest.approx([0.0, 1.0, 0.25, 0.0625, 0.0], abs=1e-3)
    assert (np.diff(line[: AUDIO_RATE // 4]) >= 0).all()
    assert (np.diff(line[AUDIO_RATE // 4 :]) <= 0).all()


@pytest.mark.parametrize(("name", "near"), [("kick", 47.0), ("deep_drum", 58.0), ("tom", 98.0)])
@pytest.mark.parametrize("pitch", [36, 41, 45])
def test_skins_come_to_rest_on_a_pitch_of_the_key_and_fall_to_it(name: str, near: float, pitch: int) -> None:
    sound = getattr(drums, name)(Tone(pitches=(pitch,), seconds=1.0, brightness=0.0))
    rests = strongest(part(sound, 0.12, 0.45))
    octaves = np.log2(rests / hertz(pitch))
    assert abs(octaves - round(octaves)) < 0.06
    assert near / 1.5 < rests < near * 1.5
    assert centroid(part(sound, 0.0, 0.03)) > 1.3 * centroid(part(sound, 0.12, 0.3))


@pytest.mark.parametrize("name", ["kick", "tom", "snap", "hat", "rim", "wood", "tick", "tock", "clap"])
def test_what_is_hit_is_loud_at_once_and_soon_gone(name: str) -> None:
    sound = getattr(drums, name)(NOTE)
    seconds = sound.shape[1] / AUDIO_RATE
    early, late = level_db(part(sound, 0.0, 0.3 * seconds)), level_db(part(sound, 0.7 * seconds, seconds))
    assert early > late + 12


def test_a_clap_is_three_hands() -> None:
    sound = np.abs(drums.clap(NOTE)).max(axis=0)
    starts = [round(at * AUDIO_RATE) for at in (0.0, 0.011, 0.021)]
    for start in starts[1:]:
        before = sound[start - 96 : start].max()
        assert sound[start : start + 96].max() > 1.5 * before


def test_a_shaker_swells_and_has_no_attack() -> None:
    sound = drums.shaker(NOTE)
    levels = [level_db(part(sound, at, at + 0.012)) for at in (0.0, 0.03, 0.1)]
    assert levels[1] > levels[0] + 6
    assert levels[1] > levels[2] + 6


def test_tick_and_tock_are_two_pitches() -> None:
    assert strongest(drums.tick(NOTE)) > 1.2 * strongest(drums.tock(NOTE))


@pytest.mark.parametrize("brightness", [-1.0, 0.0, 1.0])
def test_a_riser_climbs_grows_and_stops(brightness: float) -> None:
    sound = atmosphere.riser(Tone(pitches=(), seconds=2.0, brightness=brightness))
    quarters = [part(sound, at, at + 0.3) for at in (0.5, 1.0, 1.6)]
    assert [centroid(each) for each in quarters] == sorted(centroid(each) for each in quarters)
    assert [level_db(each) for each in quarters] == sorted(level_db(each) for each in quarters)
    assert sound.shape[1] == 2 * AUDIO_RATE
    assert level_db(sound[:, -24:]) < level_db(quarters[2]) - 12


def test_a_reversed_cymbal_grows_and_a_cymbal_dies() -> None:
    backwards, forwards = atmosphere.reverse_cymbal(NOTE), atmosphere.cymbal(NOTE)
    assert level_db(part(backwards, 0.8, 0.97)) > level_db(part(backwards, 0.1, 0.4)) + 10
    assert level_db(part(forwards, 0.1, 0.4)) > level_db(part(forwards, 2.0, 2.5)) + 10


@pytest.mark.parametrize("pitch", [31, 36, 40])
def test_a_boom_falls_and_rests_in_the_key(pitch: int) -> None:
    sound = atmosphere.boom(Tone(pitches=(pitch,), seconds=1.0, brightness=0.0))
    octaves = np.log2(strongest(part(sound, 1.2, 2.1)) / hertz(pitch))
    assert abs(octaves - round(octaves)) < 0.08
    assert strongest(part(sound, 0.0, 0.25)) > 1.15 * strongest(part(sound, 1.2, 2.1))


@pytest.mark.parametrize("name", ["air", "wind", "dust", "hum"])
@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_a_bed_lasts_as_long_as_asked_and_fades_at_both_ends(name: str, seconds: float) -> None:
    sound = getattr(atmosphere, name)(Tone(pitches=(36,), seconds=seconds, brightness=0.0))
    assert sound.shape[1] / AUDIO_RATE == pytest.approx(seconds + 1.2, abs=0.01)
    middle = level_db(part(sound, 0.4 * seconds, 0.4 * seconds + 0.6))
    assert level_db(sound[:, :480]) < middle - 6
    assert level_db(sound[:, -480:]) < middle - 6


def test_a_hum_is_tuned_to_the_lowest_note() -> None:
    sound = atmosphere.hum(Tone(pitches=(48, 43), seconds=2.0, brightness=0.0))
    ratio = strongest(sound) / hertz(43)
    assert min(abs(ratio - whole) for whole in (1, 2, 3, 4)) < 0.03


def test_wind_is_higher_than_air() -> None:
    held = Tone(pitches=(36,), seconds=2.0, brightness=0.0)
    assert band_level(atmosphere.wind(held), 500, 1200) - band_level(atmosphere.wind(held), 90, 300) > (
        band_level(atmosphere.air(held), 500, 1200) - band_level(atmosphere.air(held), 90, 300)
    )
