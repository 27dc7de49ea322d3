"""Finds where words, in any inflected form, occur in a collection of summaries; also all words of a topic.

There is no index: the collection is one text, and searching all of it for a word takes a few milliseconds.
Accents are ignored, as people type without them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from renderer.backends.knowledge.summaries.collection import Collection
from renderer.contract.vocabulary import Language
from renderer.text.topical import SHARED, USUAL_STEM, akin, stem, words_of

KNOWN: Final = 0.02
"""Weight of an article's prominence, the logarithm of how often its title occurs in the collection."""
CAPITAL: Final = 0.85
"""Share of its occurrences in which a word must be capitalised to be a name however it is typed."""
_PLURALS: Final = ("s", "es", "x")
_WORD_END: Final = re.compile(r"[^\W_]*")


class Occurrences(Struct, frozen=True, kw_only=True):
    """The numbers of the summaries with a word in the title, up to the end of the opening sentence, anywhere.

    `weight` is the word's inverse document frequency: the fewer summaries have it, the more it weighs.
    `capital` is the share of its occurrences in running text that are capitalised, 0 to 1.
    """

    titled: frozenset[int]
    opening: frozenset[int]
    anywhere: frozenset[int]
    weight: float
    capital: float


class TopicWords(Struct, frozen=True, kw_only=True):
    """A topic's words in order, with their occurrences in the collection and their weights.

    `units` are sets of words that together name one thing; `names` are words that are capitalised in the
    topic or generally in the collection; `nouns` are words that stand for things, None where that is not
    known; `doubtful` are words with several meanings, none of them sure; `joined` are, in a topic that is no
    question, common words directly beside another word. `asks` is true of questions, `asks_who` of those that
    ask who did something.
    """

    topic: str
    words: tuple[str, ...]
    found: Mapping[str, Occurrences]
    weights: Mapping[str, float]
    units: tuple[frozenset[str], ...]
    names: frozenset[str]
    nouns: frozenset[str] | None
    doubtful: frozenset[str]
    joined: frozenset[str]
    asks: bool
    asks_who: bool

    def told_by(self, number: int) -> frozenset[str]:
        """The words that a summary has anywhere."""
        return frozenset(word for word in self.words if number in self.found[word].anywhere)

    def titling(self, number: int) -> tuple[str, ...]:
        """The words that a summary's title has, in the topic's order."""
        return tuple(word for word in self.words if number in self.found[word].titled)

    def cuts(self, words: tuple[str, ...]) -> bool:
        """Whether the words are only part of a unit."""
        return any(0 < len(unit & set(words)) < len(unit) for unit in self.units)


def is_form_of(first: str, second: str) -> bool:
    """Whether two stems are equal or singular and plural of one word, judged by spelling alone."""
    short, long = sorted((first, second), key=len)
    if short == long or any(short + ending == long for ending in _PLURALS):
        return True
    return long.endswith("ves") and short in {f"{long[:-3]}f", f"{long[:-3]}fe"}


def occurrences(word: str, collection: Collection) -> Occurrences:
    """Where the word occurs: in titles only as singular or plural, in texts in every inflected form."""
    titled, opening, anywhere = set[int](), set[int](), set[int]()
    written = capital = 0
    forms: dict[str, tuple[bool, bool]] = {}
    for at, found in _beginning(_beginning_of(word), collection):
        if found not in forms:
            form = stem(found, collection.language)
            exact = is_form_of(word, form)
            forms[found] = exact, exact or _inflected(word, form, collection.language)
        exact, inflected = forms[found]
        number = collection.number_at(at)
        if exact and at < collection.titled[number]:
            titled.add(number)
        if inflected and at < collection.opened[number]:
            opening.add(number)
        if inflected:
            anywhere.add(number)
        if exact:
            first = collection.written_at(at, number)
            written += bool(first)
            capital += first.isupper()
    weight = math.log((len(collection.summaries) + 1) / (len(anywhere) + 0.5))
    return Occurrences(
        titled=frozenset(titled),
        opening=frozenset(opening),
        anywhere=frozenset(anywhere),
        weight=weight,
        capital=capital / written if written else 0.0,
    )


def places_of(title: str, text: str) -> Iterator[int]:
    """Offsets of a title in a text as whole words, in singular or plural; both in lower case."""
    at = text.find(title)
    while at >= 0:
        end = at + len(title)
        after = next((ending for ending in ("es", "s") if text.startswith(ending, end)), "")
        whole = (
            not text[end : end + 1].isalnum() or not text[end + len(after) : end + len(after) + 1].isalnum()
        )
        if whole and not text[at - 1 : at].isalnum():
            yield at
        at = text.find(title, end)


def share(weights: Mapping[str, float], words: frozenset[str]) -> float:
    """The share of the total weight that the given words have, 0 to 1."""
    total = sum(weights.values())
    return sum(weights[word] for word in words) / total if total else 0.0


def _inflected(word: str, form: str, language: Language) -> bool:
    return min(len(word), len(form)) > USUAL_STEM and akin(word, form, language)


def _beginning_of(word: str) -> str:
    """The letters with which all forms of a word begin."""
    bare = word.removesuffix("ves").removesuffix("s") or word
    return bare[: max(USUAL_STEM - 1, math.ceil(SHARED * len(word)))]


def _beginning(letters: str, collection: Collection) -> Iterator[tuple[int, str]]:
    """(offset, word) of each word that begins so; accents are ignored, letters outside Latin-1 equal."""
    text, plain = collection.text, collection.plain
    sought = letters.encode("latin-1", "replace")
    at = plain.find(sought)
    while at >= 0:
        end = _WORD_END.match(text, at + len(letters)).end()  # type: ignore[union-attr]  # it matches anywhere, if no letter
        if not text[at - 1 : at].isalnum():
            yield at, text[at:end]
        at = plain.find(sought, end)


def prominence(number: int, collection: Collection) -> float:
    """Score for how often the collection mentions an article, on the scale of shares of a topic."""
    return KNOWN * math.log1p(collection.text.count(collection.summaries[number].bare.lower()))


def opening_words(number: int, collection: Collection) -> tuple[str, ...]:
    """The words of a summary's opening sentence, as stems."""
    summary = collection.summaries[number]
    head = len(summary.title) + len(summary.description) + 2
    end = collection.opened[number] - collection.starts[number] - head
    return words_of(summary.extract[:end], collection.language)
