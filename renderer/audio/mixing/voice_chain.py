"""The voice chain: from an engine's raw speech to a narrator in a room, without shifting a word.

Every step is causal with a group delay far below a millisecond, or works on gain only, so word times stay as
they were. Call it per spoken line or paragraph; no state carries over from one line to the next.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np
import soxr

from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.dynamics import compression_db, follow, levels_db, per_sample
from renderer.audio.signal.filters import filtered, high_pass, high_shelf, low_pass, low_shelf, peak
from renderer.audio.signal.limiter import gain_samples, gains_db
from renderer.audio.signal.loudness import loudness
from renderer.audio.signal.samples import SILENCE_DB, Floats, Samples, amplitude
from renderer.audio.signal.true_peak import MARGIN, oversampled_peaks
from renderer.core.timecode import AUDIO_RATE, sample_at
from renderer.core.voice import DspProfile

VOICE_LUFS: Final = -20.0
"""House level of a mono line after the chain; the mix then lifts the whole stem to its target."""

VOICE_PEAK_DBTP: Final = -4.0
"""True peak that no line exceeds: 16 dB above its loudness, so that the master limiter has little left to do.
"""

_BUTTERWORTH_4: Final = (0.5412, 1.3066)
_OFFSET_HZ: Final = 18.0
_AIR_HZ: Final = 8_500.0
_SIBILANCE_HZ: Final = 5_000.0
_SIBILANCE_DB: Final = -12.0
_DE_ESS_RATIO: Final = 4.0
_ATTACK_MS: Final = 3.0
_AHEAD_MS: Final = 4
_PEAK_DB: Final = -11.0
_PEAK_RATIO: Final = 5.0
_WARM_BAND_HZ: Final = 3_000.0
_ROOM_SECONDS: Final = 0.16
_ROOM_TAPS: Final = 24
_ROOM_DB: Final = -9.0
_MAX_LIFT_DB: Final = 40.0


def resample(samples: Samples, rate: int) -> Samples:
    """Resample mono `samples` from `rate` hertz to 48 kHz, to exactly round(n * 48000 / rate) samples.

    A sample at index i lands at i * 48000 / rate: the linear-phase resampler has no delay.
    """
    frames = sample_at(Fraction(len(samples), rate))
    if rate == AUDIO_RATE:
        return samples.astype(np.float32)
    sound = soxr.resample(samples.astype(np.float32), rate, AUDIO_RATE, quality="HQ")
    return np.pad(sound, (0, max(frames - len(sound), 0)))[:frames].astype(np.float32)


@single_threaded
def process_voice(samples: Samples, profile: DspProfile, *, tail: Fraction = Fraction(0)) -> Samples:
    """Process mono speech at 48 kHz through the chain; `tail` seconds are added for the room to ring.

    High-pass, level, de-esser, compressor, warmth, equaliser, short room, level, peaks; silence stays
    silence. A profile without compression skips the de-esser and the compressor, and one without a high-pass
    sets levels and peaks alone, which is what natural voices need (docs/VOICES.md).
    """
    ringing = np.pad(samples.astype(np.float32), (0, sample_at(tail)))
    if not len(ringing):
        return ringing
    if profile.high_pass_hz <= 0.0:
        return tamed(levelled(ringing))
    speech = levelled(filtered(ringing, *_rumble_filter(profile.high_pass_hz)))
    if profile.compression_ratio > 1.0:
        speech = compressed(de_essed(speech), profile)
    speech = filtered(warmed(speech, profile.warmth), *equaliser(profile))
    return tamed(levelled(roomy(speech, profile.room)))


def faded(speech: Samples, rise: Fraction, fall: Fraction) -> Samples:
    """Fade the first `rise` and last `fall` seconds of `speech` in and out with a raised cosine."""
    shaped = speech.copy()
    for seconds, part in ((rise, shaped), (fall, shaped[::-1])):
        count = min(sample_at(seconds), len(part))
        part[:count] *= (0.5 - 0.5 * np.cos(np.pi * np.arange(count) / max(1, count))).astype(np.float32)
    return shaped


def tamed(speech: Samples, ceiling_dbtp: float = VOICE_PEAK_DBTP) -> Samples:
    """Turn down single bursts above `ceiling_dbtp` within milliseconds (limiter.py)."""
    peaks = oversampled_peaks(np.pad(speech, MARGIN)[None])
    gains = gains_db(peaks, lift_db=0.0, ceiling_db=ceiling_dbtp)
    factors = np.power(np.float32(10.0), gains / np.float32(20.0))
    return speech * gain_samples(factors, 0, len(factors))[: len(speech)]


def levelled(speech: Samples, lufs: float = VOICE_LUFS) -> Samples:
    """Bring `speech` to `lufs` (BS.1770, gated) with one gain."""
    present = loudness(speech)
    lift = 0.0 if present <= SILENCE_DB else min(lufs - present, _MAX_LIFT_DB)
    return speech * np.float32(amplitude(lift))


def de_essed(speech: Samples) -> Samples:
    """Turn down the band above 5 kHz where it rivals the whole voice; everything else passes unchanged."""
    hiss = filtered(speech, high_pass(_SIBILANCE_HZ))
    whole = follow(levels_db(speech), attack_ms=20.0, release_ms=60.0)
    excess = follow(levels_db(hiss), attack_ms=1.0, release_ms=20.0) - whole
    gain = compression_db(excess, threshold_db=_SIBILANCE_DB, ratio=_DE_ESS_RATIO, knee_db=4.0)
    return speech + hiss * (per_sample(gain, len(speech)) - np.float32(1.0))


def compressed(speech: Samples, profile: DspProfile) -> Samples:
    """Even out loud and soft words (4 ms attack, 90 ms release), then catch the remaining peaks."""
    even = _squeezed(
        speech,
        threshold_db=profile.compression_threshold_db,
        ratio=profile.compression_ratio,
        release_ms=90.0,
    )
    return _squeezed(even, threshold_db=_PEAK_DB, ratio=_PEAK_RATIO, release_ms=25.0)


def _squeezed(speech: Samples, *, threshold_db: float, ratio: float, release_ms: float) -> Samples:
    """Compression with some milliseconds of look-ahead, so that gain is down when a plosive bursts."""
    level = follow(levels_db(speech), attack_ms=_ATTACK_MS, release_ms=release_ms)
    ahead = np.concatenate([level[_AHEAD_MS:], np.full(min(_AHEAD_MS, len(level)), level[-1])])
    gain = compression_db(ahead, threshold_db=threshold_db, ratio=ratio)
    return speech * per_sample(gain, len(speech))


def warmed(speech: Samples, warmth: float) -> Samples:
    """Softly saturate the band below 3 kHz only, so that its harmonics stay far from half the sample rate."""
    if warmth <= 0.0:
        return speech
    body = filtered(speech, low_pass(_WARM_BAND_HZ))
    drive, bias = np.float32(1.0 + 5.0 * warmth), np.float32(0.12 * warmth)
    rounded = (np.tanh(drive * body + bias) - np.tanh(bias)) / drive
    return np.asarray(speech + np.float32(warmth) * (rounded - body), np.float32)


def _rumble_filter(hertz: float) -> tuple[Floats, Floats]:
    """Butterworth high-pass, 24 dB per octave."""
    return high_pass(hertz, q=_BUTTERWORTH_4[0]), high_pass(hertz, q=_BUTTERWORTH_4[1])


def equaliser(profile: DspProfile) -> tuple[Floats, ...]:
    """Low shelf, presence and air, after a high-pass against the DC offset that `warmed` leaves."""
    return (
        high_pass(_OFFSET_HZ),
        low_shelf(profile.low_shelf_hz, profile.low_shelf_db),
        peak(profile.presence_hz, profile.presence_db, q=0.8),
        high_shelf(_AIR_HZ, profile.air_db),
    )


def roomy(speech: Samples, room: float) -> Samples:
    """Add early reflections and a short diffuse tail (a decaying sparse sequence, darker than the voice)."""
    if room <= 0.0:
        return speech
    dark = filtered(speech, high_pass(250.0), low_pass(5_500.0))
    reflections = np.zeros_like(speech)
    for delay, gain in _reflections():
        if delay < len(speech):
            reflections[delay:] += np.float32(gain) * dark[: len(speech) - delay]
    return speech + reflections * np.float32(room * amplitude(_ROOM_DB))


def _reflections() -> list[tuple[int, float]]:
    """Reflections (delay in frames, gain): softer with time, -60 dB after about 0.4 s, always the same."""
    dice = np.random.default_rng(1957)
    moments = 0.006 + (_ROOM_SECONDS - 0.006) * (np.arange(_ROOM_TAPS) / _ROOM_TAPS) ** 1.4
    moments += dice.uniform(0.0, 0.003, _ROOM_TAPS)
    gains = dice.choice([-1.0, 1.0], _ROOM_TAPS) * 10.0 ** (-3.0 * moments / 0.4)
    return [(round(moment * AUDIO_RATE), float(gain)) for moment, gain in zip(moments, gains, strict=True)]
