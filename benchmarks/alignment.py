"""Error and speed of the word aligners, judged by synthesisers that report when they speak each word.

    python benchmarks/alignment.py [--quick] [--json FILE]

The ground truth is each synthesiser's own word times. The "espeak" voices differ from the voice of the
reference and speak at other rates; "flite" (Debian: libflite1) and "openjtalk" are engines that the reference
does not use: Japanese is aligned here against espeak reading kana, though a job also uses Open JTalk. Speed
is seconds of audio per second of processor time of this process (`dtw_x`), of this process and of the helper
that makes the readings (`cpu_x`), and per second of wall time (`all_x`).

Bars on clean speech of the foreign engines, all voices together: mean <= 25 ms, p95 <= 80 ms, no word more
than 250 ms off; with noise 10 dB below the speech p95 <= 200 ms; dtw_x >= 50 x real time. The exit status is
1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
import psutil

from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.dtw import DtwAligner
from renderer.backends.alignment.pocketsphinx import PocketSphinxAligner, is_installed
from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.embedded.reference import SpokenReferences
from renderer.backends.speech.script_runs import VOICE_NAMES, ScriptRun
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.core.voice import EspeakTimbre
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from tests.support.speaking.flite import VOICES, flite_missing, flite_says, token_starts

TEXTS: dict[Language, tuple[str, ...]] = {
    Language.EN: (
        "The octopus has three hearts, and two of them stop beating when it swims.",
        "That is why it prefers to crawl along the bottom of the sea rather than swim away from danger.",
        "Its blue blood carries oxygen using copper instead of iron, which works better in cold water.",
        "In 1999 the company lost $4.2 million, and it never came back.",
        "Again and again and again, they said no, no, and no.",
        "Meet us on the 3rd of May, and bring 25 dollars.",
        "When a shark comes close, the octopus can change color in less than a second and vanish.",
        "Would you believe that it can also squeeze through a hole no bigger than its eye?",
    ),
    Language.ES: ("En 1999 la empresa perdió 40 millones, una y otra vez, y nadie supo por qué.",),
    Language.ZH: ("一九九九年,这家公司一次又一次地亏损,没有人知道为什么。",),
    Language.HI: ("उस साल कंपनी ने बार बार बहुत पैसा खोया, और किसी को पता नहीं चला क्यों।",),
    Language.AR: ("خسرت الشركة المال مرة بعد مرة في ذلك العام، ولم يعرف أحد السبب.",),
    Language.PT: ("Em 1999 a empresa perdeu 40 milhões, de novo e de novo, e ninguém soube por quê.",),
    Language.FR: (
        "L'entreprise s'arrête d'un coup, et l'argent n'est plus là, mais personne ne sait pourquoi.",
    ),
    Language.JA: (
        "タコには心臓が三つあり、泳ぐときにはそのうちの二つが止まります。",
        "東京タワーはとても高い建物です。",
        "次に水族館で見かけたら、きっとあなたを見つめ返していることを思い出してください。",
        "2024年に3.5億円を払った。",
        "会社は5月3日に120万円を失い、二度と戻りませんでした。",
        "何度も何度も、彼らはだめだと言いました。",
    ),
    Language.DE: ("Die Firma verlor 1999 immer wieder viele Millionen, und niemand wusste, warum.",),
    Language.RU: ("Компания снова и снова теряла деньги в том году, и никто не знал почему.",),
}
ESPEAK_SPEAKERS = (("f4", 140), ("m5", 230))
NOISES_DB = (20, 10, 5)
MEAN_MS, P95_MS, MOST_MS, NOISE_P95_MS, LEAST_SPEED = 25.0, 80.0, 250.0, 200.0, 50.0
"""The bars."""
JUDGED: Final = ("openjtalk", "flite slt 10 dB", "openjtalk 10 dB")
"""Rows that are held to the bars, besides the row of all Flite voices together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A spoken line with the true starts of its tokens, in seconds; NaN where the engine reports none."""

    line: Line
    language: Language
    samples: Samples
    rate: int
    starts: tuple[float, ...]


@dataclass(slots=True, kw_only=True)
class Row:
    """One line of the table."""

    aligner: str
    speech: str
    errors: list[float] = field(default_factory=list)
    confidences: list[float] = field(default_factory=list)
    failed: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    everybody: float = 0.0
    clock: float = 0.0

    @property
    def figures(self) -> dict[str, float]:
        """The printed figures: errors in milliseconds, speeds as multiples of real time."""
        errors = np.abs(self.errors) if self.errors else np.array([np.nan])
        return {
            "words": len(self.errors),
            "failed": self.failed,
            "bias": round(float(np.mean(self.errors)) if self.errors else np.nan, 1),
            "mean": round(float(errors.mean()), 1),
            "p95": round(float(np.percentile(errors, 95)), 1),
            "max": round(float(errors.max()), 1),
            "trust": round(float(np.mean(self.confidences)) if self.confidences else np.nan, 2),
            "dtw_x": round(self.seconds / self.processor, 1) if self.processor else 0.0,
            "cpu_x": round(self.seconds / self.everybody, 1) if self.everybody else 0.0,
            "all_x": round(self.seconds / self.clock, 1) if self.clock else 0.0,
        }


def espeak_samples(language: Language) -> Iterator[Sample]:
    engine = EspeakEngine()
    for text in TEXTS[language]:
        line = build_line(text, id="l", language=language)
        for variant, rate in ESPEAK_SPEAKERS:
            timbre = EspeakTimbre(variant=variant, pitch=50, range=50, rate=rate)
            run = ScriptRun(voice=VOICE_NAMES[language], tokens=line.tokens)
            said = engine.speak_runs("l", [(run, timbre)])[0]
            starts = tuple(span.start / said.rate if span.confidence == 1 else np.nan for span in said.spans)
            yield Sample(line=line, language=language, samples=said.samples, rate=said.rate, starts=starts)


def flite_samples(voice: str) -> Iterator[Sample]:
    for text in TEXTS[Language.EN]:
        line = build_line(text, id="l", language=Language.EN)
        spoken = [token.spoken for token in line.tokens]
        said = flite_says(" ".join(spoken), voice)
        starts = token_starts(said, spoken)
        if starts:
            yield Sample(
                line=line, language=Language.EN, samples=said.samples, rate=said.rate, starts=tuple(starts)
            )


def openjtalk_samples(voices: Sequence[Voice]) -> Iterator[Sample]:
    engine = OpenJTalkEngine()
    for text in TEXTS[Language.JA]:
        line = build_line(text, id="l", language=Language.JA)
        for voice in voices:
            said = engine.speak(line, language=Language.JA, voice=voice)
            starts = tuple(span.start / said.rate if span.confidence == 1 else np.nan for span in said.spans)
            yield Sample(line=line, language=Language.JA, samples=said.samples, rate=said.rate, starts=starts)


def with_noise(samples: Iterator[Sample], decibels: float) -> Iterator[Sample]:
    """The same samples with white noise added, `decibels` below the speech."""
    random = np.random.Generator(np.random.PCG64(0))
    for one in samples:
        level = float(np.sqrt(np.mean(np.square(one.samples, dtype=np.float64)))) * 10 ** (-decibels / 20)
        noisy = one.samples + random.standard_normal(len(one.samples)) * level
        yield Sample(
            line=one.line,
            language=one.language,
            samples=np.clip(noisy, -1, 1).astype(np.float32),
            rate=one.rate,
            starts=one.starts,
        )


def noisy_flite(decibels: float) -> Iterator[Sample]:
    return with_noise(flite_samples("slt"), decibels)


def helpers_time() -> float:
    """Processor seconds of this process's children and of their own (finished) children."""
    spent = (helper.cpu_times() for helper in psutil.Process().children())
    return sum(one.user + one.system + one.children_user + one.children_system for one in spent)


