"""Summaries of Wikipedia's most important articles as a source of knowledge, without any network."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.backends.knowledge.lexicon_file import senses
from renderer.backends.knowledge.meanings.sure_senses import sure_senses
from renderer.backends.knowledge.plain import paragraphs
from renderer.backends.knowledge.summaries.asking import Terms, asked
from renderer.backends.knowledge.summaries.collection import (
    FOLDER,
    Collection,
    collection_path,
    load_collection,
)
from renderer.backends.knowledge.summaries.nearest import nearest
from renderer.backends.knowledge.summaries.occurrences import TopicWords
from renderer.backends.knowledge.summaries.related import mentions, near
from renderer.backends.knowledge.summaries.subject import subjects
from renderer.backends.knowledge.summaries.wordings import in_full
from renderer.backends.knowledge.topic_nouns import topic_nouns
from renderer.composition.frames import unframed
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource

NAME: Final = "The collection of summaries"
LICENCE: Final = "CC BY-SA 4.0"
RULES: Final = 5
"""Raise when the same file could produce other passages."""
SEVERAL: Final = 3
"""Number of meanings from which a noun can be ambiguous."""
DOMINANT: Final = 4
"""Ratio of the most frequent meaning to the next from which a noun is not ambiguous."""
FEWEST: Final = 60
"""Characters that passages must have together; fewer hold no sentence worth telling."""
ENOUGH: Final = 1000
"""Characters that are enough for a minute; articles near the subject fill up to it."""


class Summaries(Struct, frozen=True, kw_only=True):
    """The beginnings of about ten thousand articles per language, in the models folder."""

    models: Path

    @property
    def name(self) -> str:
        """Always "summaries"."""
        return "summaries"

    @property
    def fingerprint(self) -> str:
        """The revision of the rules and the files' sizes; each file's digest is pinned."""
        folder = self.models / FOLDER
        files = sorted(folder.glob("*.json")) if folder.is_dir() else []
        sizes = " ".join(f"{path.stem} {path.stat().st_size}" for path in files)
        return f"summaries rules {RULES} {sizes or 'missing'}"

    def look_up(self, topic: Topic) -> Found:
        """Passages of the one or two articles that the topic is about, then what others say of the subject.

        Where no article is surely meant, those of the nearest one, with a note.

        Raises:
            ClipwrightError: `knowledge_none`, `knowledge_invalid`.
        """
        path = collection_path(self.models, topic.language)
        if not path.is_file():
            raise nothing_known(NAME, f"no articles in the language '{topic.language.value}'")
        collection = load_collection(path, topic.language)
        about, found = subjects_of(topic.text, collection)
        notes: tuple[str, ...] = ()
        if not found:
            about, found = nearest_of(topic.text, collection)
            if not found:
                raise nothing_known(NAME, "no article about this topic")
            title = collection.summaries[found[0]].title
            notes = (f"script: no article surely fits the topic; the nearest is “{title}”",)
        passages = [one for number in found for one in _article(number, collection)]
        for mention in mentions(found[0], about, collection):
            passages += _passages(mention.number, (mention.sentence,), collection)
        for mention in near(found[0], about, collection):
            if sum(len(one.text) for one in passages) > ENOUGH:
                break
            passages += _passages(mention.number, (mention.sentence,), collection, aside=True)
        if sum(len(one.text) for one in passages) < FEWEST:
            raise nothing_known(NAME, "hardly anything about this topic")
        return Found(passages=tuple(passages), notes=notes)


def looked_up(topic: str, collection: Collection) -> TopicWords:
    """The topic's words looked up in the collection and, in English, in the lexicon."""
    if collection.language is not Language.EN:
        return asked(topic, collection, terms=Terms())
    topic = in_full(topic)
    return asked(topic, collection, terms=_terms(topic))


def subjects_of(topic: str, collection: Collection) -> tuple[TopicWords, tuple[int, ...]]:
    """The articles that the topic is about; if none is found, those of the topic without its frame.

    An article about the frame itself does not count: "Curiosities about cats" is not about curiosity.
    """
    bare = looked_up(unframed(topic, collection.language), collection)
    whole = looked_up(topic, collection)
    found = subjects(whole, collection)
    if not found or not set(whole.titling(found[0].number)) & set(bare.words):
        found, whole = subjects(bare, collection), bare
    return whole, tuple(one.number for one in found)


def nearest_of(topic: str, collection: Collection) -> tuple[TopicWords, tuple[int, ...]]:
    """The article nearest to the topic without its frame, else to all of it; none if there is none."""
    for text in dict.fromkeys((unframed(topic, collection.language), topic)):
        about = looked_up(text, collection)
        number = nearest(about, collection)
        if number is not None:
            return about, (number,)
    return about, ()


def _terms(topic: str) -> Terms:
    nouns = topic_nouns(topic)
    sure = sure_senses(topic, nouns)
    unsure = (
        one for one in nouns if one.noun not in sure and " " not in one.noun and _is_ambiguous(one.noun)
    )
    return Terms(
        nouns=tuple(one.written for one in nouns),
        doubtful=tuple(one.written for one in unsure),
        are_known=True,
    )


def _is_ambiguous(noun: str) -> bool:
    """Whether a noun has several meanings, none of which is clearly the most frequent."""
    counts = [count for _, count in senses(noun)]
    if len(counts) < SEVERAL:
        return False
    first, second = sorted(counts, reverse=True)[:2]
    return first < DOMINANT * max(1, second)


def _article(number: int, collection: Collection) -> tuple[TextPassage, ...]:
    return _passages(number, collection.summaries[number].extract.split("\n"), collection)


def _passages(
    number: int, lines: list[str] | tuple[str, ...], collection: Collection, *, aside: bool = False
) -> tuple[TextPassage, ...]:
    summary = collection.summaries[number]
    language = collection.language
    source = TextSource(
        title=summary.title,
        publisher="Wikipedia",
        address=f"https://{language.value}.wikipedia.org/wiki/{quote(summary.title.replace(' ', '_'))}",
        licence=LICENCE,
    )
    told = paragraphs((("", line) for line in lines), language)
    return tuple(
        TextPassage(text=text, source=source, heading=heading, aside=aside) for heading, text in told
    )
