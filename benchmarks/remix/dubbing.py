"""How spoken lines fit windows that are too long or too short: sentences in ten languages, bundled voices.

    python -m benchmarks.remix.dubbing [--lines 200] [--speakers embedded] [--languages en,es] [--json FILE]

The text takes 70 to 160 per cent of its window; windows are 0.4 s apart. Every line is fitted without a
rewriter, and with a stand-in for one that drops words from the end. The exit status is 1 when a bar is
missed.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.remix.pitch import median_pitch
from benchmarks.support.article_set import labelled
from pipelines.project.dubbing import Narrator, SpokenScript, spoken_script
from pipelines.project.takes import takes_of
from pipelines.pronouncing import line_maker
from renderer.audio.mixing.voice_chain import resample
from renderer.backends.rewriting.base import LineRewriter, NoRewriter
from renderer.backends.rewriting.fake import FakeRewriter
from renderer.backends.speech.base import SpeechEngine
from renderer.contract.orders.remix import RemixProbe
from renderer.contract.remix.timed_text import TEXT, TimedText
from renderer.contract.vocabulary import Language, Voice
from renderer.dubbing.fit import FASTEST, SLOWEST
from renderer.media.tempo import at_tempo
from renderer.text.lines import build_line
from renderer.text.segmentation.sentences import sentences
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

PAUSE_MS: Final = 400
SHARES: Final = (0.7, 1.6)
INSIDE: Final = 0.95
PITCH: Final = 0.01
VOICE: Final = Voice.WARM_STORYTELLER
_SHORTEST, _LONGEST = 12, 140


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Counts of a fitted script: lines by where they lie, declared changes, and faults that must not occur.

    A line is `in_place` when it begins with its window and ends before the next line's window begins: inside
    its own, or running into the pause after it.
    """

    lines: int
    inside: int
    in_place: int
    overrun: int
    shifted: int
    cut: int
    reworded: int
    overlaps: int
    out_of_bounds: int
    pitch: float


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--lines", type=int, default=200)
    arguments.add_argument("--speakers", default="embedded")
    arguments.add_argument("--languages", default=",".join(Language))
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    engine = _engine(given.speakers)
    rows: dict[str, dict[str, Any]] = {}
    for name, rewriter in (("no rewriter", NoRewriter()), ("a rewriter", FakeRewriter())):
        for language in map(Language, given.languages.split(",")):
            found = _judged(engine, rewriter, language, count=given.lines // len(Language))
            rows[f"{name}, {language.value}"] = {key: getattr(found, key) for key in Tally.__slots__}
    widths = {"lines": 6, "inside": 7, "in_place": 9, "overrun": 8, "shifted": 8, "cut": 4, "reworded": 9}
    print(" " * 18 + "".join(f"{name:>{width}}" for name, width in widths.items()) + "   pitch")
    for label, row in rows.items():
        figures = "".join(f"{row[name]:{width}}" for name, width in widths.items())
        print(f"{label:18}{figures}{row['pitch']:8.2%}")
    totals = {name: _total(rows, name) for name in ("no rewriter", "a rewriter")}
    for name, total in totals.items():
        print(f"{name}: {total['inside']} of {total['lines']} inside,", end=" ")
        print(f"{total['in_place']} in place, {total['overlaps']} overlaps,", end=" ")
        print(f"{total['out_of_bounds']} out of bounds, pitch off by at most {total['pitch']:.2%}")
    if given.json:
        given.json.write_text(json.dumps({"rows": rows, "totals": totals}, indent=1) + "\n", "utf-8")
    best = totals["a rewriter"]
    kept = best["inside"] >= INSIDE * best["lines"] and all(
        not total["overlaps"] and not total["out_of_bounds"] and total["pitch"] <= PITCH
        for total in totals.values()
    )
    return 0 if kept else 1


def _total(rows: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    some = [row for label, row in rows.items() if label.startswith(name)]
    return {key: (max if key == "pitch" else sum)(row[key] for row in some) for key in Tally.__slots__}


def _engine(speakers: str) -> SpeechEngine:
    settings = WorkerSettings()
    engines = EngineSettings(speakers=speakers)
    return build_capabilities(RemixProbe(), rim={}, settings=settings, engine_settings=engines).engine(
        SpeechEngine
    )


def _judged(engine: SpeechEngine, rewriter: LineRewriter, language: Language, *, count: int) -> Tally:
    texts = [
        sentence
        for article in labelled(language)
        for sentence in sentences(article.text.replace("==", "\n\n"), language)
        if _SHORTEST <= len(sentence) <= min(_LONGEST, TEXT)
    ]
    texts = [text for text in texts if build_line(text, id="l", language=language).tokens][:count]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = _windows(engine, texts, language, folder)
        narrator = Narrator(
            speech=engine, rewriter=rewriter, language=language, voice=VOICE, line_of=line_maker(language, "")
        )
        end = script[-1].end_ms + PAUSE_MS
        spoken = folder / "spoken"
        spoken.mkdir()
        return _tallied(script, spoken_script(script, narrator, end_ms=end, into=spoken))


def _windows(engine: SpeechEngine, texts: list[str], language: Language, folder: Path) -> list[TimedText]:
    """Lines with windows of such lengths that each text takes one of the shares of its window."""
    lines = [build_line(text, id=f"b{number}", language=language) for number, text in enumerate(texts)]
    natural = [take.length for take in takes_of(engine, lines, language=language, voice=VOICE, into=folder)]
    shares = np.random.default_rng(11).permutation(np.linspace(*SHARES, len(texts)))
    found: list[TimedText] = []
    position = 500
    for text, length, share in zip(texts, natural, shares, strict=True):
        lasts = max(1, round(length / 48 / share))
        found.append(TimedText(start_ms=position, end_ms=position + lasts, text=text))
        position += lasts + PAUSE_MS
    return found


def _tallied(script: list[TimedText], spoken: SpokenScript) -> Tally:
    places = spoken.placements
    inside = [
        place.start_ms >= line.start_ms and place.stop <= line.end_ms * 48 + 48 and not place.cut
        for line, place in zip(script, places, strict=True)
    ]
    begins = [*(line.start_ms for line in script[1:]), script[-1].end_ms + PAUSE_MS]
    in_place = [
        place.start_ms == line.start_ms and place.stop <= begin * 48 and not place.cut
        for line, place, begin in zip(script, places, begins, strict=True)
    ]
    overlaps = sum(later.start_ms * 48 < earlier.stop for earlier, later in pairwise(places))
    wrong = sum(not SLOWEST - 1e-3 <= place.rate <= FASTEST + 1e-3 for place in places)
    return Tally(
        lines=len(script),
        inside=sum(inside),
        in_place=sum(in_place),
        overrun=sum(place.stop > line.end_ms * 48 + 48 for line, place in zip(script, places, strict=True)),
        shifted=sum(place.start_ms > line.start_ms for line, place in zip(script, places, strict=True)),
        cut=sum(place.cut > 0 for place in places),
        reworded=sum(line.text != text for line, text in zip(script, spoken.texts, strict=True)),
        overlaps=overlaps,
        out_of_bounds=wrong,
        pitch=_pitch_off(spoken),
    )


def _pitch_off(spoken: SpokenScript) -> float:
    """Relative difference in median pitch between all stretched lines together and their recordings."""
    plain, stretched = [], []
    for number, take in spoken.takes.items():
        tempo = spoken.placements[number].tempo
        if abs(tempo - 1) > 0.01:  # noqa: PLR2004 - stretched at all
            recorded = resample(take.samples(), take.rate)
            plain.append(recorded)
            stretched.append(at_tempo(recorded, rate=48_000, tempo=tempo))
    if not plain:
        return 0.0
    before, after = (median_pitch(np.concatenate(parts), 48_000) for parts in (plain, stretched))
    return abs(after / before - 1)


if __name__ == "__main__":
    raise SystemExit(main())
