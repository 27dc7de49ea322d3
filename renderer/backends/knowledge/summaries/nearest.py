"""Finds the article nearest to a topic that no article surely fits: the one about the topic's first thing.

"Who wrote Hamlet" is told from the article on Hamlet, "Intermittent fasting" from that on fasting. Such an
article may leave the topic's question open; what it says is about the topic's subject all the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.sections import only_points
from renderer.backends.knowledge.summaries.collection import Collection, Summary
from renderer.backends.knowledge.summaries.named import own_words
from renderer.backends.knowledge.summaries.occurrences import TopicWords, is_form_of, prominence, share
from renderer.backends.knowledge.summaries.wordings import (
    is_compared,
    is_preceded_by_article,
    is_told_apart,
)
from renderer.contract.vocabulary import Language
from renderer.text.topical import words_of

LEAST: Final = 0.2
"""Least share of the topic's weight that a title must have."""
SAID: Final = 0.6
"""Weight of a word that the article mentions, relative to one in its title."""
USUALLY_CAPITAL: Final = 0.5
"""Share of its occurrences in which a word must be capitalised to be a name."""
LONE: Final = 4
"""Letters from which the last word of the only title that has it can stand for it ("Giant panda")."""
_ABBREVIATION: Final = regex.compile(r"\b\p{Lu}{2,5}\b")
"""An abbreviation, which may be the initials of a title ("GPS")."""
_LONG_PLURAL: Final = regex.compile(r"(?:[sxz]|ch|sh|o)es$")
_DOES: Final = r"(?:\b(?:we|you|people|humans|animals|to)|\b(?:do|does|did)\s+not)\s+(?:need\s+)?"
"""What precedes a verb that names the topic's thing: "why we dream", "when you don't sleep"."""
_OF: Final = r"\b(?:of|in|from|at|de|del|du|des|en|à|au|aux)\s+"
"""What precedes a place, or whose something is."""
_ARTICLE: Final = r"(?:(?:the|ancient|la|el|los|las|le|les)\s+|l[’'])*"
_THING: Final = regex.compile(r"(?:\b(?:el|las?|los|les?)\s+|\bl[’'])(\p{L}+)")
"""A Spanish or French article with the word after it."""
_ASKED: Final = regex.compile(
    r"^(?:why|how|when|where|what) (?:is|are|was|were|do|does|did|can|could|will) (?:(?:the|an?) )?(\p{L}+)",
    regex.I,
)
"""An English question whose auxiliary precedes what it is about."""


class NamedArticle(Struct, frozen=True, kw_only=True):
    """An article that the topic may name, with the topic's words that are in its title."""

    number: int
    titling: tuple[str, ...]


def nearest(about: TopicWords, collection: Collection) -> int | None:
    """The number of the nearest article; None where the topic's first thing has none."""
    found = [
        (_worth(one, about, collection), -one.number)
        for one in (*_by_title(about, collection), *_by_initials(about, collection))
        if _is_meant(one, about, collection)
    ]
    return -max(found)[1] if found else None


def _worth(one: NamedArticle, about: TopicWords, collection: Collection) -> float:
    titled = share(about.weights, frozenset(one.titling))
    told = share(about.weights, about.told_by(one.number) | frozenset(one.titling))
    return titled + SAID * (told - titled) + prominence(one.number, collection)


def _by_title(about: TopicWords, collection: Collection) -> Iterator[NamedArticle]:
    """Articles whose title is in the topic, as far as that can tell them from others."""
    numbers = {number for word in about.words for number in about.found[word].titled}
    for number in sorted(numbers):
        summary = collection.summaries[number]
        own = own_words(summary, collection.language)
        titling = tuple(word for word in about.titling(number) if any(_is_same(word, one) for one in own))
        more = about.told_by(number) - set(titling)
        if not titling or (summary.is_one_of_several and not more):
            continue
        whole = all(any(_is_same(word, one) for word in titling) for one in own)
        if whole or _is_lone(titling[-1], summary, about, own=own) or _says_all(titling, number, about):
            yield NamedArticle(number=number, titling=titling)


def _by_initials(about: TopicWords, collection: Collection) -> Iterator[NamedArticle]:
    """Articles whose title an abbreviation in the topic stands for, and that contain it."""
    for word in about.words:
        if word.upper() in _ABBREVIATION.findall(about.topic):
            for number in sorted(about.found[word].anywhere):
                if _initials(collection.summaries[number]) == word:
                    yield NamedArticle(number=number, titling=(word,))


def _initials(summary: Summary) -> str:
    return "".join(word[0] for word in summary.title.replace("-", " ").lower().split())


