"""The port for knowledge: finds dated passages about a topic, with their sources.

To add a source: 1. a module here with a frozen class that has `name`, `fingerprint` and `look_up`;
2. a row in renderer/worker/composition/knowledge.py; 3. an entry in tests/contract/test_knowledge.py.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage
from renderer.errors import ClipwrightError


class Topic(Struct, frozen=True, kw_only=True):
    """The topic to look up, 1 to 500 characters, and the language that the passages must be in."""

    text: str
    language: Language


class Found(Struct, frozen=True, kw_only=True):
    """At least one passage, in the source's own order; `notes` say what was skipped and why.

    `source` names the knowledge that found it where that is not the one that was asked.
    """

    passages: tuple[TextPassage, ...]
    notes: tuple[str, ...] = ()
    source: str = ""


class Knowledge(Protocol):
    """Finds passages about topics. Never answers in a language other than the topic's."""

    @property
    def name(self) -> str:
        """Short name for the manifest ("wikipedia")."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever other rules or another file could give other passages for the same topic."""
        ...

    def look_up(self, topic: Topic) -> Found:
        """Passages about the topic.

        Raises:
            ClipwrightError: `knowledge_none` when nothing is known; `knowledge_invalid` for a damaged file;
                what the provider's client raises.
        """
        ...


class Answer(Struct, frozen=True, kw_only=True):
    """What the knowledge with this fingerprint found about a topic."""

    fingerprint: str
    topic: Topic
    found: Found


class Answers(Protocol):
    """A prefetched answer of a knowledge."""

    def wait(self) -> Answer | None:
        """Wait for the answer; None if there is none."""
        ...


class NoAnswers:
    """No prefetched answer."""

    def wait(self) -> Answer | None:
        """Always None."""
        return None


def nothing_known(source: str, reason: str) -> ClipwrightError:
    """The error for a topic that a source knows nothing about; `reason` continues "it has ..."."""
    return ClipwrightError("knowledge_none", source=source, reason=reason)
