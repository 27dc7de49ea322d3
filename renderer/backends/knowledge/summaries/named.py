"""Scores how well an article fits a topic that contains its title.

The topic must contain all words of the title, or a person's surname. A common word counts only where the
topic begins with it, or where the article mentions most of the topic: "How matches light" is not about
light. A part of a longer name or term does not count: "The Boston Tea Party" is not about Boston.
"""

from __future__ import annotations

from typing import Final

import regex

from renderer.backends.knowledge.sections import only_points
from renderer.backends.knowledge.summaries.collection import Collection, Summary
from renderer.backends.knowledge.summaries.occurrences import (
    CAPITAL,
    TopicWords,
    is_form_of,
    prominence,
    share,
)
from renderer.backends.knowledge.summaries.wordings import (
    BY_PLACE,
    EPITHETS,
    SORTS,
    is_of_something,
    is_preceded_by_article,
    is_thing,
    is_told_apart,
    only_says_where,
)
from renderer.contract.vocabulary import Language
from renderer.text.topical import stem, stop_stems, words_of

TITLED: Final = 0.16
"""Least share of the topic's weight that a title must have."""
PART: Final = 0.4
"""The same for a title not at the start of a topic that is no question, if the article adds nothing."""
SPOKEN_OF: Final = 0.5
"""Share that an article must mention where the topic does not begin with its title's common word."""
LOCATED: Final = 0.7
"""Share that it must mention where its title is only a place in the topic, or the topic names another."""
SAID: Final = 0.6
"""Weight of a word that the article mentions, relative to one in its title."""
FIRST: Final = 0.2
"""Bonus if the topic begins with the title."""
LONGER: Final = 0.1
"""Bonus for each further word of the title."""
_FIRST_OF_NAME: Final = regex.compile(r"\sI\b")
"""The numeral of the first ruler of a name; as a word it is lost among the pronouns."""
_ASKED: Final = regex.compile(
    r"^(?:why|how|when|where) (?:is|are|was|were|do|does|did|can) (\p{L}+) \p{L}+\W*$", regex.I
)
"""An English question about what something is or does; the noun after the auxiliary is its subject."""
LONG_NAME: Final = 5
"""Letters from which a name alone can stand for the only title that contains it."""


def named_worth(number: int, about: TopicWords, collection: Collection) -> float:
    """How well the summary with this number fits; 0 where the topic does not name it."""
    summary = collection.summaries[number]
    own = own_words(summary, collection.language)
    titling = tuple(word for word in about.titling(number) if any(is_form_of(word, one) for one in own))
    titled = share(about.weights, frozenset(titling))
    told = share(about.weights, about.told_by(number) | frozenset(titling))
    if (
        only_points(summary.title, summary.extract)
        or titled < TITLED
        or about.cuts(titling)
        or not _is_named(about, titling, own, summary)
    ):
        return 0.0
    if told <= titled and not _stands_alone(about, titling, own, summary, titled=titled):
        return 0.0
    if not _is_meant(about, titling, told=told):
        return 0.0
    first = titling[0] == about.words[0] and not is_of_something(about.topic)
    said = SAID * (told - titled) + FIRST * first + LONGER * (len(titling) - 1)
    return titled + said + prominence(number, collection)


def own_words(summary: Summary, language: Language) -> tuple[str, ...]:
    """The title's words without stop words; all of them if it has no others."""
    said = words_of(summary.bare, language)
    stops = stop_stems(language)
    return tuple(word for word in said if word not in stops) or said


def _is_named(about: TopicWords, titling: tuple[str, ...], own: tuple[str, ...], summary: Summary) -> bool:
    """Whether the topic has the title's words, the surname, or all words but a kind of place."""
    names = [word for word in titling if word in about.names]
    missing = [one for one in own if not any(is_form_of(word, one) for word in titling)]
    if not missing:
        # a name must match exactly: "Amazon" is not about Amazons
        return all(word in own for word in names)
    if summary.is_person and is_preceded_by_article(about.topic, titling[-1]):
        return False
    if summary.is_person:
        surname = "" if BY_PLACE.search(summary.title) else own[-1]
        return any(is_form_of(word, surname) for word in names)
    lone = any(len(word) >= LONG_NAME and len(about.found[word].titled) == 1 for word in names)
    if len(titling) > 1 and names and all(one in EPITHETS for one in missing):
        return True
    return lone or (bool(names) and all(one.isdigit() or one in SORTS for one in missing))


def _stands_alone(
    about: TopicWords, titling: tuple[str, ...], own: tuple[str, ...], summary: Summary, *, titled: float
) -> bool:
    """Whether the title is enough where the article does not mention the rest of the topic.

    It is if an English question is about it ("why is gold valuable"). It is not if it has a bracket, if it is
    a ruler's first name ("Mary Celeste" is not about Mary I), if its only word has several meanings or is in
    a compound ("imposter syndrome" is not about syndromes), or if it is a small part, not at the start, of a
    topic that is no question.
    """
    if titled >= 1 or summary.is_one_of_several:
        return not summary.is_one_of_several
    if _is_first_name(summary) and not _FIRST_OF_NAME.search(about.topic):
        return False
    if not about.asks and titling[0] != about.words[0] and titled < PART:
        return False
    if about.asks_who and titling[0] in about.names and not summary.is_person:
        return False
    if len(titling) == 1 and titling[0] not in about.names and is_told_apart(about.topic, titling[0]):
        return False
    doubtful = len(titling) == 1 and titling[0] in about.doubtful | about.joined
    return not doubtful or (summary.is_person and len(own) == 1) or _is_asked_about(about.topic, titling[0])


def _is_first_name(summary: Summary) -> bool:
    """Whether a title is the first name of a ruler with the numeral I."""
    return summary.is_person and bool(_FIRST_OF_NAME.search(summary.bare))


def _is_asked_about(topic: str, word: str) -> bool:
    asked = _ASKED.match(topic)
    return bool(asked and is_form_of(word, stem(asked[1], Language.EN)))


def _is_meant(about: TopicWords, titling: tuple[str, ...], *, told: float) -> bool:
    """Whether a title is what the topic is about, not just a word in passing."""
    word, *others = titling
    if about.names and not about.names & set(titling) and told < LOCATED and not others:
        return False
    if about.words[1:] and not others and word in about.names and about.found[word].capital < CAPITAL / 2:
        return False  # "the Apple story" is not about a fruit
    first = word == about.words[0]
    if not first and told < LOCATED and only_says_where(about.topic, word):
        return False
    if others or word in about.names or (first and not is_of_something(about.topic)):
        return True
    thing = word in about.nouns if about.nouns is not None else is_thing(about.topic, word)
    return thing and told >= SPOKEN_OF
