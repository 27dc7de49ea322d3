"""Every voice id in every language: how it sounds, is understood, how fast it is, and how the six differ.

    clipwright models fetch default && clipwright models fetch whisper-base && clipwright models fetch dnsmos
    python -m benchmarks.voices [--languages en,de] [--voices warm-calm] [--speakers auto] [--json FILE]
    python -m benchmarks.voices --onsets [--languages en,de]    (word starts instead)

Three sentences each (voice_sentences.py), spoken by the engine that a video would use, raw (at the chain's
loudness, since the score depends on it) and through the voice chain. DNSMOS P.835 overall of both, Whisper
base's word error (characters in Chinese and Japanese), median pitch, characters per second, seconds of speech
per second of processor time. A language's voices are told apart by pitch (semitones) or timbre (distance of
mean mel cepstra); the nearest pair is shown.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.support.voice_judges import RATE, Samples, at_16k, error_rate, heard, pitch, quality, timbre
from benchmarks.support.voice_onsets import errors_of, shown
from benchmarks.support.voice_sentences import SENTENCES
from renderer.audio.mixing.voice_chain import levelled, process_voice, resample
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.choice import chosen_engine
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import spoken_text
from renderer.core.timecode import AUDIO_RATE
from renderer.text.lines import build_line
from renderer.voices.profiles import load_voice
from renderer.worker.composition import engines as parts
from renderer.worker.composition.deep_checks import probe_engines
from renderer.worker.composition.engine_settings import EngineSettings

GAP = np.zeros(RATE // 4, np.float32)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One voice id in one language."""

    language: str
    voice: str
    engine: str
    raw: float
    overall: float
    background: float
    error: float
    pitch: float
    pace: float
    speed: float


def measured(
    speech: SpeechEngine, language: Language, voice: Voice, models: Path
) -> tuple[Row, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    lines = [build_line(text, id=f"l{at}", language=language) for at, text in enumerate(SENTENCES[language])]
    engine = chosen_engine(speech, lines[:1], language=language, voice=voice).engine
    chain = load_voice(voice).chain(engine.engine_for(language))
    raw: list[Samples] = []
    made: list[Samples] = []
    wrong: list[float] = []
    used = seconds = 0.0
    for line, text in zip(lines, SENTENCES[language], strict=True):
        began = time.process_time()
        said = engine.speak(line, language=language, voice=voice)
        used += time.process_time() - began
        seconds += len(said.samples) / said.rate
        sound = at_16k(process_voice(resample(said.samples, said.rate), chain), AUDIO_RATE)
        raw += [at_16k(levelled(resample(said.samples, said.rate)), AUDIO_RATE), GAP]
        made += [sound, GAP]
        wrong.append(error_rate(heard(sound, language, models), text, language))
    whole = np.concatenate(made)
    scores = quality(whole, models)
    characters = sum(len(spoken_text(line)) for line in lines)
    row = Row(
        language=language.value,
        voice=voice.value,
        engine=engine.engine_for(language),
        raw=round(quality(np.concatenate(raw), models)["overall"], 2),
        overall=round(scores["overall"], 2),
        background=round(scores["background"], 2),
        error=round(float(np.mean(wrong)), 3),
        pitch=round(pitch(whole)),
        pace=round(characters / seconds, 1),
        speed=round(seconds / used, 1),
    )
    return row, timbre(whole)


def apart(rows: list[Row], prints: list[np.ndarray[tuple[int], np.dtype[np.float64]]]) -> str:
    """The two voices of a language that are most alike."""
    pairs = [
        (
            abs(12 * np.log2(one.pitch / other.pitch)),
            float(np.linalg.norm(first - second)),
            f"{one.voice} / {other.voice}",
        )
        for (one, first), (other, second) in itertools.combinations(zip(rows, prints, strict=True), 2)
    ]
    nearest = min(pairs, key=lambda pair: max(pair[0] / 2.0, pair[1] / 2.0))
    return f"nearest pair {nearest[2]}: {nearest[0]:.1f} semitones, timbre {nearest[1]:.1f}"


def word_starts(speech: SpeechEngine, languages: list[Language], voices: list[Voice]) -> None:
    """Word starts against onsets after pauses."""
    every: dict[str, list[float]] = {}
    for language, voice in itertools.product(languages, voices):
        first = [build_line(SENTENCES[language][0], id="l", language=language)]
        engine = chosen_engine(speech, first, language=language, voice=voice).engine
        errors = errors_of(engine, language, voice)
        every.setdefault(engine.engine_for(language), []).extend(errors)
        print(f"{language.value} {voice.value:17} {shown(errors)}", flush=True)
    for name, errors in every.items():
        print(f"all of {name:12} {shown(errors)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", default=",".join(Language))
    parser.add_argument("--voices", default=",".join(Voice))
    parser.add_argument("--speakers", default="auto")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--onsets", action="store_true")
    given = parser.parse_args()
    settings = EngineSettings(speakers=given.speakers)
    speech = parts.speech(probe_engines(settings))
    if given.onsets:
        word_starts(
            speech, list(map(Language, given.languages.split(","))), list(map(Voice, given.voices.split(",")))
        )
        return
    found: list[Row] = []
    print("language voice             engine     raw  chain background  error pitch  pace  x real time")
    for language in map(Language, given.languages.split(",")):
        rows, prints = [], []
        for voice in map(Voice, given.voices.split(",")):
            row, mark = measured(speech, language, voice, settings.models)
            rows.append(row)
            prints.append(mark)
            print(
                f"{row.language:8} {row.voice:17} {row.engine:9} {row.raw:5.2f} {row.overall:6.2f} "
                f"{row.background:10.2f} {row.error:6.2f} {row.pitch:5.0f} {row.pace:5.1f} {row.speed:8.1f}",
                flush=True,
            )
        if len(rows) > 1:
            print(f"         {apart(rows, prints)}", flush=True)
        found += rows
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in found], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
