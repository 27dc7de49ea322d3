"""A topic looked up in a collection: its words, their weights, and what in it is one name or one term.

English terms ("fish tank", "gold rush") are those of the lexicon; names are runs of capitalised words in
every language ("Great Fire of London"). What is called by part of one is something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import senses
from renderer.backends.knowledge.meanings.sure_senses import sure_senses
from renderer.backends.knowledge.summaries.collection import Collection
from renderer.backends.knowledge.summaries.occurrences import Occurrences, is_form_of, occurrences
from renderer.backends.knowledge.summaries.wordings import ARTICLES, COMPARING, JOINS, PARTS
from renderer.backends.knowledge.topic_nouns import TopicNoun, topic_nouns
from renderer.composition.joining import load_joining, question_kind
from renderer.composition.scoring import WHO, meant
from renderer.contract.vocabulary import Language
from renderer.text.topical import stem, stop_stems, topic_words, words_of

NAME: Final = 1.5
"""What a name weighs more than a common word."""
CAPITAL: Final = 0.85
"""Share of its places where a word must be capitalised to be a name however the topic is typed."""
RATHER_CAPITAL: Final = 0.6
"""And so that a run of capitals in the topic is a name."""
SEVERAL: Final = 3
"""Meanings of a word that must be told apart."""
DOMINANT: Final = 4
"""Times that texts must mean one of them for each time that they mean the next, to mean it here as well."""

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
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


def asked(topic: str, collection: Collection) -> Asked:
    """The topic's words, looked up."""
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
    spoken_of = topic_nouns(topic) if language is Language.EN else ()
    terms = {one.noun: _among(words, one.written, language) for one in spoken_of}
    return Asked(
        topic=topic,
        words=words,
        found=found,
        weights={word: one.weight * (NAME if word in names else 1) for word, one in found.items()},
        units=tuple(
            unit
            for unit in (
                *_units(runs, found),
                *terms.values(),
                *(() if kind else _named_after(topic, words, language)),
            )
            if len(unit) > 1
        ),
        names=names,
        nouns=frozenset().union(*terms.values()) if language is Language.EN else None,
        doubtful=_doubtful(topic, spoken_of, terms),
        joined=frozenset() if kind else _joined(topic, words, language) - names,
        asks=bool(kind),
        asks_who=kind == WHO,
    )


def _is_ambiguous(noun: str) -> bool:
    """Whether a noun has several meanings of which texts do not mean one before all others."""
    counts = [count for _, count in senses(noun)]
    if len(counts) < SEVERAL:
        return False
    first, second = sorted(counts, reverse=True)[:2]
    return first < DOMINANT * max(1, second)


def _named_after(topic: str, words: tuple[str, ...], language: Language) -> Iterator[frozenset[str]]:
    """In Spanish and French a common word with the name after it: "el efecto Mandela"."""
    if language is Language.EN:
        return
    for first, second in pairwise(_WORD.findall(topic)):
        if first[:1].islower() and second[:1].isupper():
            yield frozenset((*words_of(first, language), *words_of(second, language))) & set(words)


def _joined(topic: str, words: tuple[str, ...], language: Language) -> frozenset[str]:
    """Words that stand directly beside another one of them."""
    pairs = (pair for part in PARTS.split(topic) for pair in pairwise(words_of(part, language)))
    beside = (pair for pair in pairs if pair[0] in words and pair[1] in words)
    return frozenset(word for pair in beside for word in pair)


def _units(runs: tuple[frozenset[str], ...], found: Mapping[str, Occurrences]) -> tuple[frozenset[str], ...]:
    """Runs in which a word is a name elsewhere, too: in "The History of Coffee" none is."""
    kept = (run & set(found) for run in runs)
    return tuple(run for run in kept if any(found[word].capital >= RATHER_CAPITAL for word in run))


def _doubtful(
    topic: str, spoken_of: tuple[TopicNoun, ...], terms: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Single words that the lexicon has in several meanings and cannot tell which is meant."""
    sure = sure_senses(topic, spoken_of)
    unsure = (one.noun for one in spoken_of if one.noun not in sure and _is_ambiguous(one.noun))
    return frozenset(word for noun in unsure if " " not in noun for word in terms[noun])


def _among(words: tuple[str, ...], text: str, language: Language) -> frozenset[str]:
    return frozenset(word for word in words if any(is_form_of(word, one) for one in words_of(text, language)))


def _runs(topic: str, language: Language) -> tuple[frozenset[str], ...]:
    """Words that are capitalised next to each other; none in a question that capitalises everything."""
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
