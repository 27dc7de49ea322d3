"""Chooses the fact that a story ends with, and decides whether it answers the topic's question.

A sentence that mentions all of the topic's words is not yet an answer. It must also bear the marks of an
answer of the kind asked for: a reason, a way, a name that the topic does not give, a number. What or who
something is, only the opening sentence of its own article says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import regex
from msgspec import Struct
from msgspec.structs import replace

from renderer.composition.joining import Joining, pattern
from renderer.composition.question import HOW, MANY, WHO, WHY, Ending, TopicQuestion
from renderer.composition.scoring import Fact, is_marked, meant, with_reason, with_subject
from renderer.composition.statements import Statement
from renderer.composition.story import Seconds
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage
from renderer.text.languages import is_spaced
from renderer.text.topical import akin, mentioned, stem, stop_stems, words_of

COVERED: Final = 0.7
"""Share of the topic's weight that an answer and its article's title must mention."""
COVERED_BY_KIND: Final = {WHY: 0.6, HOW: 0.75}
"""The same for a "because", which is hardly said by chance, and for a way, whose marks ("when") often are."""
MENTIONED: Final = 0.6
"""The same for a fact that may be an answer, though it bears no marks of one."""
TOUCHED: Final = 0.3
"""The same for a fact that may be an answer and bears the marks of one."""
NEAR: Final = 4
"""Words after a number among which the thing counted must be."""
LONGEST_MORE: Final = 14.0
"""Seconds for further facts about the last fact's subject that are told with it."""
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")


class Answering(Struct, frozen=True, kw_only=True):
    """The topic's question and words, to compare facts with; `weights` are high for words said rarely.

    Words that no passage mentions weigh as much as the others on average.
    """

    topic: str
    question: TopicQuestion
    weights: Mapping[str, float]
    passages: Sequence[TextPassage]
    language: Language
    joining: Joining

    def answers(self, fact: Fact) -> bool:
        """Whether the fact may be announced as the answer to the topic's question."""
        if not self.question.is_asked or self.is_aside(fact):
            return False
        if self._defines(fact):
            return True
        needed = COVERED_BY_KIND.get(self.question.kind, COVERED)
        return self._is_marked(fact) and self._covered(fact) >= needed

    def may_answer(self, fact: Fact) -> bool:
        """Whether the fact might be an answer, so that the question cannot be said to stay open."""
        kind = self.question.kind
        if kind not in self.joining.answers:
            return self._covered(fact) >= MENTIONED
        return self._covered(fact) >= (TOUCHED if is_marked(fact.text, kind, self.joining) else MENTIONED)

    def is_aside(self, fact: Fact) -> bool:
        """Whether the fact is about something near the topic's subject."""
        return self._passage(fact).aside

    def _passage(self, fact: Fact) -> TextPassage:
        return self.passages[fact.statements[-1].passage]

    def _defines(self, fact: Fact) -> bool:
        """Whether the fact is the opening of an article about exactly what the topic asks about."""
        first = fact.statements[0]
        if not self.question.is_definitional or first.place != 1 or self.passages[first.passage].heading:
            return False
        title = self.passages[first.passage].source.title
        return len(mentioned(tuple(self.weights), title, self.language)) == len(self.weights)

    def _is_marked(self, fact: Fact) -> bool:
        """Whether the fact bears the marks of an answer; a why is answered by a "because" only."""
        kind = self.question.kind
        if kind not in self.joining.answers:
            return False
        text = fact.text
        if kind == WHY:
            return bool(pattern(self.joining.because).search(text))
        if kind == WHO:
            text = self._without_topic(f"{text} {self._passage(fact).source.title}")
        if kind == MANY:
            return any(self._gives_number(one.text) for one in fact.statements)
        return is_marked(text, kind, self.joining)

    def _gives_number(self, text: str) -> bool:
        """Whether one sentence has a number of what the topic counts, or the measure that it names."""
        measures = self.joining.measures.items()
        asked = [answer for question, answer in measures if pattern(question).search(self.topic)]
        if not is_marked(text, MANY, self.joining) or not all(pattern(one).search(text) for one in asked):
            return False
        return not pattern(self.joining.counts).search(self.topic) or self._counts(text)

    def _counts(self, text: str) -> bool:
        """Whether one of the topic's words follows a number closely; true in unspaced languages."""
        if not is_spaced(self.language):
            return True
        words = words_of(text, self.language)
        numbered = (at for at, word in enumerate(words) if is_marked(word, MANY, self.joining))
        return any(
            akin(word, one, self.language)
            for at in numbered
            for word in words[at + 1 : at + 1 + NEAR]
            for one in self.weights
        )

    def _without_topic(self, text: str) -> str:
        """The text without the topic's words and capitalised stop words: a name in the topic is no answer."""
        left: str = _WORD.sub(lambda found: "" if self._is_of_topic(found[0]) else found[0], text)
        return left

    def _is_of_topic(self, word: str) -> bool:
        form = stem(word, self.language)
        is_stop = word[:1].isupper() and form in stop_stems(self.language)
        return is_stop or any(akin(form, one, self.language) for one in self.weights)

    def _covered(self, fact: Fact) -> float:
        """Share of the topic's weight in the fact and the title of its article, 0 to 1."""
        total = sum(self.weights.values())
        text = f"{self._passage(fact).source.title}. {fact.text}"
        said = mentioned(tuple(self.weights), text, self.language)
        return sum(self.weights[word] for word in said) / total if total else 0.0


