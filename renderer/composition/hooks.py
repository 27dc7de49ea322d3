"""Chooses the first line, which should make a viewer stop within two and a half seconds."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.composition.figures import figures
from renderer.composition.joining import NO_QUESTION, Joining, Phrases, question_kind
from renderer.composition.phrasing import as_line
from renderer.composition.scoring import Fact
from renderer.composition.statements import full_stop
from renderer.composition.story import Seconds
from renderer.composition.titles import TITLE_BRACKET
from renderer.contract.vocabulary import Language
from renderer.text.topical import mentioned, topic_words

HOOK_SECONDS: Final = 2.5
COUNTED: Final = "many"
"""Question kind that asks for a number; opening with a figure would give away the answer or mislead."""


class Hook(Struct, frozen=True, kw_only=True):
    """The first line; `figure` is the number it uses, or empty; `leads` if it has an introductory phrase."""

    text: str
    figure: str = ""
    leads: bool = False


class Opening(Struct, frozen=True, kw_only=True):
    """Inputs of the first line; `title` is that of the source."""

    topic: str
    title: str
    language: Language
    joining: Joining
    phrases: Phrases
    spoken: Seconds
    draw: int

    def hook(self, told: Sequence[Fact]) -> Hook:
        """Pick the first that fits of: a telling figure, the topic, a statement, a name, a short question."""
        kind = question_kind(self.topic, self.joining)
        best = sorted(told, key=lambda fact: (-fact.surprise, fact.order))
        ranked = [
            (rank, figure)
            for fact in best
            for rank, figure in figures(fact.statements[-1].text, self.language)
            if kind != COUNTED
        ]
        topic = as_line(self.topic, self.language)
        counted = [figure for rank, figure in ranked if rank == 0]
        candidates = (
            *self._numbered(counted),
            Hook(text=topic),
            *(Hook(text=figure + full_stop(self.language), figure=figure) for figure in counted),
            *self._numbered([figure for _, figure in ranked]),
            *(Hook(text=text) for text in _surprising(best) if kind != COUNTED),
            *(Hook(text=text, leads=True) for text in self._filled(self.phrases.named, name=self._name())),
        )
        short = self.joining.short[kind if kind != NO_QUESTION else "other"]
        fitting = (hook for hook in candidates if self.spoken(hook.text) <= HOOK_SECONDS)
        turn = self.draw + zlib.crc32(self.topic.encode())  # two topics with one seed differ
        return next(fitting, Hook(text=short[turn % len(short)]))

    def _numbered(self, found: Sequence[str]) -> tuple[Hook, ...]:
        return tuple(
            Hook(text=text, figure=figure, leads=True)
            for figure in found
            for text in self._filled(self.phrases.number, number=figure)
        )

    def _name(self) -> str:
        """The source's title if it names what the topic names, else empty."""
        title: str = TITLE_BRACKET.sub("", self.title)
        named = mentioned(topic_words(title, self.language), self.topic, self.language)
        return title if named else ""

    def _filled(self, phrases: tuple[str, ...], **values: str) -> tuple[str, ...]:
        """The phrases filled in, starting at the drawn one; none when a value is empty."""
        if not all(values.values()):
            return ()
        turned = phrases[self.draw % len(phrases) :] + phrases[: self.draw % len(phrases)]
        return tuple(text.format(**values) for text in turned)


def _surprising(facts: Sequence[Fact]) -> tuple[str, ...]:
    return tuple(one.text for fact in facts if fact.surprise for one in fact.statements if not one.leans)
