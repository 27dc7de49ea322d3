"""The last line: repeats the opening figure, points to the answer, asks again, or names the subject."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.composition.joining import Joining, Phrases, pattern
from renderer.composition.phrasing import as_line, led
from renderer.composition.question import Ending
from renderer.composition.statements import full_stop
from renderer.composition.story import Seconds
from renderer.composition.titles import TITLE_BRACKET, clause
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.text.languages import CASED

LONG_TOPIC: Final = 3.2
"""Seconds of speech above which a topic counts as long: it is asked once, without an introductory phrase."""


class Closing(Struct, frozen=True, kw_only=True):
    """Inputs of the last line; `ending` is the story's, `brief` is true when words are scarce."""

    topic: str
    source: TextSource
    language: Language
    joining: Joining
    phrases: Phrases
    spoken: Seconds
    ending: Ending
    brief: bool
    draw: int

    def line(self, number: str) -> str:
        """The last line; `number` is the figure of the first line, or empty."""
        long = self.spoken(self.topic) > LONG_TOPIC
        answered = self.ending is Ending.ANSWERED
        again = {Ending.OPEN: self.joining.open, Ending.UNDECIDED: self.joining.undecided}
        if self.ending in again and not (long and self.brief):
            return asked_with(self._drawn(again[self.ending]), self.topic, self.language)
        if number:
            return self._drawn(self.phrases.close_number).format(number=number)
        asked = indirect(self.topic, self.joining, self.language) if answered else ""
        if asked and not (long and self.brief):
            return self._drawn(self.phrases.close_asked).format(asked=asked)
        close = self.phrases.close_topic if answered else self.phrases.close_subject
        if long and self.source.publisher:
            title: str = TITLE_BRACKET.sub("", self.source.title)
            return self._drawn(close).format(topic=title + full_stop(self.language))
        return asked_with(self._drawn(close), self.topic, self.language)

    def _drawn(self, phrases: tuple[str, ...]) -> str:
        return phrases[self.draw % len(phrases)]


def asked_with(phrase: str, topic: str, language: Language) -> str:
    """A phrase with its {topic} placeholder filled by the topic, worded as a line."""
    head, _, tail = phrase.partition("{topic}")
    return led(head.rstrip(), as_line(clause(topic), language), language, told=f"x {topic}") + tail


def subject_with(phrase: str, topic: str, language: Language) -> str:
    """A phrase with its {name} placeholder filled by the topic, which asks nothing."""
    head, _, tail = phrase.partition("{name}")
    text = clause(topic).rstrip(" .。।,;:!！")
    return led(head.rstrip(), text, language, told=f"x {topic}") + tail


def indirect(topic: str, joining: Joining, language: Language) -> str:
    """The topic as an indirect question ("why octopuses have three hearts"); empty where it cannot be one."""
    text = " ".join(topic.split()).strip("¿?？؟ .。")
    if clause(text) != text or not pattern(joining.indirect).search(text):
        return ""
    return text[:1].lower() + text[1:] if language in CASED else text
