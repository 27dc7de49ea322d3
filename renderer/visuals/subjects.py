"""Which artwork a phrase is about: rarity-weighted match of its words against the keyword index.

The index is Unicode CLDR's annotations (assets/artwork/keywords.zip). A keyword that names few drawings
says more than one that names many, so every hit weighs its inverse document frequency (Spärck Jones, 1972).
"""

from __future__ import annotations

import json
import math
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.artwork import ARTWORK_FOLDER
from renderer.visuals.concepts import concepts
from renderer.visuals.function_words import is_content
from renderer.visuals.stemming import normalised, stem

_FLAG: Final = "flag-"
_CASED: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.RU})
UNSPACED: Final = frozenset({Language.ZH, Language.JA})
LONGEST_TERM: Final = 4
"""Words of the longest keyword that is looked for."""

_OF_NAME, _OF_CONCEPT, _OF_KEYWORD, _OF_PART = 3.0, 2.5, 1.0, 0.6
_OF_CLIPPED_NAME, _NAME_WORDS = 1.8, 1.0

MIN_SCORE: Final = 2.2
"""Below this a hit says too little ("place", "tool", "animal") to put a picture on screen."""

_LATER_CHOICE: Final = 0.08
"""How much less each further artwork of a concept fits than the one before."""

_ODD: Final = ("person-", "mrs-", "mx-", "santa-", "waffle", "goblin", "ogre", "troll")
"""Starts of names of artwork that is too odd a picture for a loose keyword; its own name calls for it."""

Term = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Artwork that a word of the phrase asks for; a higher score fits better."""

    artwork: str
    word: str
    score: float


def match_subjects(words: Sequence[str], language: Language) -> tuple[Subject, ...]:
    """Artwork for the words of a phrase, best first; ties in order of name. Empty when nothing fits."""
    scores: dict[str, float] = defaultdict(float)
    best: dict[str, tuple[float, str]] = {}
    postings = _postings(language)
    for term, word in _terms_of(words, language):
        for artwork, weight in postings.get(term, ()):
            if artwork.startswith(_FLAG) and not _names_a_place(word, artwork, language):
                continue
            scores[artwork] += weight
            if weight > best.get(artwork, (0.0, ""))[0]:
                best[artwork] = (weight, word)
    found = (
        Subject(artwork=artwork, word=best[artwork][1], score=score)
        for artwork, score in scores.items()
        if best[artwork][0] >= MIN_SCORE
    )
    return tuple(sorted(found, key=lambda subject: (-subject.score, subject.artwork)))


def places_in(words: Sequence[str], language: Language) -> tuple[tuple[str, str], ...]:
    """Countries named in the phrase: ISO 3166 code ("FR") and the words that name it, in order."""
    found: dict[str, str] = {}
    for term, word in _terms_of(words, language):
        for artwork, weight in _postings(language).get(term, ()):
            if artwork.startswith(_FLAG) and weight > _OF_CONCEPT and _names_a_place(word, artwork, language):
                found.setdefault(artwork.removeprefix(_FLAG).upper(), word)
    return tuple(found.items())


def _names_a_place(word: str, flag: str, language: Language) -> bool:
    """Country names have a capital where the script has one ("Turkey", not "turkey"); elsewhere no ending."""
    if language in _CASED:
        return word[:1].isupper() or stem(word, language) in _small_names(language)
    return normalised(word, language) in _place_names(language).get(flag, frozenset())


@lru_cache(maxsize=16)
def _small_names(language: Language) -> frozenset[str]:
    """Stems of words for a nation that its language writes small, as "немецкий" or "français"."""
    return frozenset(
        stem(word, language)
        for concept in concepts(language)
        for word in concept.words
        if concept.artwork[0].startswith(_FLAG) and word[:1].islower()
    )


@lru_cache(maxsize=16)
def _place_names(language: Language) -> dict[str, frozenset[str]]:
    """Flag → the names, whole and normalised, that may call for it where there are no capitals."""
    names: dict[str, set[str]] = defaultdict(set)
    for artwork, (spoken, _) in _keywords(language).items():
        if artwork.startswith(_FLAG):
            names[artwork].add(normalised(spoken, language))
    for concept in concepts(language):
        for artwork in concept.artwork:
            names[artwork] |= {normalised(word, language) for word in concept.words}
    return {artwork: frozenset(found) for artwork, found in names.items()}


def _terms_of(words: Sequence[str], language: Language) -> Iterator[tuple[Term, str]]:
    """Every lookup the phrase allows, with the word to show for it; a term is yielded once."""
    if language in UNSPACED:
        yield from _pieces("".join(words), language)
        return
    stems = [stem(word, language) for word in words]
    seen: set[Term] = set()
    for size in range(1, LONGEST_TERM + 1):
        for start in range(len(words) - size + 1):
            term = tuple(stems[start : start + size])
            if term not in seen and (size > 1 or is_content(words[start], language)):
                seen.add(term)
                yield term, " ".join(words[start : start + size])
    if language is Language.DE:
        yield from _compounds(words, seen)


def _compounds(words: Sequence[str], seen: set[Term]) -> Iterator[tuple[Term, str]]:
    """Heads and tails of German compounds: "Herzschlag" also asks for "Herz"."""
    shortest = 4
    for word in words:
        plain = normalised(word, Language.DE)
        for cut in range(shortest, len(plain) - shortest + 1):
            for piece in (plain[cut:], plain[:cut]):
                term = (stem(piece, Language.DE),)
                if term not in seen and len(term[0]) >= shortest:
                    seen.add(term)
                    yield term, word


def _pieces(text: str, language: Language) -> Iterator[tuple[Term, str]]:
    """Substrings of running Chinese or Japanese text that are keywords, longest first, never overlapping."""
    plain = normalised(text, language)
    postings = _postings(language)
    taken = [False] * len(plain)
    for size in range(8, 0, -1):
        for start in range(len(plain) - size + 1):
            piece = plain[start : start + size]
            if (piece,) in postings and not any(taken[start : start + size]):
                taken[start : start + size] = [True] * size
                yield (piece,), piece


@lru_cache(maxsize=16)
def _postings(language: Language) -> dict[Term, tuple[tuple[str, float], ...]]:
    """Term → (artwork, weight), rarity included."""
    weights: dict[Term, dict[str, float]] = defaultdict(dict)
    for artwork, term, weight in _entries(language):
        weights[term][artwork] = max(weight, weights[term].get(artwork, 0.0))
    total = len(_keywords(language))
    return {
        term: tuple(
            (artwork, round(weight * math.log(total / len(found)) / math.log(total), 6) * _SCALE)
            for artwork, weight in found.items()
        )
        for term, found in weights.items()
    }


_SCALE: Final = 4.0


def _entries(language: Language) -> Iterator[tuple[str, Term, float]]:
    for artwork, (spoken, terms) in _keywords(language).items():
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
            weight = _OF_CONCEPT * concept.weight * (1 - _LATER_CHOICE * place)
            yield from ((drawing, _term(text, language), weight) for text in concept.words)


def _term(text: str, language: Language) -> Term:
    if language in UNSPACED:
        return (normalised(text, language),)
    parts = (stem(word, language) for word in text.split() if is_content(word, language))
    return tuple(part for part in parts if part)


@lru_cache(maxsize=16)
def _keywords(language: Language) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Artwork → (spoken name, keywords)."""
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
