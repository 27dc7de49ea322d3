"""Makes the keyword index of a language out of CLDR's annotations and the concepts; see `keyword_index`.

A keyword that names few drawings says more than one that names many, so every hit weighs its inverse document
frequency (Spärck Jones, 1972). It takes a twentieth of a second a video, so the shipped index is made ahead.
"""

from __future__ import annotations

import json
import math
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.artwork import ARTWORK_FOLDER
from renderer.visuals.concepts import concepts
from renderer.visuals.function_words import is_content
from renderer.visuals.keyword_index import FLAG, OF_CONCEPT, UNSPACED, KeywordIndex, Term, key_of
from renderer.visuals.stemming import normalised, stem

_OF_NAME, _OF_KEYWORD, _OF_PART = 3.0, 1.0, 0.6
_OF_CLIPPED_NAME, _NAME_WORDS = 1.8, 1.0
_SCALE: Final = 4.0

_LATER_CHOICE: Final = 0.08
"""How much less each further artwork of a concept fits than the one before."""

_ODD: Final = ("person-", "mrs-", "mx-", "santa-", "waffle", "goblin", "ogre", "troll")
"""Starts of names of artwork that is too odd a picture for a loose keyword; its own name calls for it."""

Keywords = Mapping[str, tuple[str, tuple[str, ...]]]
"""Artwork → (spoken name, keywords)."""


def build_index(language: Language) -> KeywordIndex:
    """The index from its sources.

    Raises:
        ClipwrightError: `asset_missing`; `pack_invalid` naming a concept that is not well formed.
    """
    keywords = _keywords(language)
    found = _weighed(keywords, language)
    artwork = sorted({drawing for hits in found.values() for drawing in hits})
    weights = sorted({weight for hits in found.values() for weight in hits.values()})
    places = {drawing: place for place, drawing in enumerate(artwork)}
    ranks = {weight: rank for rank, weight in enumerate(weights)}
    return KeywordIndex(
        artwork=tuple(artwork),
        weights=tuple(weights),
        postings={
            key_of(term): tuple(
                number for drawing, weight in hits.items() for number in (places[drawing], ranks[weight])
            )
            for term, hits in found.items()
        },
        small=_small_names(language),
        places=_place_names(keywords, language),
    )


def _weighed(keywords: Keywords, language: Language) -> dict[Term, dict[str, float]]:
    """Term → artwork → weight."""
    weights: dict[Term, dict[str, float]] = defaultdict(dict)
    for artwork, term, weight in _entries(keywords, language):
        weights[term][artwork] = max(weight, weights[term].get(artwork, 0.0))
    total = len(keywords)
    return {
        term: {
            artwork: round(weight * math.log(total / len(found)) / math.log(total), 6) * _SCALE
            for artwork, weight in found.items()
        }
        for term, found in weights.items()
        if any(term)
    }


def _entries(keywords: Keywords, language: Language) -> Iterator[tuple[str, Term, float]]:
    for artwork, (spoken, terms) in keywords.items():
        name = _term(spoken, language)
        yield artwork, name, _OF_NAME if len(name) == len(spoken.split()) else _OF_CLIPPED_NAME
        if len(name) > 1:
            yield from ((artwork, (part,), _NAME_WORDS) for part in name)
        for keyword in () if artwork.startswith(_ODD) else terms:
            term = _term(keyword, language)
            yield artwork, term, _OF_KEYWORD
            if len(term) > 1:
                yield from ((artwork, (part,), _OF_PART) for part in term)
    for concept in concepts(language):
        for place, drawing in enumerate(concept.artwork):
            weight = OF_CONCEPT * concept.weight * (1 - _LATER_CHOICE * place)
            yield from ((drawing, _term(text, language), weight) for text in concept.words)


def _term(text: str, language: Language) -> Term:
    if language in UNSPACED:
        return (normalised(text, language),)
    parts = (stem(word, language) for word in text.split() if is_content(word, language))
    return tuple(part for part in parts if part)


def _keywords(language: Language) -> dict[str, tuple[str, tuple[str, ...]]]:
    path = ARTWORK_FOLDER / "keywords.zip"
    if not path.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/keywords.zip")
    with zipfile.ZipFile(path) as archive:
        raw: dict[str, list[object]] = json.loads(archive.read(f"{language.value}.json"))
    return {name: _entry(value) for name, value in raw.items()}


def _entry(value: list[object]) -> tuple[str, tuple[str, ...]]:
    spoken, terms = value
    listed = terms if isinstance(terms, list) else []
    return str(spoken), tuple(str(term) for term in listed)


def _small_names(language: Language) -> frozenset[str]:
    """Stems of words for a nation that its language writes small, as "немецкий" or "français"."""
    return frozenset(
        stem(word, language)
        for concept in concepts(language)
        for word in concept.words
        if concept.artwork[0].startswith(FLAG) and word[:1].islower()
    )


def _place_names(keywords: Keywords, language: Language) -> dict[str, frozenset[str]]:
    """Flag → the names, whole and normalised, that may call for it where there are no capitals."""
    names: dict[str, set[str]] = defaultdict(set)
    for artwork, (spoken, _) in keywords.items():
        if artwork.startswith(FLAG):
            names[artwork].add(normalised(spoken, language))
    for concept in concepts(language):
        for flag in (artwork for artwork in concept.artwork if artwork.startswith(FLAG)):
            names[flag] |= {normalised(word, language) for word in concept.words}
    return {artwork: frozenset(found) for artwork, found in names.items()}
