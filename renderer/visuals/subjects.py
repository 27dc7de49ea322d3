"""Which artwork a phrase is about: rarity-weighted match of its words against the keyword index.

The index is made of Unicode CLDR's annotations and our own concepts, see `indexing`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.function_words import is_content
from renderer.visuals.keyword_index import FLAG, OF_CONCEPT, UNSPACED, Term, keyword_index
from renderer.visuals.stemming import normalised, stem

_CASED: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.RU})
LONGEST_TERM: Final = 4
"""Words of the longest keyword that is looked for."""

MIN_SCORE: Final = 2.2
"""Below this a hit says too little ("place", "tool", "animal") to put a picture on screen."""


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
    index = keyword_index(language)
    for term, word in _terms_of(words, language):
        for artwork, weight in index.hits(term):
            if artwork.startswith(FLAG) and not _names_a_place(word, artwork, language):
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
        for artwork, weight in keyword_index(language).hits(term):
            if artwork.startswith(FLAG) and weight > OF_CONCEPT and _names_a_place(word, artwork, language):
                found.setdefault(artwork.removeprefix(FLAG).upper(), word)
    return tuple(found.items())


def _names_a_place(word: str, flag: str, language: Language) -> bool:
    """Country names have a capital where the script has one ("Turkey", not "turkey"); elsewhere no ending."""
    index = keyword_index(language)
    if language in _CASED:
        return word[:1].isupper() or stem(word, language) in index.small
    return normalised(word, language) in index.places.get(flag, ())


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
    index = keyword_index(language)
    taken = [False] * len(plain)
    for size in range(8, 0, -1):
        for start in range(len(plain) - size + 1):
            piece = plain[start : start + size]
            if index.knows((piece,)) and not any(taken[start : start + size]):
                taken[start : start + size] = [True] * size
                yield (piece,), piece
