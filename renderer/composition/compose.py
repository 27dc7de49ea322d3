"""Composes the story (hook, question, facts that build up, turn, answer, close) at 30 to 60 seconds.

It is shorter where the passages hold less. Where the topic asks nothing, or the passages do not answer it,
the story ends with the fact that says the most about it, and that fact is not called an answer. Every
statement comes from a passage. The phrases around the statements state nothing: they announce, ask and
point back. The same passages, topic and seed always give the same story.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.composition.answering import answering, last_fact
from renderer.composition.closing import LONG_TOPIC, Closing, asked_with, subject_with
from renderer.composition.hooks import HOOK_SECONDS, Hook, Opening
from renderer.composition.joining import Phrases, load_joining, pattern
from renderer.composition.phrasing import as_line, led
from renderer.composition.question import HOW, WHY, Ending, TopicQuestion, question_of
from renderer.composition.scoring import Fact, units
from renderer.composition.statements import Statement, statements
from renderer.composition.story import ComposedLine, ComposedScene, Seconds, Story, Wanted, told_seconds
from renderer.composition.titles import clause, story_title
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource
from renderer.core.pauses import TYPICAL
from renderer.core.script import Role
from renderer.text.languages import is_spaced
from renderer.text.topical import topic_words, words_of

SHORTEST_SECONDS: Final = 32.0
LONGEST_SECONDS: Final = 55.0
# The estimate may be off by a tenth, so these bounds lie inside the wanted 30 to 60 s.
LONGEST_STATEMENT: Final = 13.0
LONGEST_OPENING: Final = 22.0
"""Seconds for the first statement, which introduces the subject of all the others."""
LONGEST_ALONE: Final = 40.0
"""Seconds for a statement where there are hardly any others."""
FEW_SECONDS: Final = 15.0
"""Seconds of facts below which longer statements are told, too."""
SAME: Final = 0.6
"""Share of common words above which two statements count as saying the same."""
_TELLING_WORDS: Final = 3
"""With fewer words, a statement counts as the same as no other."""
SOURCED: Final = 0.73
"""Share of sourced words below which a longer story is tried."""
LONGER: Final = (0.0, 4.0, 8.0, 12.0)
"""Seconds added to the wanted length, in turn, until the sourced share is large enough."""


def composed(passages: Sequence[TextPassage], wanted: Wanted, *, spoken: Seconds) -> Story | None:
    """Compose the story; None when the passages hold no statement that can be said."""
    joining = load_joining(wanted.language)
    question = question_of(wanted.topic, joining)
    told = statements(passages, wanted.language)
    found = units(told, passages, wanted.topic, question=question, language=wanted.language, joining=joining)
    sayable: list[Fact] = []
    for longest in (LONGEST_STATEMENT, LONGEST_OPENING, LONGEST_ALONE):
        sayable = _sayable(found, told, spoken, longest=longest)
        if sum(spoken(unit.text) for unit in sayable) >= FEW_SECONDS:
            break
    if not sayable:
        return None
    judged = answering(
        question,
        told,
        topic=wanted.topic,
        passages=passages,
        language=wanted.language,
        joining=joining,
    )
    last = last_fact(sayable, judged, spoken)
    plan = _Plan(
        wanted=wanted,
        question=question,
        passages=passages,
        spoken=spoken,
        phrases=joining.phrases[wanted.mode],
        ending=last.ending,
    )
    stories: list[Story] = []
    for brief, more in itertools.product((False, True), LONGER):
        longer = replace(plan, wanted=replace(wanted, seconds=wanted.seconds + more), brief=brief)
        stories.append(longer.told(longer.chosen(sayable, last.fact), last.fact))
        if stories[-1].sourced >= SOURCED:
            break
    return max(stories, key=lambda story: story.sourced)


def _length_of(text: str, language: Language) -> int:
    """Number of words, or of characters in scripts that do not separate words."""
    return len(words_of(text, language)) if is_spaced(language) else len(text)


def _sayable(
    found: Sequence[Fact], told: Sequence[Statement], spoken: Seconds, *, longest: float
) -> list[Fact]:
    """The facts without an overlong statement; the very first statement may be longer."""

    def bound(one: Statement) -> float:
        return max(LONGEST_OPENING, longest) if one is told[0] else longest

    return [unit for unit in found if all(spoken(one.text) <= bound(one) for one in unit.statements)]


class _Plan(Struct, frozen=True, kw_only=True):
    """Plans a story that ends with a fact of the given `ending`.

    `brief` when a long topic is not asked again at the end.
    """

    wanted: Wanted
    question: TopicQuestion
    passages: Sequence[TextPassage]
    spoken: Seconds
    phrases: Phrases
    ending: Ending
    brief: bool = False

    def chosen(self, found: Sequence[Fact], answer: Fact) -> tuple[Fact, ...]:
        """The facts told before the answer, in the passages' order, with the turn last."""
        room = min(max(self.wanted.seconds, SHORTEST_SECONDS + 2), LONGEST_SECONDS - 3) - self._frame(answer)
        first = next((unit for unit in found if unit is not answer and unit.order <= answer.order), None)
        kept: list[Fact] = []
        said: list[frozenset[str]] = [self._words(answer)]
        used = set(answer.statements)
        before = set[Statement]()
        ranked = sorted(
            (unit for unit in found if unit is not answer), key=lambda one: (-one.worth, one.order)
        )
        needed = [unit for unit in ranked if answer.subject in unit.statements[-1:]]
        elided = [unit for unit in ranked if unit.subject]
        for unit in ([first] if first else []) + needed + ranked + elided:
            length = self._length(unit)
            words = self._words(unit)
            if used & set(unit.statements) or any(_alike(words, other) for other in said):
                continue
            if length > room + 4.0 or (unit.subject and unit.subject not in before):
                continue
            before |= set(unit.statements)
            kept.append(unit)
            used |= set(unit.statements)
            said.append(words)
            room -= length
            if room < 1.5:  # noqa: PLR2004 - seconds; nothing fits into less
                break
        kept.sort(key=lambda unit: unit.order)
        turns = [unit for unit in kept[1:] if unit.turns and not (unit.statements[0].leans or unit.subject)]
        if turns and len(kept) > 2:  # noqa: PLR2004 - a turn needs something to turn from
            turn = max(turns, key=lambda unit: (unit.surprise, unit.order))
            kept = [*(unit for unit in kept if unit is not turn), turn]
        return tuple(kept)

    def told(self, body: tuple[Fact, ...], answer: Fact) -> Story:
        """Tell the story around the chosen facts."""
        wanted = self.wanted
        draws = [int(value) for value in np.random.PCG64(wanted.seed).random_raw(6)]
        sources = self._sources((*body, answer))
        stated = (*body, answer)
        opens = self._opening(body or (answer,), draws[0])
        hook = opens.hook(stated)
        number = hook.figure
        lines = [ComposedLine(text=hook.text, sources=self._of_hook(hook, stated, sources))]
        topic = as_line(clause(wanted.topic), wanted.language)
        if hook.text != topic and (hook.leads or self.spoken(topic) > LONG_TOPIC):
            lines.append(ComposedLine(text=topic))
        elif hook.text != topic:
            lines.append(ComposedLine(text=self._introduced(draws[1])))
        body = tuple(unit for unit in body if unit.text != hook.text) or body
        scenes = [ComposedScene(role=Role.HOOK, lines=tuple(lines))]
        turning = body[-1] if len(body) > 2 and body[-1].turns else None  # noqa: PLR2004  two lead up to it
        for group in _grouped([unit for unit in body if unit is not turning]):
            said = tuple(line for unit in group for line in self._lines(unit, sources))
            scenes.append(ComposedScene(role=Role.BEAT, lines=said))
        if turning:
            lead = self.phrases.turn[draws[2] % len(self.phrases.turn)]
            scenes.append(ComposedScene(role=Role.BEAT, lines=self._lines(turning, sources, lead=lead)))
        leads = self._last_phrases()
        lead = leads[draws[3] % len(leads)]
        scenes.append(ComposedScene(role=Role.BEAT, lines=self._lines(answer, sources, lead=lead)))
        closing = Closing(
            topic=wanted.topic,
            source=self.passages[0].source,
            language=wanted.language,
            joining=load_joining(wanted.language),
            phrases=self.phrases,
            spoken=self.spoken,
            ending=self.ending,
            brief=self.brief,
            draw=draws[4],
        )
        scenes.append(ComposedScene(role=Role.CLOSE, lines=(ComposedLine(text=closing.line(number)),)))
        told = tuple(scenes)
        return Story(
            title=story_title(wanted.topic, self.passages[0].source, language=wanted.language),
            scenes=told,
            sources=sources,
            seconds=told_seconds(told, self.spoken),
            ending=self.ending,
            sourced=self._sourced(told, stated),
        )

    def _lines(
        self, unit: Fact, sources: tuple[TextSource, ...], *, lead: str = ""
    ) -> tuple[ComposedLine, ...]:
        # a statement that points back takes no lead, unless it gives the reason
        reason = pattern(load_joining(self.wanted.language).because).search(unit.statements[-1].text)
        led_one = unit.statements[-1 if reason else 0]
        found = []
        for one in unit.statements:
            place = sources.index(self.passages[one.passage].source)
            leads = bool(lead) and one is led_one
            first = (
                led(lead, one.parts[0], self.wanted.language, told=self._material())
                if leads
                else one.parts[0]
            )
            found += [ComposedLine(text=text, sources=(place,)) for text in (first, *one.parts[1:])]
        return tuple(found)

    def _opening(self, body: Sequence[Fact], draw: int) -> Opening:
        return Opening(
            topic=self.wanted.topic,
            title=self.passages[body[0].statements[0].passage].source.title,
            language=self.wanted.language,
            joining=load_joining(self.wanted.language),
            phrases=self.phrases,
            spoken=self.spoken,
            draw=draw,
        )

    def _introduced(self, draw: int) -> str:
        """The topic after a phrase, as a question or as a subject."""
        wanted = self.wanted
        if self.question.is_asked:
            phrase = self.phrases.question[draw % len(self.phrases.question)]
            return asked_with(phrase, wanted.topic, wanted.language)
        return subject_with(self.phrases.named[draw % len(self.phrases.named)], wanted.topic, wanted.language)

    def _last_phrases(self) -> tuple[str, ...]:
        """Phrases before the last fact: it is the answer, no sure answer, or nothing was asked."""
        joining = load_joining(self.wanted.language)
        if self.ending is not Ending.ANSWERED:
            return joining.unasked if self.ending is Ending.UNASKED else joining.unanswered
        explains = self.question.kind in {WHY, HOW}
        return (*self.phrases.answer, *self.phrases.reason) if explains else self.phrases.answer

    def _material(self) -> str:
        """All text that shows which words have a capital: the passages, and a topic that has any."""
        topic = "" if self.wanted.topic.islower() else f"x {self.wanted.topic}"
        return " ".join((*(passage.text for passage in self.passages), topic))

    def _of_hook(self, hook: Hook, told: Sequence[Fact], sources: tuple[TextSource, ...]) -> tuple[int, ...]:
        """Index of the source that holds the hook's figure or sentence; empty when none does."""
        for unit in told:
            for one in unit.statements:
                if (hook.figure and hook.figure in one.text) or one.text == hook.text:
                    return (sources.index(self.passages[one.passage].source),)
        return ()

    def _sourced(self, scenes: Sequence[ComposedScene], told: Sequence[Fact]) -> float:
        language = self.wanted.language
        said = sum(_length_of(line.text, language) for scene in scenes for line in scene.lines)
        return sum(_length_of(unit.text, language) for unit in told) / said

    def _frame(self, answer: Fact) -> float:
        """Seconds of everything but the body: hook, question, leads, answer and close."""
        phrases = self.phrases
        said = [
            phrases.question[0],
            self.wanted.topic,
            phrases.turn[0],
            phrases.answer[0],
            phrases.close_topic[0],
        ]
        return HOOK_SECONDS + self.spoken(" ".join(said)) + self._length(answer) + 4 * float(TYPICAL)

    def _length(self, unit: Fact) -> float:
        return sum(self.spoken(one.text) + float(TYPICAL) for one in unit.statements)

    def _words(self, unit: Fact) -> frozenset[str]:
        return frozenset(topic_words(unit.statements[-1].text, self.wanted.language))

    def _sources(self, told: Sequence[Fact]) -> tuple[TextSource, ...]:
        return tuple(
            dict.fromkeys(self.passages[one.passage].source for unit in told for one in unit.statements)
        )


def _alike(first: frozenset[str], second: frozenset[str]) -> bool:
    smaller = min(len(first), len(second))
    return smaller >= _TELLING_WORDS and len(first & second) > SAME * smaller


def _grouped(body: Sequence[Fact]) -> list[tuple[Fact, ...]]:
    """Group the facts two to a scene."""
    return [tuple(body[at : at + 2]) for at in range(0, len(body), 2)]
