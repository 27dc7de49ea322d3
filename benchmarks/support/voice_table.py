"""The table of measured voices: kept in a file, checked against its bars, written into docs/VOICES.md."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from renderer.backends.speech.neural.kokoro_styles import TABLE, blended_voice
from renderer.contract.vocabulary import Language, Voice

LEAST_SCORE = 3.2
MOST_ERROR = {
    Language.EN: 0.10,
    Language.ES: 0.10,
    Language.FR: 0.16,
    Language.PT: 0.10,
    Language.ZH: 0.18,
    Language.JA: 0.20,
    Language.DE: 0.20,
    Language.RU: 0.35,
}
"""Bars of word error: 0.10 above the best voice found before these were chosen; de and ru are fixed."""
SEMITONE, TIMBRE = 1.0, 4.0
"""Two voices of a language must differ by at least one of these: semitones of pitch, distance of timbre."""
NOISE, LEAST_CHANGE = 2.0, 0.01
"""A chain counts as lowering a score when the change exceeds this many standard errors, and this amount."""
BEGIN, END = "<!-- measured voices -->\n", "<!-- end of measured voices -->\n"


@dataclass(frozen=True, kw_only=True)
class Row:
    """The measurements of one voice id in one language; `chosen` is the speaker or blend, with its speed."""

    language: str
    voice: str
    engine: str
    chosen: str
    sentences: int
    raw: float
    overall: float
    change: float
    unsure: float
    error: float
    pitch: float
    pace: float
    speed: float
    timbre: tuple[float, ...]


def chosen_as(engine: str, language: Language, voice: Voice) -> str:
    """The blend and speed of a cell, or the engine's name if that engine has no blends."""
    if engine != "kokoro":
        return engine
    row = blended_voice(TABLE, voice, language, engine=engine)
    shares = " + ".join(f"{name} {share:g}" for name, share in row.blend.items())
    return f"{shares} × {row.speed:g}"


def load(path: Path | None) -> dict[tuple[str, str], Row]:
    """The rows kept by earlier runs, by language and voice id."""
    if path is None or not path.exists():
        return {}
    kept = [Row(**row | {"timbre": tuple(row["timbre"])}) for row in json.loads(path.read_text("utf-8"))]
    return {(row.language, row.voice): row for row in kept}


def save(path: Path, rows: dict[tuple[str, str], Row]) -> None:
    ordered = [rows[key] for key in itertools.product(Language, Voice) if key in rows]
    path.write_text(json.dumps([asdict(row) for row in ordered], indent=1) + "\n", "utf-8")


def missed(row: Row) -> list[str]:
    """The bars that a cell misses. Hindi has no bar for its error; Arabic has one for its chain only."""
    found = []
    bar = MOST_ERROR.get(Language(row.language))
    if bar is not None and row.error > bar:
        found.append(f"error {row.error:.2f} > {bar:.2f}")
    if row.language != Language.AR and min(row.raw, row.overall) < LEAST_SCORE:
        found.append(f"score {min(row.raw, row.overall):.2f} < {LEAST_SCORE}")
    if row.change < -max(NOISE * row.unsure, LEAST_CHANGE):
        found.append(f"chain {row.change:+.3f} ({row.unsure:.3f})")
    return found


def pairs(rows: Sequence[Row]) -> Iterator[tuple[float, float, str]]:
    """Difference in semitones, distance of timbre, and names, for every pair of voices of one language."""
    for one, other in itertools.combinations(rows, 2):
        semitones = abs(12 * np.log2(one.pitch / other.pitch))
        marks = float(np.linalg.norm(np.subtract(one.timbre, other.timbre)))
        yield float(semitones), marks, f"{one.voice} / {other.voice}"


def nearest(rows: Sequence[Row]) -> tuple[float, float, str]:
    """The pair of voices that are most alike."""
    return min(pairs(rows), key=lambda pair: max(pair[0] / SEMITONE, pair[1] / TIMBRE))


def alike(pair: tuple[float, float, str]) -> bool:
    """Whether the pair differs too little in both pitch and timbre."""
    return pair[0] < SEMITONE and pair[1] < TIMBRE


def shown(row: Row) -> str:
    faults = missed(row)
    return (
        f"{row.language:8} {row.voice:17} {row.engine:9} {row.raw:5.2f} {row.overall:6.2f} "
        f"{row.change:+7.3f} ({row.unsure:.3f}) {row.error:6.2f} {row.pitch:5.0f} "
        f"{row.pace:5.1f} {row.speed:8.1f}" + (f"  MISSED {', '.join(faults)}" if faults else "")
    )


def by_language(rows: dict[tuple[str, str], Row]) -> dict[Language, list[Row]]:
    """The rows by language, for languages that have any, in the order of the enumerations."""
    found = {
        language: [rows[language, voice] for voice in Voice if (language, voice) in rows]
        for language in Language
    }
    return {language: cells for language, cells in found.items() if cells}


def page(rows: dict[tuple[str, str], Row]) -> str:
    """The figures as Markdown: a table of scores, the nearest pairs, and the speaker of each cell."""
    languages = by_language(rows)
    heads = "| " + " | ".join(voice.value for voice in Voice) + " |"
    rule = "|---" * (len(Voice) + 1) + "|"
    text = [f"| score · error · pitch (Hz) {heads}", rule]
    for language, cells in languages.items():
        text.append(f"| {language.value} | " + " | ".join(_cell(row) for row in cells) + " |")
    text += ["", "| | change by the chain (standard error): least | nearest pair | semitones | timbre |"]
    text.append("|---|---|---|---|---|")
    for language, cells in languages.items():
        least = min(cells, key=lambda row: row.change)
        semitones, timbre, names = nearest(cells)
        text.append(
            f"| {language.value} | {least.change:+.3f} ({least.unsure:.3f}) {least.voice} | {names} "
            f"| {semitones:.1f} | {timbre:.1f} |"
        )
    text += ["", f"| spoken by, × speed {heads}", rule]
    for language, cells in languages.items():
        text.append(f"| {language.value} | " + " | ".join(row.chosen for row in cells) + " |")
    return "\n".join(text) + "\n"


def _cell(row: Row) -> str:
    error = f"{row.error:.2f}" if row.error <= 1.0 else "> 1"
    return f"{row.overall:.2f} · {error} · {row.pitch:.0f}"


def lacking(rows: dict[tuple[str, str], Row]) -> list[str]:
    """The cells that were not measured."""
    cells = itertools.product(Language, Voice)
    return [f"{language}/{voice}" for language, voice in cells if (language, voice) not in rows]


def write_page(path: Path, rows: dict[tuple[str, str], Row]) -> None:
    """Write the figures between the two marks of a page."""
    text = path.read_text("utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    path.write_text(f"{text[:begin]}\n{page(rows)}\n{text[end:]}", "utf-8")
