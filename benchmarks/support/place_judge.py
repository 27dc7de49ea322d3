"""Judges the places found in labelled sentences (benchmarks/picture_sets/places and features).

Run: python -m benchmarks.support.place_judge [--unseen]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.features.names import feature_names, feature_rows
from renderer.visuals.matching.places.cities import cities
from renderer.visuals.matching.places.gazetteer import places_in

SETS: Final = Path(__file__).parents[1] / "picture_sets"
UNSEEN: Final = {"places": 8, "features": 10}
"""Number of held-out sentences at the end of each language's list, by set."""

_NONE: Final = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSentence:
    """A sentence and the places it names; `unseen` ones were held out while the finder was developed."""

    language: Language
    text: str
    named: frozenset[str]
    unseen: bool


def sentences(name: str = "places") -> Iterator[PlaceSentence]:
    """All sentences of a set."""
    for language in Language:
        rows = (SETS / name / f"{language.value}.txt").read_text("utf-8").splitlines()
        rows = [row for row in rows if row and not row.startswith("#")]
        for place, row in enumerate(rows):
            text, named = (cell.strip() for cell in row.rsplit("|", 1))
            wanted = frozenset(() if named == _NONE else (name.strip() for name in named.split(",")))
            yield PlaceSentence(
                language=language, text=text, named=wanted, unseen=place >= len(rows) - UNSEEN[name]
            )


def found_in(sentence: PlaceSentence) -> frozenset[str]:
    """The places that the finder returns, in the form of the labels."""
    words = [piece.display for piece in tokenise(sentence.text, sentence.language)]
    return frozenset(map(_label, places_in(words, sentence.language)))


def _label(place: Place) -> str:
    if len(place.code) > len("FR"):
        row = next(row for row, each in enumerate(feature_rows()) if each.code == place.code)
        return feature_names(Language.EN).names[row] if "-" in place.code[:3] else place.code
    if not place.city:
        return place.code
    same = (city for city in cities(Language.EN) if (city.east, city.north) == (place.east, place.north))
    return next((city.name for city in same), place.name)


def main() -> None:
    unseen = "--unseen" in sys.argv
    every = [one for one in sentences("features") if one.unseen == unseen]
    wrong = lost = 0
    for one in every:
        found = found_in(one)
        wrong += bool(found - one.named)
        lost += bool(one.named - found)
        if found != one.named:
            print(f"{one.language.value} {one.text}\n   found {sorted(found)}, named {sorted(one.named)}")
    named = sum(bool(one.named) for one in every)
    print(f"{len(every)} sentences, {named} name a place: {wrong} with a wrong one, {lost} with one lost")


if __name__ == "__main__":
    main()
