"""Where words stand in a collection of summaries, in whatever form of them; those of a topic together.

There is no index: the collection is one text, and a word is looked for in all of it at once, which takes
a few milliseconds. Accents are looked past, as people type without them.
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
"""Weight of an article's prominence, by the logarithm of how often its title stands in the collection."""
CAPITAL: Final = 0.85
"""Share of its places where a word must be capitalised to be a name however the topic is typed."""
_PLURALS: Final = ("s", "es", "x")
_WORD_END: Final = re.compile(r"[^\W_]*")


class Occurrences(Struct, frozen=True, kw_only=True):
    """The summaries that have a word, by number: in the title, by the end of the opening sentence, anywhere.

    `weight` says how much the word tells: the fewer summaries have it the more (inverse document frequency).
    `capital` is the share of places in running text where it is capitalised, 0 to 1.
    """

    titled: frozenset[int]
    opening: frozenset[int]
    anywhere: frozenset[int]
    weight: float
    capital: float


class TopicWords(Struct, frozen=True, kw_only=True):
    """A topic's words in order, where each stands in the collection, and what each weighs.

    `units` are the sets of words that name one thing together; `names` are those that are capitalised, in
    the topic or wherever the collection has them; `nouns` those that stand for things, None where that is not
    known; `doubtful` those of several meanings of which none is sure; `joined`, in a topic that asks nothing,
    common ones that stand directly beside another. `asks` is true of questions,
    `asks_who` of those that ask who did something.
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
        """Those of the words that a summary has anywhere."""
        return frozenset(word for word in self.words if number in self.found[word].anywhere)

    def titling(self, number: int) -> tuple[str, ...]:
        """Those that its title has, in the topic's order."""
        return tuple(word for word in self.words if number in self.found[word].titled)

    def cuts(self, words: tuple[str, ...]) -> bool:
        """Whether they are part of something that is named by more words."""
        return any(0 < len(unit & set(words)) < len(unit) for unit in self.units)


def is_form_of(first: str, second: str) -> bool:
    """Whether two stems are one word in singular and plural, by their spelling alone."""
    short, long = sorted((first, second), key=len)
    if short == long or any(short + ending == long for ending in _PLURALS):
        return True
    return long.endswith("ves") and short in {f"{long[:-3]}f", f"{long[:-3]}fe"}


def occurrences(word: str, collection: Collection) -> Occurrences:
    """Where the word stands; titles take singular and plural alone, texts every inflected form."""
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
    """Where a title stands in a text as whole words, in singular or plural; both in lower case."""
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
    """How much of the weight some of the words have, 0 to 1."""
    total = sum(weights.values())
    return sum(weights[word] for word in words) / total if total else 0.0


def _inflected(word: str, form: str, language: Language) -> bool:
    return min(len(word), len(form)) > USUAL_STEM and akin(word, form, language)


def _beginning_of(word: str) -> str:
    """What all forms of a word begin with."""
    bare = word.removesuffix("ves").removesuffix("s") or word
    return bare[: max(USUAL_STEM - 1, math.ceil(SHARED * len(word)))]


def _beginning(letters: str, collection: Collection) -> Iterator[tuple[int, str]]:
    """Where words that begin so stand, accents aside, and those words; rare letters let others pass."""
    text, plain = collection.text, collection.plain
    sought = letters.encode("latin-1", "replace")
    at = plain.find(sought)
    while at >= 0:
        end = _WORD_END.match(text, at + len(letters)).end()  # type: ignore[union-attr]  # it matches anywhere, if no letter
        if not text[at - 1 : at].isalnum():
            yield at, text[at:end]
        at = plain.find(sought, end)


def prominence(number: int, collection: Collection) -> float:
    """What it counts, beside shares of a topic, how often the collection speaks of an article."""
    return KNOWN * math.log1p(collection.text.count(collection.summaries[number].bare.lower()))


def opening_words(number: int, collection: Collection) -> tuple[str, ...]:
    """The words of a summary's opening sentence, as stems."""
    summary = collection.summaries[number]
    head = len(summary.title) + len(summary.description) + 2
    end = collection.opened[number] - collection.starts[number] - head
    return words_of(summary.extract[:end], collection.language)
