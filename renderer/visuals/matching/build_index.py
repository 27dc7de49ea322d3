"""Builds the picture index of a language from the table of things, CLDR's names and the forms of words.

A word of the table outranks the name of a drawing. Words that the table lists under "-" call for nothing but
what the table itself ties them to, and neither does a term inside them. Forms that are more likely another
word are already left out of the sources.
"""

from __future__ import annotations

import json
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from renderer.assets import ARTWORK_FOLDER
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import VETO, PictureIndex, Sense
from renderer.visuals.matching.plain import plain, plain_text
from renderer.visuals.matching.things import FLAG, countries, names, things

FORMS_FILE: Final = ARTWORK_FOLDER / "forms.zip"


def build_index(language: Language) -> PictureIndex:
    """Build the index from its sources.

    Raises:
        ClipwrightError: `asset_missing`; `asset_invalid` naming a line of the table that is not well formed.
    """
    forms = _forms(language)
    concepts: dict[tuple[str, ...], int] = {}
    terms: dict[str, list[Sense]] = defaultdict(list)
    stopped = _stopped(language, forms)
    proper: set[str] = set()
    for artwork, text, cues, named in _entries(language):
        for form in (text, *forms["forms"].get(text, ())):
            term = plain_text(form, language)
            silent = not term or not is_content(form, language)
            if silent or (term in stopped and not cues) or (terms.get(term) and not named):
                continue
            place = concepts.setdefault(artwork, len(concepts))
            terms[term].append(Sense(place, cues, named))
            if named and text[:1].isupper():
                proper.add(term)
    return PictureIndex(
        concepts=tuple(concepts),
        terms={term: tuple(senses) for term, senses in terms.items()},
        verbs=frozenset(plain_text(form, language) for form in forms["verbs"]) & terms.keys(),
        longer=(stopped | frozenset(forms["longer"])) - terms.keys(),
        tails=frozenset(forms["tails"]) & terms.keys(),
        countries={
            plain_text(form, language): flag.removeprefix(FLAG).upper()
            for flag, name in countries(language)
            for form in (name, *forms["forms"].get(name, ()))
        },
        proper=frozenset(proper) if language is not Language.DE else frozenset(),
    )


def _entries(language: Language) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...], bool]]:
    """Artwork, noun, cues, and whether the entry is from the table; entries of the table come first."""
    for thing in things(language):
        for word in thing.words if thing.artwork else ():
            cues = tuple(_cue(cue, language) for cue in word.cues)
            yield thing.artwork, word.text, cues, True
    for artwork, spoken in names(language):
        yield (artwork,), spoken, (), False


def _cue(text: str, language: Language) -> str:
    word = plain(text.removeprefix(VETO), language)
    return VETO + word if text.startswith(VETO) else word


def _stopped(language: Language, forms: dict[str, dict[str, list[str]]]) -> frozenset[str]:
    """Words that call for nothing by themselves, in all their forms."""
    words = [word.text for thing in things(language) if not thing.artwork for word in thing.words]
    every = (form for word in words for form in (word, *forms["forms"].get(word, ())))
    return frozenset(plain_text(form, language) for form in every)


@lru_cache(maxsize=2)
def _forms(language: Language) -> dict[str, dict[str, list[str]]]:
    if not FORMS_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/forms.zip")
    with zipfile.ZipFile(FORMS_FILE) as archive:
        found: dict[str, dict[str, list[str]]] = json.loads(archive.read(f"{language.value}.json"))
    return found
