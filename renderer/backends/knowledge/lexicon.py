"""WordNet's nouns, embedded: what the things named in a topic are, without any network. English.

Its definitions are turned into sentences; the script that quotes them says once whose they are.
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


class Explained(Struct, frozen=True, kw_only=True):
    """A noun of a topic, the meaning that was taken for it, and the sentences that say it; at least one."""

    noun: TopicNoun
    meaning: Meaning
    told: tuple[str, ...]


class Lexicon(Struct, frozen=True, kw_only=True):
    """The bundled nouns."""

    @property
    def name(self) -> str:
        """Always "lexicon"."""
        return "lexicon"

    @property
    def fingerprint(self) -> str:
        """Raised with the rules or the asset."""
        return "wordnet 3.1 rules 6"

    def look_up(self, topic: Topic) -> Found:
        """One passage for each noun of the topic, in its order; raises `knowledge_none`."""
        if topic.language is not Language.EN:
            raise nothing_known(NAME, f"no words of the language '{topic.language.value}'")
        passages = [
            TextPassage(
                text=" ".join(one.told), source=SOURCE, heading=one.noun.written, kind=Kind.DEFINITION
            )
            for one in explained(topic.text)
        ]
        if not passages:
            raise nothing_known(NAME, "no noun of this topic in a sure meaning")
        return Found(passages=tuple(passages))


def explained(topic: str) -> tuple[Explained, ...]:
    """What is said of an English topic's nouns, in their order, no sentence twice."""
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