def answering(
    question: TopicQuestion,
    told: Sequence[Statement],
    *,
    topic: str,
    passages: Sequence[TextPassage],
    language: Language,
    joining: Joining,
) -> Answering:
    """What facts are compared with, for one topic and the statements that its passages make."""
    words = meant(topic, language)
    counts = Counter(word for one in told for word in mentioned(words, one.text, language))
    known = {word: math.log((len(told) + 1) / (count + 0.5)) for word, count in counts.items()}
    usual = sum(known.values()) / len(known) if known else 1.0
    return Answering(
        topic=topic,
        question=question,
        weights={word: known.get(word, usual) for word in words},
        passages=passages,
        language=language,
        joining=joining,
    )


class LastFact(Struct, frozen=True, kw_only=True):
    """The fact that the story ends with, and what it is to the topic's question."""

    fact: Fact
    ending: Ending


def last_fact(sayable: Sequence[Fact], judged: Answering, spoken: Seconds) -> LastFact:
    """An answer if there is one, else the fact that fits the topic best; `sayable` is not empty."""
    whole = {
        fact.order: with_subject(with_reason(fact, sayable, question=judged.question, joining=judged.joining))
        for fact in sayable
    }
    best = max(sayable, key=lambda fact: (judged.answers(whole[fact.order]), fact.answers, -fact.order))
    named = whole[best.order]
    ending = _ending(named, sayable, judged)
    if ending is not Ending.ANSWERED and not (judged.question.is_asked and judged.may_answer(named)):
        named = _after_opening(named, sayable, judged)
    if len(named.statements) == 1 or ending is not Ending.ANSWERED:
        named = _with_more(named, sayable, spoken)
    return LastFact(fact=named, ending=ending)


def _after_opening(named: Fact, sayable: Sequence[Fact], judged: Answering) -> Fact:
    """A fact that can follow, if the one found is what opens the first article and introduces all others."""
    opening = named.statements[0]
    if (opening.passage, opening.place) != (0, 1) or judged.passages[0].heading:
        return named
    alone = (fact for fact in sayable if fact.subject is None and opening not in fact.statements)
    return max(alone, key=lambda fact: (not judged.is_aside(fact), fact.answers, -fact.order), default=named)


def _ending(named: Fact, sayable: Sequence[Fact], judged: Answering) -> Ending:
    if judged.answers(named):
        return Ending.ANSWERED
    if not judged.question.stays_open:
        return Ending.UNASKED
    return Ending.UNDECIDED if any(judged.may_answer(fact) for fact in sayable) else Ending.OPEN


def _with_more(named: Fact, sayable: Sequence[Fact], spoken: Seconds) -> Fact:
    """The fact with those that refer to its subject by a pronoun, since they cannot precede it."""
    room, told = LONGEST_MORE, list(named.statements)
    for fact in sayable:
        if fact.subject is named.statements[0] and not set(fact.statements) & set(told):
            room -= spoken(fact.text)
            if room < 0:
                break
            told += fact.statements
    return replace(named, statements=tuple(sorted(told, key=lambda one: (one.passage, one.place))))
