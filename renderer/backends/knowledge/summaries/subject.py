"""Finds the article that a topic is about: by its title, its opening, or a superlative that it claims.

"Why octopuses have three hearts" names Octopus; "high blood pressure" is in the opening of Hypertension.
"The deepest place on Earth" names Earth, but means the article that claims "the deepest oceanic trench on
Earth".
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.knowledge.summaries.collection import Collection
from renderer.backends.knowledge.summaries.named import named_worth
from renderer.backends.knowledge.summaries.occurrences import TopicWords
from renderer.backends.knowledge.summaries.opened import opened_worth
from renderer.backends.knowledge.summaries.superlatives import extremes, superlative
from renderer.backends.knowledge.summaries.wordings import is_of_two
from renderer.contract.vocabulary import Language
from renderer.text.topical import words_of


class ArticleFit(Struct, frozen=True, kw_only=True):
    """The number of the article that a topic is about, and how well it fits (about 1 for a full match)."""

    number: int
    worth: float


def subjects(about: TopicWords, collection: Collection) -> tuple[ArticleFit, ...]:
    """The best article, followed by the other if the topic names two; empty if none fits."""
    best = subject(about, collection)
    if best is None:
        return ()
    own = set(about.titling(best.number))
    others = tuple(one for one in about.words if one not in own)
    if not is_of_two(about.topic) or not others or not own:
        return (best,)
    numbers = sorted({number for word in others for number in about.found[word].titled})
    alone = replace(about, words=others)  # so that the other can be the first word of the rest
    named = [ArticleFit(number=one, worth=named_worth(one, alone, collection)) for one in numbers]
    apart = [one for one in named if one.worth and not own & set(about.titling(one.number))]
    return (best, *sorted(apart, key=lambda one: (-one.worth, one.number))[:1])


def subject(about: TopicWords, collection: Collection) -> ArticleFit | None:
    """The best article; None if none fits."""
    worths = extremes(about, collection)
    if not superlative(about.topic, collection.language):
        opening = frozenset[int]().union(*(one.opening for one in about.found.values()))
        worths = {number: opened_worth(number, about, collection) for number in opening}
    nameable = _nameable(about, collection)
    for number in {number for word in nameable for number in about.found[word].titled}:
        if about.titling(number)[0] in nameable:
            worths[number] = max(worths.get(number, 0.0), named_worth(number, about, collection))
    found = [ArticleFit(number=number, worth=worth) for number, worth in worths.items() if worth]
    return max(found, key=lambda one: (one.worth, -one.number), default=None)


def _nameable(about: TopicWords, collection: Collection) -> frozenset[str]:
    """Words that can name the topic's subject: in "Venus, the hottest planet" not the word "planet"."""
    asked = superlative(about.topic, collection.language)
    if not asked:
        return frozenset(about.words)
    said = words_of(about.topic.lower().partition(asked)[0], collection.language)
    if collection.language is not Language.EN:
        # in these languages the superlative's noun stands before it
        said = tuple(word for word in said if word in about.words)[:-1]
    return frozenset(word for word in about.words if word in said)