def measured(aligner: WordAligner, speech: str, samples: Iterator[Sample]) -> Row:
    row = Row(aligner=aligner.name, speech=speech)
    for one in samples:
        audio = Speech(samples=one.samples, rate=one.rate, spans=())
        clock, processor, helpers = time.perf_counter(), time.process_time(), helpers_time()
        try:
            spans = aligner.align(one.line, audio, language=one.language)
        except ClipwrightError:
            row.failed += 1
            continue
        row.clock += time.perf_counter() - clock
        row.processor += time.process_time() - processor
        row.everybody += time.process_time() - processor + helpers_time() - helpers
        row.seconds += len(one.samples) / one.rate
        for span, start in zip(spans, one.starts, strict=True):
            if not np.isnan(start):
                row.errors.append((span.start / one.rate - start) * 1000)
                row.confidences.append(span.confidence)
    return row


def plan(*, quick: bool) -> Iterator[tuple[WordAligner, str, Callable[[], Iterator[Sample]]]]:
    """Every row of the table: aligner, name of the speech, and a function that makes the speech."""
    dtw = DtwAligner(reader=SpokenReferences(natural=False))
    voices = VOICES[:2] if quick else VOICES
    sphinx: list[WordAligner] = [PocketSphinxAligner()] if is_installed() else []
    missing = flite_missing()
    if missing:
        print(f"flite is left out: {missing}")
    for voice in () if missing else voices:
        for aligner in (dtw, *sphinx):
            yield aligner, f"flite {voice}", partial(flite_samples, voice)
    for decibels in () if missing else NOISES_DB[1:2] if quick else NOISES_DB:
        for aligner in (dtw, *sphinx):
            yield (
                aligner,
                f"flite slt {decibels} dB",
                partial(noisy_flite, decibels),
            )
    speakers = list(Voice)[:2] if quick else list(Voice)
    yield dtw, "openjtalk", lambda: openjtalk_samples(speakers)
    yield dtw, "openjtalk 10 dB", lambda: with_noise(openjtalk_samples(speakers[:2]), 10)
    for language in VOICE_NAMES:
        yield dtw, f"espeak {language.value}", partial(espeak_samples, language)


