"""Every voice activity detector keeps the contract; Silero tells our voices from silence, noise and music."""

from __future__ import annotations

import numpy as np
import pytest
import soxr

from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.voice_activity.base import RATE, Samples, VoiceActivityDetector
from renderer.backends.voice_activity.loud import LoudIsSpeech
from renderer.backends.voice_activity.silero import SileroVad
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line


@pytest.fixture(scope="module")
def speech() -> Samples:
    line = build_line("The octopus has three hearts and blue blood.", id="l", language=Language.EN)
    said = EspeakEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    return np.asarray(soxr.resample(said.samples, said.rate, RATE), np.float32)


@pytest.mark.parametrize("detector", [SileroVad(), LoudIsSpeech()], ids=["silero", "loudness"])
def test_every_detector_keeps_the_port(detector: VoiceActivityDetector, speech: Samples) -> None:
    silence = np.zeros(2 * RATE, np.float32)
    sound = np.concatenate([silence, speech, silence, speech, silence])
    found = detector.speech(sound)
    assert found == detector.speech(sound)
    edges = [edge for stretch in found for edge in stretch]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= len(sound)
    assert abs(found[0][0] - 2 * RATE) < 0.4 * RATE
    heard = np.zeros(len(sound), np.bool_)
    for first, last in found:
        heard[first:last] = True
    middle = 2 * RATE + len(speech) + RATE
    assert not heard[middle - RATE // 2 : middle + RATE // 2].any()
    assert detector.speech(np.zeros(0, np.float32)) == ()
    assert detector.speech(silence) == ()


def test_silero_takes_neither_noise_nor_a_chord_for_speech() -> None:
    rng = np.random.default_rng(1)
    moments = np.arange(6 * RATE) / RATE
    chord = sum(0.1 * np.sin(2 * np.pi * hertz * moments) for hertz in (220, 277.2, 329.6))
    noise = 0.05 * rng.standard_normal(6 * RATE)
    for sound in (chord, noise):
        assert SileroVad().speech(np.asarray(sound, np.float32)) == ()
