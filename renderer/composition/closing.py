"""The last line: the figure of the first one again, the question as answered, or the question given back."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.composition.joining import NO_QUESTION, Joining, Phrases, pattern, question_kind
from renderer.composition.phrasing import as_line, led
from renderer.composition.scoring import HAPPENED
from renderer.composition.statements import full_stop
from renderer.composition.story import Seconds
from renderer.composition.titles import TITLE_BRACKET, clause
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.text.languages import CASED

LONG_TOPIC: Final = 3.2
"""Seconds from which a topic is asked without a phrase before it, and once."""


class Closing(Struct, frozen=True, kw_only=True):
    """What the last line can be made of; `answered` when there is one, `brief` when words are scarce."""

    topic: str
    source: TextSource
    language: Language
    joining: Joining
    phrases: Phrases
    spoken: Seconds
    answered: bool
    brief: bool
    draw: int

    def line(self, number: str) -> str:
        """`number` is the figure of the first line, else empty."""
        long = self.spoken(self.topic) > LONG_TOPIC
        asks = question_kind(self.topic, self.joining) not in {NO_QUESTION, HAPPENED}
        if asks and not self.answered and not (long and self.brief):
            return asked_with(self._drawn(self.joining.open), self.topic, self.language)
        if number:
            return self._drawn(self.phrases.close_number).format(number=number)
        asked = indirect(self.topic, self.joining, self.language) if self.answered else ""
        if asked and not (long and self.brief):
            return self._drawn(self.phrases.close_asked).format(asked=asked)
        if long and self.source.publisher:
            title: str = TITLE_BRACKET.sub("", self.source.title)
            return self._drawn(self.phrases.close_topic).format(topic=title + full_stop(self.language))
        return asked_with(self._drawn(self.phrases.close_topic), self.topic, self.language)

    def _drawn(self, phrases: tuple[str, ...]) -> str:
        return phrases[self.draw % len(phrases)]


def asked_with(phrase: str, topic: str, language: Language) -> str:
    """A phrase that holds {topic}, with the topic as a line."""
    head, _, tail = phrase.partition("{topic}")
    return led(head.rstrip(), as_line(clause(topic), language), language, told=f"x {topic}") + tail


def indirect(topic: str, joining: Joining, language: Language) -> str:
    """The topic as a question inside a sentence ("why octopuses have three hearts"); else empty."""
    text = " ".join(topic.split()).strip("¿?？؟ .。")
    if clause(text) != text or not pattern(joining.indirect).search(text):
        return ""
    return text[:1].lower() + text[1:] if language in CASED else text