def together(rows: Sequence[Row], aligner: str, speech: str, members: Sequence[str]) -> Row:
    """Merge the rows of several voices into one."""
    whole = Row(aligner=aligner, speech=speech)
    for row in rows:
        if row.aligner == aligner and row.speech in members:
            whole.errors += row.errors
            whole.confidences += row.confidences
            whole.failed += row.failed
            whole.seconds += row.seconds
            whole.processor += row.processor
            whole.everybody += row.everybody
            whole.clock += row.clock
    return whole


def misses(row: Row) -> list[str]:
    """The bars that a row misses."""
    figures = row.figures
    if row.speech.endswith("10 dB"):
        bars = [("p95", NOISE_P95_MS)]
    else:
        bars = [("mean", MEAN_MS), ("p95", P95_MS), ("max", MOST_MS)]
    found = [f"{row.speech}: {name} {figures[name]} ms" for name, bar in bars if figures[name] > bar]
    return found + ([f"{row.speech}: {figures['dtw_x']} x"] if figures["dtw_x"] < LEAST_SPEED else [])


def show(row: Row) -> None:
    print(f"{row.aligner:13}{row.speech:19}" + "".join(f"{value:>8}" for value in row.figures.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = []
    print(
        f"{'aligner':13}{'speech':19}" + "".join(f"{name:>8}" for name in Row(aligner="", speech="").figures)
    )
    for aligner, name, samples in plan(quick=given.quick):
        row = measured(aligner, name, samples())
        rows.append(row)
        show(row)
    flite = together(rows, "dtw", "flite, all voices", [f"flite {voice}" for voice in VOICES])
    judged = [row for row in rows if row.aligner == "dtw" and row.speech in JUDGED and row.errors]
    if flite.errors:
        rows.append(flite)
        judged.append(flite)
        show(flite)
    missed = [miss for row in judged for miss in misses(row)]
    if given.json:
        table = [{"aligner": row.aligner, "speech": row.speech, **row.figures} for row in rows]
        given.json.write_text(json.dumps({"rows": table, "missed": missed}, indent=1))
    print("\n".join(f"MISSED {miss}" for miss in missed) or "all bars are held")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
