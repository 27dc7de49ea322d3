"""Scores how much a statement says about a topic, and how likely it answers the topic's question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import regex
from msgspec import Struct
from msgspec.structs import replace

from renderer.composition.joining import NO_QUESTION, Joining, load_joining, pattern, question_kind
from renderer.composition.question import HAPPENED, HOW, MANY, WHO, WHY, TopicQuestion
from renderer.composition.statements import Statement
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage
from renderer.text.topical import mentioned, topic_words

UNMARKED: Final = 1.0
MARKED: Final = (0.4, 1.0)
REASON: Final = 0.9
"""Weights in an answer's score: its topic share, answer marks (constant and per share), and a "because"."""
ASIDE: Final = 0.5
"""Worth subtracted from a statement about something near the topic's subject."""
CARRIED: Final = 0.6
"""Factor by which the topic share of earlier statements carries over, per sentence."""
_YEAR: Final = regex.compile(r"(?<!\p{N})(?:1[0-9]{3}|20[0-9]{2})(?!\p{N}|[.,]\p{N}|只|人|个|米)")
_WORKS: Final = frozenset({
    "work", "works", "funciona", "funcionan", "funcionam", "fonctionne", "fonctionnent", "marche", "marchent",
    "funktioniert", "funktionieren", "работает", "работают",
})  # fmt: skip
"""Verbs that only ask how."""
EARLY: Final = 12
"""Number of statements that count as an article's opening."""


class Fact(Struct, frozen=True, kw_only=True):
    """Statements that are told together: one, or one with the statement it leans on.

    `subject` is the statement that names the subject of an elided one; it must be told earlier.
    """

    statements: tuple[Statement, ...]
    order: int
    worth: float
    answers: float
    turns: bool
    surprise: float
    subject: Statement | None = None

    @property
    def text(self) -> str:
        """All statements in one string, used to measure length."""
        return " ".join(one.text for one in self.statements)


def units(
    told: Sequence[Statement],
    passages: Sequence[TextPassage],
    topic: str,
    *,
    question: TopicQuestion,
    language: Language,
    joining: Joining,
) -> tuple[Fact, ...]:
    """Every statement that can be told, alone or with the one it leans on, scored against the topic."""
    kind = question.kind
    weights = _weights(meant(topic, language), told, language)
    shares = [_share(weights, one.text, language) for one in told]
    found = []
    carried = 0.0
    for index, one in enumerate(told):
        before = told[index - 1] if index else None
        joined = before is not None and before.passage == one.passage and before.place == one.place - 1
        listed = index > 0 and passages[one.passage].kind is Kind.ENTRY
        carried = max(shares[index - 1], CARRIED * carried) if joined or listed else 0.0
        if one.leans and (not joined or before is None or before.leans):
            continue
        said = (before, one) if one.leans and before is not None else (one,)
        heading = passages[one.passage].heading
        whole = (
            _share(weights, " ".join(each.text for each in said), language) if one.leans else shares[index]
        )
        share = max(whole, CARRIED * carried) + 0.4 * _share(weights, heading, language)
        surprise = min(len(pattern(joining.surprise).findall(one.text)), 3) / 3
        numbers = any(char.isdigit() for char in one.text)
        opening = 0.35 * max(0.0, 1 - index / EARLY) if one.passage < EARLY else 0.0
        aside = passages[one.passage].aside
        opens = told[0] in said and kind != WHO and not (question.is_asked and not kind)
        found.append(
            Fact(
                statements=said,
                order=index,
                worth=share
                + opening
                + 0.3 * surprise
                + 0.15 * numbers
                - 0.25 * index / max(1, len(told))
                - ASIDE * aside,
                answers=(0.5 if opens else 1.0)
                * (0.0 if aside else 1.0)
                * (_answering(one.text, kind, share=share, joining=joining) + 0.2 * surprise),
                turns=bool(pattern(joining.turn).search(one.text)),
                surprise=surprise + 0.5 * numbers,
                subject=_subject(told, index),
            )
        )
    return tuple(found)


def _subject(told: Sequence[Statement], index: int) -> Statement | None:
    """The last statement before an elided one that names a subject; None if it has none or is not elided."""
    if not told[index].elided:
        return None
    return next((one for one in reversed(told[:index]) if not one.elided), None)


def _answering(text: str, kind: str, *, share: float, joining: Joining) -> float:
    """Score of a statement as the answer: its topic share and the marks of such an answer."""
    if not kind:
        return 2.0 * share
    marks = MARKED[0] + MARKED[1] * share if is_marked(text, kind, joining) else 0.0
    reason = REASON if kind == WHY and marks and pattern(joining.because).search(text) else 0.0
    return UNMARKED * share + marks + reason


def is_marked(text: str, kind: str, joining: Joining) -> bool:
    """Whether the text has the marks of an answer; a bare year does not answer a question for a number."""
    return bool(pattern(joining.answers[kind]).search(_YEAR.sub(" ", text) if kind == MANY else text))


def with_reason(answer: Fact, found: Sequence[Fact], *, question: TopicQuestion, joining: Joining) -> Fact:
    """The answer with the next statement, where a why or how gets only a restatement; otherwise unchanged."""
    last = answer.statements[-1]
    if question.kind not in {WHY, HOW} or is_marked(last.text, question.kind, joining):
        return answer
    for fact in found:
        after = fact.statements[-1]
        if after.passage == last.passage and after.place == last.place + 1:
            return replace(answer, statements=(*answer.statements, after))
    return answer


def with_subject(answer: Fact) -> Fact:
    """The answer after the statement that names its subject, if it lacks one; otherwise unchanged."""
    if answer.subject is None:
        return answer
    return replace(answer, statements=(answer.subject, *answer.statements), subject=None)


def meant(topic: str, language: Language) -> tuple[str, ...]:
    """The topic's words without those that only ask."""
    joining = load_joining(language)
    kind = question_kind(topic, joining)
    if kind == NO_QUESTION:
        return topic_words(topic, language)
    asks = pattern(joining.questions[kind])
    opens = asks.match(topic.strip())
    left = topic.strip()[opens.end() :] if opens else (topic if kind == HAPPENED else asks.sub(" ", topic))
    words = topic_words(left, language) or topic_words(topic, language)
    if kind != HOW:
        return words
    return tuple(word for word in words if word not in _WORKS) or words


def _weights(words: tuple[str, ...], told: Sequence[Statement], language: Language) -> dict[str, float]:
    """Weight of each of the topic's words: high where few statements mention it; absent words have none."""
    counts = Counter(word for one in told for word in mentioned(words, one.text, language))
    return {word: math.log((len(told) + 1) / (count + 0.5)) for word, count in counts.items()}


def _share(weights: Mapping[str, float], text: str, language: Language) -> float:
    """Share of the topic's total weight found in the text, 0 to 1."""
    total = sum(weights.values())
    if not total or not text:
        return 0.0
    return sum(weights[word] for word in mentioned(tuple(weights), text, language)) / total
