"""What a topic asks: the kind of question, whether it is worded as one, and whether it asks for a meaning.

Many topics are no questions ("The silk road"); nothing that is said about them is an answer.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from renderer.composition.joining import NO_QUESTION, Joining, pattern, question_kind

HAPPENED: Final = "happened"
"""Question kind whose marks may be part of the topic itself, as in "the sinking of"."""
WHY: Final = "why"
HOW: Final = "how"
MANY: Final = "many"
WHO: Final = "who"
_OPENING_MARKS: Final = "¿¡ "
_CLOSING_MARKS: Final = "?？؟ "
_QUESTION_MARKS: Final = ("?", "？", "؟")


class Ending(StrEnum):
    """How a story ends: what it can say of its topic's question."""

    ANSWERED = "answered"
    UNDECIDED = "undecided"
    """Facts that may be an answer are told, but none of them surely is."""
    OPEN = "open"
    UNASKED = "unasked"
    """The topic is no question, or a story of what happened."""


class TopicQuestion(Struct, frozen=True, kw_only=True):
    """What a topic asks; `kind` may be set where nothing is asked ("The fall of Rome").

    `is_asked` is true of topics that are worded as questions, `is_definitional` of those that ask what or who
    something is.
    """

    kind: str
    is_asked: bool
    is_definitional: bool

    @property
    def stays_open(self) -> bool:
        """Whether the topic, without an answer, is a question left open; a story of what happened is not."""
        return self.is_asked and self.kind != HAPPENED


def question_of(topic: str, joining: Joining) -> TopicQuestion:
    """What the topic asks, by the patterns of its language."""
    text = topic.strip(_OPENING_MARKS)
    bare = text.rstrip(_CLOSING_MARKS)
    kind = question_kind(text, joining)
    begins = kind not in {NO_QUESTION, HAPPENED} and pattern(joining.questions[kind]).match(text)
    asked = text.endswith(_QUESTION_MARKS) or begins or _is_worded_so(text, joining)
    return TopicQuestion(
        kind=kind,
        is_asked=bool(asked),
        is_definitional=bool(asked) and bool(pattern(joining.defines).search(bare)),
    )


def _is_worded_so(text: str, joining: Joining) -> bool:
    return any(pattern(each).search(text) for each in (joining.asks, joining.indirect))
