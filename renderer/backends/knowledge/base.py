"""The port for knowledge: a topic in, dated passages with their sources out.

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
    """What somebody wants to know, 1 to 500 characters, and the language the passages shall be in."""

    text: str
    language: Language


class Found(Struct, frozen=True, kw_only=True):
    """At least one passage, in the source's own order; `notes` say what was passed over and why.

    `source` names who knew it where that is not the knowledge that was asked.
    """

    passages: tuple[TextPassage, ...]
    notes: tuple[str, ...] = ()
    source: str = ""


class Knowledge(Protocol):
    """Knows something about some topics. Never answers in another language than asked."""

    @property
    def name(self) -> str:
        """Short name for the manifest ("wikipedia")."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same topic could give other passages by other rules or another file."""
        ...

    def look_up(self, topic: Topic) -> Found:
        """Passages about the topic.

        Raises:
            ClipwrightError: `knowledge_none` when nothing is known; `knowledge_invalid` for a damaged file;
                what the provider's client raises.
        """
        ...


class Answer(Struct, frozen=True, kw_only=True):
    """What knowledge with this fingerprint found of a topic."""

    fingerprint: str
    topic: Topic
    found: Found


class Answers(Protocol):
    """What was asked of knowledge ahead."""

    def wait(self) -> Answer | None:
        """The answer, as soon as it is there; None where none came."""
        ...


class NoAnswers:
    """Nothing was asked."""

    def wait(self) -> Answer | None:
        """None."""
        return None


def nothing_known(source: str, reason: str) -> ClipwrightError:
    """The error for a topic that a source knows nothing about; `reason` continues "it has ..."."""
    return ClipwrightError("knowledge_none", source=source, reason=reason)
