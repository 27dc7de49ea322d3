"""Planning of films from scripts of any length in ten languages; nothing is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.manuscript.document import Manuscript
from renderer.manuscript.film_fit import Adaptation, Cards, FilmFit
from renderer.manuscript.fitting import LONGEST_FILM, SHORTEST_FILM, TOLERANCE, fitted
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.terms import figures, names

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
"""Greatest deviation of a chapter from its share, as a fraction of the share."""
_ELEMENT: Final = re.compile(r"<(h2|h3|p|li)[^>]*>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One planned film, or the reason for its refusal."""

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
    """Read one file of the package as Markdown."""
    parts = []
    for element, inside in _ELEMENT.findall(path.read_text("utf-8")):
        text = unescape(re.sub(r"<[^>]+>", "", inside)).strip()
        parts.append(f"## {text}" if element.startswith("h") else f"- {text}" if element == "li" else text)
    return "\n\n".join(part for part in parts if part)


def of_length(text: str, characters: int) -> str:
    """Cut the text at a paragraph, or repeat it under numbered headings, to at most this many characters."""
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
    """Share of the names and figures in the chapters' first sentences that the extract has kept."""
    text = " ".join(sentence.text for sentence in kept.sentences)
    wanted = [
        entity
        for chapter in source.chapters
        for entity in (*names(chapter.sentences[0].text), *figures(chapter.sentences[0].text))
    ]
    return sum(entity in text for entity in wanted) / len(wanted) if wanted else 1.0


def planning_table(texts: Path, *, minutes: float) -> list[Row]:
    """Plan a film for every language and length, and print each as it is done."""
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
