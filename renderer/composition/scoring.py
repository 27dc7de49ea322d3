"""How much a statement says about a topic, and whether it answers the topic's question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renderer.composition.joining import NO_QUESTION, Joining, load_joining, pattern, question_kind
from renderer.composition.statements import Statement
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage
from renderer.text.topical import mentioned, topic_words

HAPPENED: Final = "happened"
"""Some of its marks are the topic itself: "the sinking of"."""
EARLY: Final = 12
"""Statements that count as the article's opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Statements that are said together: one, or one with the one it leans on."""

    statements: tuple[Statement, ...]
    order: int
    worth: float
    answers: float
    turns: bool
    surprise: float

    @property
    def text(self) -> str:
        """All of it in one string, for length."""
        return " ".join(one.text for one in self.statements)


def units(
    told: Sequence[Statement],
    passages: Sequence[TextPassage],
    topic: str,
    *,
    language: Language,
    joining: Joining,
) -> tuple[Fact, ...]:
    """Every statement that can stand, judged against the topic."""
    kind = question_kind(topic, joining)
    words = meant(topic, language)
    shares = [_share(words, one.text, language) for one in told]
    found = []
    for index, one in enumerate(told):
        before = told[index - 1] if index else None
        joined = before is not None and before.passage == one.passage and before.place == one.place - 1
        if one.leans and (not joined or before is None or before.leans):
            continue
        said = (before, one) if one.leans and before is not None else (one,)
        listed = index > 0 and passages[one.passage].kind is Kind.ENTRY
        near = shares[index - 1] if joined or listed else 0.0
        heading = passages[one.passage].heading
        share = max(shares[index], 0.6 * near) + 0.4 * (_share(words, heading, language) if heading else 0.0)
        surprise = min(len(pattern(joining.surprise).findall(one.text)), 3) / 3
        numbers = any(char.isdigit() for char in one.text)
        opening = 0.35 * max(0.0, 1 - index / EARLY) if one.passage < EARLY else 0.0
        found.append(
            Fact(
                statements=said,
                order=index,
                worth=share + opening + 0.3 * surprise + 0.15 * numbers - 0.25 * index / max(1, len(told)),
                answers=(0.5 if kind and index == 0 else 1.0)
                * (_answering(one.text, kind, share=share, joining=joining) + 0.2 * surprise),
                turns=bool(pattern(joining.turn).search(one.text)),
                surprise=surprise + 0.5 * numbers,
            )
        )
    return tuple(found)


def _answering(text: str, kind: str, *, share: float, joining: Joining) -> float:
    """What speaks for a statement as the answer: the topic's words, and the marks of such an answer."""
    if not kind:
        return 2.0 * share
    if not pattern(joining.answers[kind]).search(text):
        return share
    reason = 0.6 if kind == "why" and pattern(joining.because).search(text) else 0.0
    return 2.0 * share + 0.6 + 0.6 * share + reason


def meant(topic: str, language: Language) -> tuple[str, ...]:
    """The topic's words without those that only ask."""
    joining = load_joining(language)
    kind = question_kind(topic, joining)
    if kind == NO_QUESTION:
        return topic_words(topic, language)
    asks = pattern(joining.questions[kind])
    opens = asks.match(topic.strip())
    left = topic.strip()[opens.end() :] if opens else (topic if kind == HAPPENED else asks.sub(" ", topic))
    return topic_words(left, language) or topic_words(topic, language)


def _share(words: tuple[str, ...], text: str, language: Language) -> float:
    return len(mentioned(words, text, language)) / len(words) if words else 0.0
