"""Looks up a topic in a collection: its words, their weights, and which of them form a name or a term.

English terms ("fish tank", "gold rush") are those of the lexicon; names are runs of capitalised words in
every language ("Great Fire of London"). An article that is called by only a part of one is about something
else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.summaries.collection import Collection
from renderer.backends.knowledge.summaries.occurrences import (
    CAPITAL,
    Occurrences,
    TopicWords,
    is_form_of,
    occurrences,
)
from renderer.backends.knowledge.summaries.wordings import ARTICLES, COMPARING, JOINS, PARTS
from renderer.composition.joining import load_joining, question_kind
from renderer.composition.question import WHO
from renderer.composition.scoring import meant
from renderer.contract.vocabulary import Language
from renderer.text.topical import stem, stop_stems, topic_words, words_of

NAME: Final = 1.5
"""Weight of a name relative to a common word."""
RATHER_CAPITAL: Final = 0.6
"""Share of its occurrences in which a word must be capitalised for its run to be a name."""

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*")


class Terms(Struct, frozen=True, kw_only=True):
    """What a lexicon knows about a topic: its `nouns` and terms as written, and which are `doubtful`.

    Doubtful nouns are single words with several meanings, none of them sure. `are_known` is false where no
    lexicon was consulted.
    """

    nouns: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    are_known: bool = False


def asked(topic: str, collection: Collection, *, terms: Terms) -> TopicWords:
    """The topic's words, looked up in the collection."""
    language = collection.language
    letters = [one for one in topic if one.isalpha()]
    if sum(one.isupper() for one in letters) > len(letters) / 2:
        topic = topic.lower()
    words = tuple(word for word in meant(topic, language) if word not in COMPARING)
    kind = question_kind(topic, load_joining(language))
    runs = _runs(topic, language)
    found = {word: occurrences(word, collection) for word in words}
    known = {word for word, one in found.items() if one.capital >= CAPITAL}
    telling = any(word[:1].islower() and word not in JOINS for word in _WORD.findall(topic))
    typed = {word for run in runs for word in run if word in found}
    names = frozenset(word for word in typed if telling or found[word].capital >= RATHER_CAPITAL) | known
    nouns = [_among(words, one, language) for one in terms.nouns]
    return TopicWords(
        topic=topic,
        words=words,
        found=found,
        weights={word: one.weight * (NAME if word in names else 1) for word, one in found.items()},
        units=tuple(
            unit
            for unit in (
                *_units(runs, found),
                *nouns,
                *(() if kind else _named_after(topic, words, language)),
            )
            if len(unit) > 1
        ),
        names=names,
        nouns=frozenset().union(*nouns) if terms.are_known else None,
        doubtful=frozenset(word for one in terms.doubtful for word in _among(words, one, language)),
        joined=frozenset() if kind else _joined(topic, words, language) - names,
        asks=bool(kind),
        asks_who=kind == WHO,
    )


def _named_after(topic: str, words: tuple[str, ...], language: Language) -> Iterator[frozenset[str]]:
    """Spanish and French common words, each with the name after it: "el efecto Mandela"."""
    if language is Language.EN:
        return
    for first, second in pairwise(_WORD.findall(topic)):
        if first[:1].islower() and second[:1].isupper():
            yield frozenset((*words_of(first, language), *words_of(second, language))) & set(words)


def _joined(topic: str, words: tuple[str, ...], language: Language) -> frozenset[str]:
    """Those of the words that stand directly beside another of them."""
    pairs = (pair for part in PARTS.split(topic) for pair in pairwise(words_of(part, language)))
    beside = (pair for pair in pairs if pair[0] in words and pair[1] in words)
    return frozenset(word for pair in beside for word in pair)


def _units(runs: tuple[frozenset[str], ...], found: Mapping[str, Occurrences]) -> tuple[frozenset[str], ...]:
    """Runs with a word that is also a name elsewhere, unlike those in "The History of Coffee"."""
    kept = (run & set(found) for run in runs)
    return tuple(run for run in kept if any(found[word].capital >= RATHER_CAPITAL for word in run))


def _among(words: tuple[str, ...], text: str, language: Language) -> frozenset[str]:
    return frozenset(word for word in words if any(is_form_of(word, one) for one in words_of(text, language)))


def _runs(topic: str, language: Language) -> tuple[frozenset[str], ...]:
    """Runs of adjacent capitalised words; none in a question that capitalises everything."""
    written = _WORD.findall(topic)
    common = [word for word in written if word[:1].islower() and word not in JOINS]
    if not common and question_kind(topic, load_joining(language)) and written[0].casefold() not in ARTICLES:
        return ()
    stops = stop_stems(language) - JOINS - ARTICLES
    runs: list[list[str]] = [[]]
    for part in PARTS.split(topic):
        runs.append([])
        words = _WORD.findall(part)
        for place, word in enumerate(words):
            opens = place == 0 and topic.startswith(part) and len(words) > 1 and not words[1][:1].isupper()
            if stem(word, language) in stops or opens:
                runs.append([])
            elif word[:1].isupper() or (word.isdigit() and runs[-1]):
                runs[-1].append(word)
            elif not (word in JOINS and runs[-1]):
                runs.append([])
    return tuple(frozenset(topic_words(" ".join(run), language)) for run in runs if run)
