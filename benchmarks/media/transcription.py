"""Word error and timing accuracy of transcription, on the product's own voices with known word times.

    clipwright models fetch default && clipwright models fetch whisper-base
    python -m benchmarks.media.transcription [--languages en,de,…] [--model base] [--json FILE]

Three sentences per language (support/voice_sentences.py) are spoken by the engine that a video would use,
with pauses between them, and transcribed in one go as an uploaded video is. Printed are the word error (of
characters in Chinese and Japanese); how far the starts of correctly transcribed words are from the engine's
own times, as median, 95th percentile and share within 100 ms; and seconds of sound per second of wall time.
For engines without word times only the word error is meaningful. With `--told` the model is given the
language instead of detecting it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np

from benchmarks.support.voice_judges import RATE, Samples, at_16k, error_rate
from benchmarks.support.voice_sentences import SENTENCES
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.transcription.base import ArraySource, Transcript
from renderer.backends.transcription.whisper import WhisperTranscriber
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line
from renderer.worker.composition import engines as parts
from renderer.worker.composition.deep_checks import probe_engines
from renderer.worker.composition.engine_settings import EngineSettings

PAUSE_SECONDS = 0.7
NEAR_SECONDS = 0.1
Timed = list[tuple[str, float]]


@dataclass(frozen=True, kw_only=True)
class Row:
    """The figures of one language; times in milliseconds, `nan` where the engine has no word times."""

    language: str
    engine: str
    found: str
    error: float
    matched: int
    median: float
    p95: float
    near: float
    speed: float


def spoken(speech: SpeechEngine, language: Language) -> tuple[Samples, Timed, str]:
    """All sentences with pauses at 16 kHz, the words with their starts in seconds, and the engine's name."""
    lines = [build_line(text, id=f"l{at}", language=language) for at, text in enumerate(SENTENCES[language])]
    voice = Voice.WARM_STORYTELLER
    engine = chosen_engine(speech, lines, language=language, voice=voice).engine
    pause = np.zeros(int(PAUSE_SECONDS * RATE), np.float32)
    pieces, words, position = [pause], list[tuple[str, float]](), PAUSE_SECONDS
    for line in lines:
        said = engine.speak(line, language=language, voice=voice)
        words += [(line.tokens[span.token].display, position + span.start / said.rate) for span in said.spans]
        sound = at_16k(said.samples, said.rate)
        pieces += [sound, pause]
        position += len(sound) / RATE + PAUSE_SECONDS
    return np.concatenate(pieces), words, engine.engine_for(language)


def starts_off(truth: Timed, heard: Timed) -> list[float]:
    """How late each correctly transcribed word was placed, in seconds."""
    ours, theirs = ([plain(word) for word, _ in words] for words in (truth, heard))
    blocks = SequenceMatcher(a=ours, b=theirs, autojunk=False).get_matching_blocks()
    return [
        heard[block.b + k][1] - truth[block.a + k][1]
        for block in blocks
        for k in range(block.size)
        if ours[block.a + k]
    ]


def plain(word: str) -> str:
    """The word's letters and digits, in lower case."""
    return "".join(char for char in word.lower() if char.isalnum())


def measured(speech: SpeechEngine, model: WhisperTranscriber, language: Language, *, told: bool) -> Row:
    sound, words, engine = spoken(speech, language)
    began = time.perf_counter()
    result: Transcript = model.transcribe(
        ArraySource(sound), advance=lambda _fraction, _detail: None, language=language if told else None
    )
    seconds = time.perf_counter() - began
    heard = [(word.text, float(word.span.start)) for word in result.words()]
    off = np.array(starts_off(words, heard)) * 1000
    text = " ".join(segment.text for segment in result.segments)
    known = len(off) > 0
    return Row(
        language=language.value,
        engine=engine,
        found=result.language,
        error=round(error_rate(text, " ".join(SENTENCES[language]), language), 3),
        matched=len(off),
        median=round(float(np.median(np.abs(off))), 1) if known else float("nan"),
        p95=round(float(np.percentile(np.abs(off), 95)), 1) if known else float("nan"),
        near=round(float(np.mean(np.abs(off) <= 1000 * NEAR_SECONDS)), 3) if known else float("nan"),
        speed=round(len(sound) / RATE / seconds, 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", default=",".join(Language))
    parser.add_argument("--model", default="base", help="a folder in models/whisper")
    parser.add_argument("--told", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    settings = EngineSettings()
    speech = parts.speech(probe_engines(settings))
    model = WhisperTranscriber(folder=settings.models / "whisper" / given.model)
    model.model()
    print("language engine     found  error  words  median ms  p95 ms  within 100 ms  x real time")
    rows = []
    for language in map(Language, given.languages.split(",")):
        row = measured(speech, model, language, told=given.told)
        rows.append(row)
        print(
            f"{row.language:8} {row.engine:10} {row.found:5} {row.error:6.3f} {row.matched:6d} "
            f"{row.median:10.1f} {row.p95:7.1f} {row.near:14.2f} {row.speed:12.1f}",
            flush=True,
        )
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
