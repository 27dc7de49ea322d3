"""WordNet's nouns, bundled: explains the things named in an English topic without any network.

The definitions are turned into sentences; a script that quotes them names their source once.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.backends.knowledge.glosses import told_of
from renderer.backends.knowledge.lexicon_file import Meaning
from renderer.backends.knowledge.meanings.sure_senses import sure_senses
from renderer.backends.knowledge.topic_nouns import TopicNoun, topic_nouns
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage, TextSource

SOURCE: Final = TextSource(
    title="WordNet 3.1",
    publisher="Princeton University",
    address="https://wordnet.princeton.edu/",
    revision="3.1",
    licence="WordNet License",
)
NAME: Final = "The lexicon"
NEVER_ALONE: Final = frozenset({
    "people", "person", "man", "woman", "men", "women",
    "world", "thing", "things", "time", "year", "day", "way",
})  # fmt: skip
"""Nouns that say nothing about a topic by themselves: habits of successful people are no groups of humans."""


class Explained(Struct, frozen=True, kw_only=True):
    """A noun of a topic, the meaning chosen for it, and at least one sentence that explains it."""

    noun: TopicNoun
    meaning: Meaning
    told: tuple[str, ...]


class Lexicon(Struct, frozen=True, kw_only=True):
    """Looks up a topic's nouns in the bundled lexicon."""

    @property
    def name(self) -> str:
        """Always "lexicon"."""
        return "lexicon"

    @property
    def fingerprint(self) -> str:
        """The revisions of the lexicon and of the rules."""
        return "wordnet 3.1 rules 7"

    def look_up(self, topic: Topic) -> Found:
        """One passage for each noun of the topic, in order; raises `knowledge_none`."""
        if topic.language is not Language.EN:
            raise nothing_known(NAME, f"no words of the language '{topic.language.value}'")
        found = explained(topic.text)
        passages = [
            TextPassage(
                text=" ".join(one.told), source=SOURCE, heading=one.noun.written, kind=Kind.DEFINITION
            )
            for one in found
        ]
        if all(one.noun.noun in NEVER_ALONE for one in found):  # or none is found
            raise nothing_known(NAME, "no noun of this topic in a sure meaning")
        return Found(passages=tuple(passages))


def explained(topic: str) -> tuple[Explained, ...]:
    """The explanations of an English topic's nouns, in order, without repeated sentences."""
    nouns = topic_nouns(topic)
    meant = sure_senses(topic, nouns)
    found, said = [], set[str]()
    for noun in nouns:
        for meaning in meant.get(noun.noun, ()):
            told = told_of(noun, meaning)
            fresh = tuple(sentence for sentence in told if sentence not in said)
            said |= set(told)
            if fresh:
                found.append(Explained(noun=noun, meaning=meaning, told=fresh))
            if told:
                break
    return tuple(found)
