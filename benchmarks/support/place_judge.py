"""Judges the places found in the labelled sentences of benchmarks/picture_sets/places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.gazetteer import cities, places_in

SETS: Final = Path(__file__).parents[1] / "picture_sets" / "places"
UNSEEN: Final = 8
_NONE: Final = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSentence:
    """A sentence and the places it names; `unseen` ones were kept aside while the finder was made."""

    language: Language
    text: str
    named: frozenset[str]
    unseen: bool


def sentences() -> Iterator[PlaceSentence]:
    """All hundred and sixty."""
    for language in Language:
        rows = (SETS / f"{language.value}.txt").read_text("utf-8").splitlines()
        rows = [row for row in rows if row and not row.startswith("#")]
        for place, row in enumerate(rows):
            text, named = (cell.strip() for cell in row.rsplit("|", 1))
            wanted = frozenset(() if named == _NONE else (name.strip() for name in named.split(",")))
            yield PlaceSentence(
                language=language, text=text, named=wanted, unseen=place >= len(rows) - UNSEEN
            )


def found_in(sentence: PlaceSentence) -> frozenset[str]:
    """What the finder says, as the labels are written."""
    words = [piece.display for piece in tokenise(sentence.text, sentence.language)]
    return frozenset(map(_label, places_in(words, sentence.language)))


def _label(place: Place) -> str:
    if not place.city:
        return place.code
    same = (city for city in cities(Language.EN) if (city.east, city.north) == (place.east, place.north))
    return next((city.name for city in same), place.name)