def _is_same(word: str, title: str) -> bool:
    """Whether a word is the title's, or its plural: "codes" are no cod."""
    if not is_form_of(word, title):
        return False
    longer = max(word, title, key=len)
    return longer not in {f"{word}es", f"{title}es"} or bool(_LONG_PLURAL.search(longer))


def _is_lone(word: str, summary: Summary, about: TopicWords, *, own: tuple[str, ...]) -> bool:
    """Whether a word is a title's last and in no other title; outside English only a name can be.

    A common word does not stand for a name: "depression" is not the Great Depression.
    """
    is_name = summary.title[1:] != summary.title[1:].lower()
    named = word in _names(about) or about.nouns is not None
    if is_name and about.found[word].capital < USUALLY_CAPITAL:
        return False
    return named and len(word) >= LONE and _is_same(word, own[-1]) and len(about.found[word].titled) == 1


def _says_all(titling: tuple[str, ...], number: int, about: TopicWords) -> bool:
    """Whether an article says all of a longer topic, and several of its words in the title."""
    return len(titling) > 1 and len(about.words) > len(titling) and about.told_by(number) == set(about.words)


def _is_meant(one: NamedArticle, about: TopicWords, collection: Collection) -> bool:
    """Whether the topic is about the article's subject, not just a word in passing."""
    if _says_all(one.titling, one.number, about):
        return True
    summary = collection.summaries[one.number]
    titled = share(about.weights, frozenset(one.titling))
    unfit = (
        titled < LEAST
        or about.cuts(one.titling)
        or only_points(summary.title, summary.extract)
        or is_compared(about.topic)
        or _goes_on(one, about, collection.language)
    )
    if unfit or titled >= 1 or (len(one.titling) > 1 and summary.title.lower() in about.topic.lower()):
        return not unfit
    names = _names(about) & set(one.titling)
    if names:
        return _is_by_name(summary, names, one.titling[0], about, collection.language)
    first = one.titling[0]
    if summary.is_person or is_told_apart(about.topic, first) or _is_of(about.topic, first):
        return False
    return _is_first_thing(one, about, collection.language)


def _names(about: TopicWords) -> frozenset[str]:
    """The topic's names, without common words that are capitalised as in a headline."""
    return frozenset(word for word in about.names if about.found[word].capital >= USUALLY_CAPITAL)


def _is_by_name(
    summary: Summary, names: frozenset[str], first: str, about: TopicWords, language: Language
) -> bool:
    """Whether the title has the topic's names as they are: a person, or what is not just a place."""
    own = (*own_words(summary, language), _initials(summary))
    only_place = not summary.is_person and _is_of(about.topic, first)
    namesake = summary.is_person and is_preceded_by_article(about.topic, first)
    return all(word in own for word in names) and not only_place and not namesake


def _goes_on(one: NamedArticle, about: TopicWords, language: Language) -> bool:
    """Whether a number or, outside English, a describing word follows the title: "el sistema solar"."""
    said = words_of(about.topic, language)
    at = said.index(one.titling[-1]) + 1 if one.titling[-1] in said else len(said)
    after = said[at] if at < len(said) else ""
    return after.isdigit() or (language is not Language.EN and after in about.words)


def _is_of(topic: str, name: str) -> bool:
    """Whether a word only says where or whose something else is: "the draft in Vietnam", "Japan's towns"."""
    word = regex.escape(name)
    return bool(regex.search(rf"{_OF}{_ARTICLE}{word}|\b{word}[’']s\b", topic.casefold()))


def _is_first_thing(one: NamedArticle, about: TopicWords, language: Language) -> bool:
    """Whether the title names the first thing of the topic, which others may only describe."""
    if about.nouns is None:
        found = _THING.search(about.topic.casefold())
        return found is not None and set(words_of(found[1], language)) <= set(one.titling)
    last = one.titling[-1]
    if regex.search(rf"{_DOES}{regex.escape(last)}\W*$", about.topic, regex.I):
        return True
    asked = _ASKED.match(about.topic)
    if asked and asked[1].lower() in about.words:
        return asked[1].lower() in one.titling
    term = _first_term(about, about.nouns | _names(about), language)
    return term[-1:] == (last,) and set(term) <= {*one.titling, *about.told_by(one.number)}


def _first_term(about: TopicWords, things: frozenset[str], language: Language) -> tuple[str, ...]:
    """The first of the things in the topic, with those that follow it directly; empty without any."""
    said = words_of(about.topic, language)
    rest = itertools.dropwhile(lambda word: word not in things, said)
    return tuple(itertools.takewhile(lambda word: word in things, rest))
