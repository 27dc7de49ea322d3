"""Every voice id in every language: quality, intelligibility, speed, and how the six voices differ.

    clipwright models fetch default && clipwright models fetch whisper-base && clipwright models fetch dnsmos
    python -m benchmarks.voices [--languages en,de] [--voices warm-calm] [--sentences 3] [--json FILE]
    python -m benchmarks.voices --json FILE --page docs/VOICES.md    (all 60 cells; writes the page's tables)
    python -m benchmarks.voices --onsets [--languages en,de]    (word starts instead)

At most three sentences each (voice_sentences.py) are spoken by the engine that a video would use, and judged
both raw (at the chain's loudness, since the score depends on it) and through the voice chain. Printed are:
DNSMOS P.835 overall of both; the change by the chain with its standard error, over four framings of every
sentence that are the same for both; Whisper base's word error (of characters in Chinese and Japanese, of
consonants in Hindi, which it writes in two scripts); median pitch; characters per second; seconds of speech
per second of processor time. Two voices of a language are distinguished by pitch (semitones) or timbre
(distance of mean mel cepstra); the nearest pair is shown.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.support.voice_judges import (
    RATE,
    Samples,
    at_16k,
    error_rate,
    framed_quality,
    heard,
    pitch,
    timbre,
)
from benchmarks.support.voice_onsets import errors_of
from benchmarks.support.voice_onsets import shown as shown_errors
from benchmarks.support.voice_sentences import SENTENCES
from benchmarks.support.voice_table import (
    Row,
    alike,
    by_language,
    chosen_as,
    lacking,
    load,
    missed,
    nearest,
    save,
    shown,
    write_page,
)
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


def measured(speech: SpeechEngine, language: Language, voice: Voice, models: Path, count: int) -> Row:
    texts = SENTENCES[language][:count]
    lines = [build_line(text, id=f"l{at}", language=language) for at, text in enumerate(texts)]
    engine = chosen_engine(speech, lines[:1], language=language, voice=voice).engine
    chain = load_voice(voice).chain(engine.engine_for(language))
    raw: list[float] = []
    changes: list[float] = []
    made: list[Samples] = []
    wrong: list[float] = []
    used = seconds = 0.0
    for line, text in zip(lines, texts, strict=True):
        began = time.process_time()
        said = engine.speak(line, language=language, voice=voice)
        used += time.process_time() - began
        seconds += len(said.samples) / said.rate
        sound = at_16k(process_voice(resample(said.samples, said.rate), chain), AUDIO_RATE)
        before = framed_quality(at_16k(levelled(resample(said.samples, said.rate)), AUDIO_RATE), models)
        after = framed_quality(sound, models)
        raw += before
        changes += [late - early for early, late in zip(before, after, strict=True)]
        made += [sound, GAP]
        wrong.append(error_rate(heard(sound, language, models), text, language))
    whole = np.concatenate(made)
    characters = sum(len(spoken_text(line)) for line in lines)
    return Row(
        language=language.value,
        voice=voice.value,
        engine=engine.engine_for(language),
        chosen=chosen_as(engine.engine_for(language), language, voice),
        sentences=len(lines),
        raw=round(float(np.mean(raw)), 2),
        overall=round(float(np.mean(raw) + np.mean(changes)), 2),
        change=round(float(np.mean(changes)), 3),
        unsure=round(float(np.std(changes, ddof=1) / np.sqrt(len(changes))), 3),
        error=round(float(np.mean(wrong)), 3),
        pitch=round(pitch(whole)),
        pace=round(characters / seconds, 1),
        speed=round(seconds / used, 1),
        timbre=tuple(round(float(mark), 3) for mark in timbre(whole)),
    )


def current(row: Row, count: int) -> bool:
    """Whether a kept row is still valid: the same number of sentences, spoken by the same blend."""
    language, voice = Language(row.language), Voice(row.voice)
    return (row.sentences, row.chosen) == (count, chosen_as(row.engine, language, voice))


def word_starts(speech: SpeechEngine, languages: list[Language], voices: list[Voice]) -> None:
    """Print the errors of word starts against onsets after pauses."""
    every: dict[str, list[float]] = {}
    for language, voice in itertools.product(languages, voices):
        first = [build_line(SENTENCES[language][0], id="l", language=language)]
        engine = chosen_engine(speech, first, language=language, voice=voice).engine
        errors = errors_of(engine, language, voice)
        every.setdefault(engine.engine_for(language), []).extend(errors)
        print(f"{language.value} {voice.value:17} {shown_errors(errors)}", flush=True)
    for name, errors in every.items():
        print(f"all of {name:12} {shown_errors(errors)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", default=",".join(Language))
    parser.add_argument("--voices", default=",".join(Voice))
    parser.add_argument("--speakers", default="auto")
    parser.add_argument("--sentences", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--onsets", action="store_true")
    given = parser.parse_args()
    settings = EngineSettings(speakers=given.speakers)
    speech = parts.speech(probe_engines(settings))
    if given.onsets:
        word_starts(
            speech, list(map(Language, given.languages.split(","))), list(map(Voice, given.voices.split(",")))
        )
        return 0
    languages = list(map(Language, given.languages.split(",")))
    voices = list(map(Voice, given.voices.split(",")))
    rows = load(given.json)
    print("language voice             engine     raw  chain  change (s.e.)  error pitch  pace  x real time")
    faults = 0
    for language in languages:
        for voice in voices:
            row = rows.get((language.value, voice.value))
            if row is None or not current(row, given.sentences):
                row = measured(speech, language, voice, settings.models, given.sentences)
                rows[language.value, voice.value] = row
            print(shown(row), flush=True)
            faults += bool(missed(row))
            if given.json:
                save(given.json, rows)
        cells = by_language(rows).get(language, [])
        if len(cells) > 1:
            pair = nearest(cells)
            faults += alike(pair)
            print(
                f"         nearest pair {pair[2]}: {pair[0]:.1f} semitones, timbre {pair[1]:.1f}"
                + "  MISSED" * alike(pair),
                flush=True,
            )
    if given.page and (gaps := lacking(rows)):
        parser.error(f"--page needs every cell; not measured: {', '.join(gaps)}")
    if given.page:
        write_page(given.page, rows)
    print(f"{faults} MISSED" if faults else "all bars are held")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
