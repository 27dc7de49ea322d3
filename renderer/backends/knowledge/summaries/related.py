"""Finds what other summaries say about an article's subject: sentences that name it, the best first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.knowledge.summaries.collection import Collection, Summary
from renderer.backends.knowledge.summaries.occurrences import TopicWords, is_form_of, places_of, share
from renderer.composition.joining import Joining, load_joining, pattern
from renderer.composition.statements import goes_on
from renderer.contract.vocabulary import Language
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import akin, mentioned, words_of

MOST_TOLD: Final = 3
"""Most sentences that are taken because they mention more of the topic than its subject."""
MOST_NEAR: Final = 8
"""Most sentences of articles near the subject that may fill a short script."""
MOST_NAMED: Final = 4
"""Most articles whose opening sentence is used."""
MOST_SPOKEN_OF: Final = 60
"""Most occurrences in the collection of the title of an article about something particular."""
MOST_COMMON: Final = 20
"""Most occurrences of such a title if it is not a name."""
MOST_NAMING: Final = 12
"""Most articles that name a subject for each of them to tell something about it."""
LONGEST_TITLE: Final = 4
_TITLE_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_BETWEEN_WORDS: Final = re.compile(r"[\s'’]+")
_SIMPLY: Final = r"\b(?:simply|simplemente|simplement)\W+(?:\w+\W+){0,3}?"
"""The words before another name of something: "Contract bridge, or simply bridge"."""


class Mention(Struct, frozen=True, kw_only=True):
    """A sentence of another summary that names the subject, after the opening where it points back to that.

    `held` is its share of the topic, 0 to 1, and `spread` the fewest words in a row with all of that share.
    """

    number: int
    sentence: str
    held: float
    spread: int = 0


def mentions(subject: int, about: TopicWords, collection: Collection) -> tuple[Mention, ...]:
    """At most `MOST_TOLD` sentences that mention more of the topic than its subject, the best first."""
    titling = about.titling(subject)
    own = share(about.weights, frozenset(titling))
    others = frozenset[int]().union(
        *(about.found[word].anywhere for word in about.words if word not in titling)
    )
    numbers = sorted(_naming(subject, collection) & others)
    found = [one for number in numbers for one in _in_summary(number, subject, about, collection)]
    telling = sorted(
        (one for one in found if one.held > own), key=lambda one: (-one.held, one.spread, one.number)
    )
    return tuple(telling[:MOST_TOLD])


def near(subject: int, about: TopicWords, collection: Collection) -> tuple[Mention, ...]:
    """Sentences that may fill a short script: on the subject, from articles near it, then on those articles.

    An article is near if the subject's text names it and it either names the subject, too, or has a name as
    its title and is about people and deeds; and also if its title contains the subject's title. Where only
    few articles give the subject by name ("designed by the architect of the Taj Mahal"), they follow.
    """
    naming = _naming(subject, collection)
    named = tuple(
        number
        for number in linked(subject, collection)
        if number in naming or _is_background(collection.summaries[number])
    )
    close = [
        number
        for number in sorted(naming)
        if number in named or _is_kind_of(collection.summaries[number], collection.summaries[subject])
    ]
    others = sorted(naming - set(close)) if len(naming) <= MOST_NAMING else []
    speaking = [one for number in close for one in _in_summary(number, subject, about, collection)]
    speaking += [
        one
        for number in others
        for one in _in_summary(number, subject, about, collection)
        if _gives_name(one.sentence, collection.summaries[subject].bare)
    ]
    openings = [
        Mention(number=number, sentence=first, held=0.0)
        for number in named
        for first in sentences(collection.summaries[number].extract, collection.language)[:1]
    ]
    return (*speaking[:MOST_NEAR], *openings[:MOST_NAMED])


def _is_background(summary: Summary) -> bool:
    return summary.is_of_people and _is_proper(summary.title)


def _is_kind_of(other: Summary, subject: Summary) -> bool:
    """Whether a title contains the subject's title as a kind of it: "Vampire bat", but not "Star Wars".

    Nothing is a kind of what shares its name with others: "Pyramide alimentaire".
    """
    if subject.is_one_of_several:
        return False
    words = other.bare.split()
    own = subject.bare if _is_proper(subject.bare) else subject.bare.lower()
    return len(words) > 1 and (own in words[1:] or (own in words[0].lower() and not _is_proper(other.bare)))


def _gives_name(sentence: str, title: str) -> bool:
    """Whether a sentence has the title as a name: with its capitals, and not because it begins there."""
    return re.search(rf"(?<!^)\b{re.escape(title)}\b", sentence) is not None


def _is_proper(title: str) -> bool:
    """Whether a title has a capital after its first letter."""
    return title[1:] != title[1:].lower()


def linked(subject: int, collection: Collection) -> tuple[int, ...]:
    """Articles that the subject's text names, in its order; where several titles match, the longest.

    A title must match in its capitals (a common one must be in lower case) and must not be part of a longer
    name: the painter Magdalena Carmen Frida Kahlo has nothing to do with Carmen.
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
    """How many words, from the first, form a title, and the number of its article; (0, -1) if none do."""
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
    """Whether an article is about something particular, which not everything mentions."""
    title = collection.summaries[number].bare
    most = MOST_SPOKEN_OF if _is_proper(title) else MOST_COMMON
    return collection.text.count(f" {title.lower()} ") <= most


def _naming(subject: int, collection: Collection) -> frozenset[int]:
    """Other summaries that contain the subject's title, except those of other things with the same name."""
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
    told = sentences(summary.extract, language)
    for place, sentence in enumerate(told):
        said = words_of(sentence, language)
        of_person = place and summary.is_person and goes_on(sentence, joining)
        if place and not of_person and _points(sentence, summary.bare, joining):
            continue
        if not all(any(is_form_of(word, one) for one in said) for word in title):
            continue
        held = frozenset(mentioned(about.words, sentence, language))
        yield Mention(
            number=number,
            sentence=f"{told[0]} {sentence}" if of_person else sentence,
            held=share(about.weights, held),
            spread=_spread([_held_by(word, held, language) for word in said]),
        )


def _held_by(word: str, held: frozenset[str], language: Language) -> str:
    """The topic's word of which this is a form; empty if it is of none."""
    return next((one for one in sorted(held) if is_form_of(word, one) or akin(word, one, language)), "")


def _spread(found: Sequence[str]) -> int:
    """Length of the shortest run that has all the words found anywhere; empty ones do not count."""
    last: dict[str, int] = {}
    wanted = set(found) - {""}
    shortest = len(found)
    for at, word in enumerate(found):
        if word:
            last[word] = at
            if len(last) == len(wanted):
                shortest = min(shortest, at - min(last.values()) + 1)
    return shortest


def _points(sentence: str, title: str, joining: Joining) -> bool:
    """Whether a sentence depends on those before it, or refers to its subject without naming it."""
    if pattern(joining.dangling).search(sentence):
        return True
    return title.lower() not in sentence.lower() and any(
        goes_on(word, joining) for word in _BETWEEN_WORDS.split(sentence)
    )
