"""Processor seconds per minute of sound, for each part of the sound stage.

python -m benchmarks.audio [--seconds 60]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np

from renderer.audio.mixing.balance import course
from renderer.audio.mixing.effects import place_effects
from renderer.audio.mixing.master import master
from renderer.audio.mixing.mix import mix_sound
from renderer.audio.mixing.mixdown import Stem, mix_down
from renderer.audio.mixing.voice_chain import process_voice, resample
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import compose
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import WavWriter, write_wav
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.mix import Effect, SoundCue
from renderer.core.timecode import AUDIO_RATE, TimeRange
from renderer.core.voice import DspProfile

ROUNDS = 3
LINE_SECONDS = 4
PROFILE = DspProfile(
    high_pass_hz=80.0,
    low_shelf_db=2.0,
    low_shelf_hz=180.0,
    presence_db=2.0,
    presence_hz=3200.0,
    air_db=1.0,
    compression_ratio=3.0,
    compression_threshold_db=-22.0,
    warmth=0.3,
    room=0.2,
)


def spoken(seconds: int) -> Samples:
    """Noise shaped into syllables, which loads the meters and the limiter as speech does."""
    time_line = np.arange(seconds * AUDIO_RATE) / AUDIO_RATE
    noise = np.random.default_rng(1).standard_normal(len(time_line))
    return np.asarray(0.1 * noise * np.clip(np.sin(2 * np.pi * 2.3 * time_line), 0.05, 1.0), np.float32)


def seconds_of(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def show(name: str, used: float, length: int) -> None:
    per_minute = used * 60.0 / length
    print(f"{name:34s} {per_minute:7.3f} s per minute  {60.0 / per_minute:7.0f} x real time")


def voice_rows(length: int) -> None:
    line = spoken(LINE_SECONDS)
    raw = line[: LINE_SECONDS * 22_050]
    lines = length // LINE_SECONDS
    show("resample 22 050 Hz", lines * seconds_of(lambda: resample(raw, 22_050)), length)
    show("voice chain", lines * seconds_of(lambda: process_voice(line, PROFILE)), length)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="length of the sound that is worked on")
    length = parser.parse_args().seconds
    duration = Fraction(length)
    cues = [SoundCue(effect=Effect.WHOOSH, moment=Fraction(4 * place)) for place in range(1, length // 4)]
    runs = [TimeRange(Fraction(8 * place), Fraction(8 * place + 6)) for place in range(length // 8)]
    voice_rows(length)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_wav(folder / "tiny.wav", spoken(1))
        with WavWriter(folder / "voice.wav", channels=1) as out:
            for _ in range(length):
                out.write(spoken(1))
        for pack in StylePack:
            brief = MusicBrief(
                mood=pack, mode=VideoMode.WEIRD_FACTS, seed=1, duration=duration, last_word_end=duration - 2
            )
            used = seconds_of(lambda brief=brief: compose(brief, folder / "music.wav"))  # type: ignore[misc]  # bound now
            show(f"music, {pack.value}", used, length)
        show("effects", seconds_of(lambda: place_effects(cues, folder / "effects.wav", duration)), length)
        show("measuring a stem", seconds_of(lambda: course(folder / "music.wav")), length)
        stems = [Stem(name=part, path=folder / f"{part}.wav") for part in ("voice", "music", "effects")]
        show("mixing", seconds_of(lambda: mix_down(stems, folder / "mixed.wav", duration)), length)
        show("mastering", seconds_of(lambda: master(folder / "mixed.wav", folder / "out.wav")), length)
        whole = seconds_of(
            lambda: mix_sound(
                folder / "voice.wav",
                runs,
                pack=StylePack.DRAMATIC_EXPLAINER,
                mode=VideoMode.WEIRD_FACTS,
                seed=1,
                duration=duration,
                cues=cues,
                scratch=folder,
                composing=compose,
            )
        )
        show("whole stage (mix_sound)", whole, length)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
