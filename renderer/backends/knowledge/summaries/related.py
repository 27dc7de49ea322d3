"""What other summaries say about an article's subject: sentences that name it, the most telling first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.knowledge.summaries.collection import Collection, Summary
from renderer.backends.knowledge.summaries.occurrences import TopicWords, is_form_of, places_of, share
from renderer.composition.joining import Joining, load_joining, pattern
from renderer.composition.statements import goes_on
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import mentioned, words_of

MOST_TOLD: Final = 3
"""Sentences that are taken because they speak of more of the topic than its subject."""
MOST_NEAR: Final = 8
"""Sentences of articles near the subject that may fill a short script."""
MOST_NAMED: Final = 4
"""Articles of which it is told what they are about."""
MOST_SPOKEN_OF: Final = 60
"""Places in the collection that have the title of an article about something particular."""
MOST_COMMON: Final = 20
"""And so many where it is no name."""
LONGEST_TITLE: Final = 4
_TITLE_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_SPACE: Final = re.compile(r"\s+")
_SIMPLY: Final = r"\b(?:simply|simplemente|simplement)\W+(?:\w+\W+){0,3}?"
"""Behind it stands what something is called as well: "Contract bridge, or simply bridge"."""


class Mention(Struct, frozen=True, kw_only=True):
    """A sentence of another summary that speaks of the subject; `held` is its share of the topic, 0 to 1."""

    number: int
    sentence: str
    held: float


def mentions(subject: int, about: TopicWords, collection: Collection) -> tuple[Mention, ...]:
    """At most `MOST_TOLD` sentences that speak of more of the topic than the subject, the best first."""
    titling = about.titling(subject)
    own = share(about.weights, frozenset(titling))
    others = frozenset[int]().union(
        *(about.found[word].anywhere for word in about.words if word not in titling)
    )
    numbers = sorted(_naming(subject, collection) & others)
    found = [one for number in numbers for one in _in_summary(number, subject, about, collection)]
    telling = sorted((one for one in found if one.held > own), key=lambda one: (-one.held, one.number))
    return tuple(telling[:MOST_TOLD])


def near(subject: int, about: TopicWords, collection: Collection) -> tuple[Mention, ...]:
    """What may fill a short script: sentences about the subject in articles near it, then what those are.

    Near are articles that the subject's own text names, if they name it as well or are about people and deeds
    with names of their own; and articles whose titles have its title.
    """
    naming = _naming(subject, collection)
    named = tuple(
        number
        for number in linked(subject, collection)
        if number in naming or _is_background(collection.summaries[number])
    )
    numbers = [
        number
        for number in sorted(naming)
        if number in named or _is_kind_of(collection.summaries[number], collection.summaries[subject])
    ]
    speaking = [one for number in numbers for one in _in_summary(number, subject, about, collection)]
    openings = [
        Mention(number=number, sentence=first, held=0.0)
        for number in named
        for first in sentences(collection.summaries[number].extract, collection.language)[:1]
    ]
    return (*speaking[:MOST_NEAR], *openings[:MOST_NAMED])


def _is_background(summary: Summary) -> bool:
    return summary.is_of_people and _is_proper(summary.title)


def _is_kind_of(other: Summary, subject: Summary) -> bool:
    """Whether a title has the subject's title as a word of its own: "Vampire bat", but not "Star Wars"."""
    words = other.bare.split()
    own = subject.bare if _is_proper(subject.bare) else subject.bare.lower()
    return len(words) > 1 and (own in words[1:] or (own in words[0].lower() and not _is_proper(other.bare)))


def _is_proper(title: str) -> bool:
    """Whether more than a title's first letter is a capital."""
    return title[1:] != title[1:].lower()


def linked(subject: int, collection: Collection) -> tuple[int, ...]:
    """Articles that the subject's text names, in its order; of titles in one place, the longest.

    A title must be written as it is (a common one may be small), and be no part of a longer name: the painter
    Magdalena Carmen Frida Kahlo has nothing to do with Carmen.
    """
    by_title = {one.title.lower(): number for number, one in enumerate(collection.summaries)}
    words = _TITLE_WORD.findall(collection.summaries[subject].extract)
    found: dict[int, None] = {}
    at = 0
    while at < len(words):
        size, number = _longest(words[at : at + LONGEST_TITLE], by_title)
        beside = (*words[max(0, at - 1) : at], *words[at + size : at + size + 1])
        if size and _is_written(words[at : at + size], beside, collection.summaries[number].title):
            found[number] = None
        at += max(1, size)
    return tuple(number for number in found if number != subject and _tells(number, collection))


def _longest(words: Sequence[str], by_title: Mapping[str, int]) -> tuple[int, int]:
    """How many of the words are a title, and its article; 0 where none are."""
    for size in range(len(words), 0, -1):
        text = " ".join(words[:size]).lower()
        number = by_title.get(text, by_title.get(text.removesuffix("s"), -1))
        if number >= 0:
            return size, number
    return 0, -1


def _is_written(words: Sequence[str], beside: Sequence[str], title: str) -> bool:
    text = " ".join(words)
    if not _is_proper(title):
        return text == text.lower()
    return text.startswith(title) and not any(word[:1].isupper() for word in beside)


def _tells(number: int, collection: Collection) -> bool:
    """Whether an article is about something particular: not everything speaks of it."""
    title = collection.summaries[number].bare
    most = MOST_SPOKEN_OF if _is_proper(title) else MOST_COMMON
    return collection.text.count(f" {title.lower()} ") <= most


def _naming(subject: int, collection: Collection) -> frozenset[int]:
    """Other summaries whose text has the subject's title, but for those of other things by the same name."""
    title = collection.summaries[subject].bare.lower()
    found = frozenset(map(collection.number_at, places_of(title, collection.text))) - {subject}
    called = re.compile(rf"{_SIMPLY}{re.escape(title)}\b")
    return frozenset(number for number in found if not called.search(_opening(number, collection)))


def _opening(number: int, collection: Collection) -> str:
    """A summary's title, description and opening sentence, in lower case."""
    return collection.text[collection.starts[number] : collection.opened[number]]


def _in_summary(number: int, subject: int, about: TopicWords, collection: Collection) -> Iterator[Mention]:
    language = collection.language
    joining = load_joining(language)
    title = words_of(collection.summaries[subject].bare, language)
    summary = collection.summaries[number]
    for place, sentence in enumerate(sentences(summary.extract, language)):
        said = words_of(sentence, language)
        if place and _points(sentence, summary.bare, joining):
            continue
        if not all(any(is_form_of(word, one) for one in said) for word in title):
            continue
        held = frozenset(mentioned(about.words, sentence, language))
        yield Mention(number=number, sentence=sentence, held=share(about.weights, held))


def _points(sentence: str, title: str, joining: Joining) -> bool:
    """Whether a sentence leans on those before it, or speaks of its article's subject without naming it."""
    if pattern(joining.dangling).search(sentence):
        return True
    return title.lower() not in sentence.lower() and any(
        goes_on(word, joining) for word in _SPACE.split(sentence)
    )
