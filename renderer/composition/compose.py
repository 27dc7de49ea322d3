"""The story: hook, question, facts that build up, the turn, the answer, the close; 30 to 60 seconds of it.

Whatever is stated stands in a passage. Around it stand phrases that state nothing: they announce, ask and
point back. The same passages, topic and seed always give the same story.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import regex

from renderer.composition.figures import figures
from renderer.composition.joining import Phrases, load_joining, pattern
from renderer.composition.scoring import Fact, units
from renderer.composition.statements import full_stop, statements
from renderer.composition.story import HOOK_SECONDS, ComposedLine, ComposedScene, Seconds, Story, Wanted
from renderer.composition.wording import first_clause, led, story_title, topic_line
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource
from renderer.core.script import Role
from renderer.text.topical import akin, stem, topic_words, words_of

SHORTEST_SECONDS: Final = 32.0
LONGEST_SECONDS: Final = 55.0
# the estimate may miss by a tenth, so it aims inside the promised 30 to 60 s
LONGEST_STATEMENT: Final = 13.0
SAME: Final = 0.6
"""Statements that share so many of their words say the same."""
_SMALL_AFTER_COLON: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.RU})


def composed(passages: Sequence[TextPassage], wanted: Wanted, *, spoken: Seconds) -> Story | None:
    """The story; None when the passages hold no statement that can be said."""
    joining = load_joining(wanted.language)
    told = statements(passages, wanted.language)
    found = units(told, passages, wanted.topic, language=wanted.language, joining=joining)
    sayable = [
        unit for unit in found if all(spoken(one.text) <= LONGEST_STATEMENT for one in unit.statements)
    ]
    if not sayable:
        return None
    plan = _Plan(wanted=wanted, passages=passages, spoken=spoken, phrases=joining.phrases[wanted.mode])
    answer = max(sayable, key=lambda unit: (unit.answers, -unit.order))
    body = plan.chosen(sayable, answer)
    return plan.told(body, answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    wanted: Wanted
    passages: Sequence[TextPassage]
    spoken: Seconds
    phrases: Phrases

    def chosen(self, found: Sequence[Fact], answer: Fact) -> tuple[Fact, ...]:
        """What is told before the answer, in the passages' order, the turn last."""
        room = min(max(self.wanted.seconds, SHORTEST_SECONDS + 2), LONGEST_SECONDS - 3) - self._frame(answer)
        first = next((unit for unit in found if unit is not answer and unit.order <= answer.order), None)
        kept: list[Fact] = []
        said: list[frozenset[str]] = [self._words(answer)]
        used = set(answer.statements)
        ranked = sorted(
            (unit for unit in found if unit is not answer), key=lambda one: (-one.worth, one.order)
        )
        for unit in ([first] if first else []) + ranked:
            length = self._length(unit)
            words = self._words(unit)
            if used & set(unit.statements) or any(_alike(words, other) for other in said):
                continue
            if length > room + 4.0:
                continue
            kept.append(unit)
            used |= set(unit.statements)
            said.append(words)
            room -= length
            if room < 1.5:  # noqa: PLR2004 - seconds; nothing fits into less
                break
        kept.sort(key=lambda unit: unit.order)
        turns = [unit for unit in kept[1:] if unit.turns and not unit.statements[0].leans]
        if turns and len(kept) > 2:  # noqa: PLR2004 - a turn needs something to turn from
            turn = max(turns, key=lambda unit: (unit.surprise, unit.order))
            kept = [*(unit for unit in kept if unit is not turn), turn]
        return tuple(kept)

    def told(self, body: tuple[Fact, ...], answer: Fact) -> Story:
        """The story around the chosen statements."""
        wanted = self.wanted
        draws = [int(value) for value in np.random.PCG64(wanted.seed).random_raw(6)]
        sources = self._sources((*body, answer))
        number, hook = self._hook((*body, answer), draws)
        lines = [ComposedLine(text=hook, sources=self._of_hook(hook, number, (*body, answer), sources))]
        if hook != topic_line(wanted.topic, wanted.language):
            lines.append(ComposedLine(text=self._asked(self.phrases.question, draws[1])))
        body = tuple(unit for unit in body if unit.text != hook) or body
        scenes = [ComposedScene(role=Role.HOOK, lines=tuple(lines))]
        turning = body[-1] if len(body) > 2 and body[-1].turns else None  # noqa: PLR2004
        for group in _grouped([unit for unit in body if unit is not turning]):
            said = tuple(line for unit in group for line in self._lines(unit, sources))
            scenes.append(ComposedScene(role=Role.BEAT, lines=said))
        if turning:
            lead = self.phrases.turn[draws[2] % len(self.phrases.turn)]
            scenes.append(ComposedScene(role=Role.BEAT, lines=self._lines(turning, sources, lead=lead)))
        lead = self.phrases.answer[draws[3] % len(self.phrases.answer)]
        scenes.append(ComposedScene(role=Role.BEAT, lines=self._lines(answer, sources, lead=lead)))
        close = self._close(number, draws[4])
        scenes.append(ComposedScene(role=Role.CLOSE, lines=(ComposedLine(text=close),)))
        told = tuple(scenes)
        return Story(
            title=story_title(wanted, self.passages[0].source),
            scenes=told,
            sources=sources,
            seconds=self._seconds(told),
            answered=answer.statements[-1].text,
        )

    def _lines(
        self, unit: Fact, sources: tuple[TextSource, ...], *, lead: str = ""
    ) -> tuple[ComposedLine, ...]:
        # what points back is not led, unless it gives the reason
        reason = pattern(load_joining(self.wanted.language).because).search(unit.statements[-1].text)
        led_one = unit.statements[-1 if reason else 0]
        found = []
        for one in unit.statements:
            place = sources.index(self.passages[one.passage].source)
            leads = bool(lead) and one is led_one
            first = led(lead, self._opened(one.parts[0]), self.wanted.language) if leads else one.parts[0]
            found += [ComposedLine(text=text, sources=(place,)) for text in (first, *one.parts[1:])]
        return tuple(found)

    def _opened(self, text: str) -> str:
        """A statement as it goes on after a colon: a word that its sources write small loses its capital."""
        first = regex.match(r"\p{Lu}[\p{Ll}\p{M}]+", text)
        if self.wanted.language not in _SMALL_AFTER_COLON or not first:
            return text
        told = " ".join(passage.text for passage in self.passages)
        within = regex.findall(r"(?<=[\p{L},;)»”]\s)(\p{L}[\p{L}\p{M}]*)", told)
        if first[0] in within:
            return text
        word = stem(first[0], self.wanted.language)
        small = any(
            other[0].islower() and akin(word, stem(other, self.wanted.language), self.wanted.language)
            for other in within
        )
        return text[:1].lower() + text[1:] if small else text

    def _hook(self, told: Sequence[Fact], draws: Sequence[int]) -> tuple[str, str]:
        """The figure it rests on (or ""), and the first line."""
        best = sorted(told, key=lambda unit: (-unit.surprise, unit.order))
        ranked = [
            (rank, figure)
            for unit in best
            for rank, figure in figures(unit.statements[-1].text, self.wanted.language)
        ]
        telling = [figure for _, figure in sorted(ranked, key=lambda one: one[0])]
        counted = [figure for rank, figure in ranked if rank == 0]
        for figure in telling:
            if hook := self._fitting(self.phrases.number, "number", figure, draws[0]):
                return figure, hook
        topic = topic_line(self.wanted.topic, self.wanted.language)
        if self.spoken(topic) <= HOOK_SECONDS:
            return "", topic
        for figure in counted:
            if hook := self._fitting(("{number}" + full_stop(self.wanted.language),), "number", figure, 0):
                return figure, hook
        alone = [one.text for unit in best for one in unit.statements if not one.leans]
        short = [text for text in alone if self.spoken(text) <= HOOK_SECONDS]
        if short:
            return "", short[0]
        title = self.passages[told[0].statements[0].passage].source.title
        words = topic_words(self.wanted.topic, self.wanted.language)
        named = [title] if set(words_of(title, self.wanted.language)) & set(words) else []
        single = sorted(
            (one.strip(".,:;?!«»“”„\"'") for one in self.wanted.topic.split()), key=len, reverse=True
        )
        for text in (*named, first_clause(self.wanted.topic), *single, *sorted(words, key=len, reverse=True)):
            hook = text[:1].upper() + text[1:].rstrip(".。?？") + full_stop(self.wanted.language)
            if self.spoken(hook) <= HOOK_SECONDS:
                return "", hook
        return "", topic

    def _of_hook(
        self, hook: str, number: str, told: Sequence[Fact], sources: tuple[TextSource, ...]
    ) -> tuple[int, ...]:
        """Where the figure or the sentence of the first line stands."""
        for unit in told:
            for one in unit.statements:
                if (number and number in one.text) or one.text == hook:
                    return (sources.index(self.passages[one.passage].source),)
        return ()

    def _fitting(self, phrases: tuple[str, ...], name: str, value: str, draw: int) -> str:
        """The first phrase from the draw on that is short enough for a hook; none when none is."""
        for step in range(len(phrases)):
            text = phrases[(draw + step) % len(phrases)].format(**{name: value})
            if self.spoken(text) <= HOOK_SECONDS:
                return text
        return ""

    def _asked(self, phrases: tuple[str, ...], draw: int) -> str:
        topic = topic_line(first_clause(self.wanted.topic), self.wanted.language)
        head, _, tail = phrases[draw % len(phrases)].partition("{topic}")
        return led(head.rstrip(), topic, self.wanted.language) + tail

    def _close(self, number: str, draw: int) -> str:
        if number:
            return self.phrases.close_number[draw % len(self.phrases.close_number)].format(number=number)
        return self._asked(self.phrases.close_topic, draw)

    def _frame(self, answer: Fact) -> float:
        """Seconds of everything but the body: hook, question, leads, answer, close."""
        phrases = self.phrases
        said = [
            phrases.question[0],
            self.wanted.topic,
            phrases.turn[0],
            phrases.answer[0],
            phrases.close_topic[0],
        ]
        return HOOK_SECONDS + self.spoken(" ".join(said)) + self._length(answer) + 4 * self.wanted.pause

    def _length(self, unit: Fact) -> float:
        return sum(self.spoken(one.text) + self.wanted.pause for one in unit.statements)

    def _seconds(self, scenes: tuple[ComposedScene, ...]) -> float:
        lines = [line for scene in scenes for line in scene.lines]
        return sum(self.spoken(line.text) for line in lines) + self.wanted.pause * (len(lines) - 1)

    def _words(self, unit: Fact) -> frozenset[str]:
        return frozenset(topic_words(unit.statements[-1].text, self.wanted.language))

    def _sources(self, told: Sequence[Fact]) -> tuple[TextSource, ...]:
        return tuple(
            dict.fromkeys(self.passages[one.passage].source for unit in told for one in unit.statements)
        )


def _alike(first: frozenset[str], second: frozenset[str]) -> bool:
    smaller = min(len(first), len(second))
    return bool(smaller) and len(first & second) > SAME * smaller and smaller > 2  # noqa: PLR2004


def _grouped(body: Sequence[Fact]) -> list[tuple[Fact, ...]]:
    """Two facts to a scene."""
    return [tuple(body[at : at + 2]) for at in range(0, len(body), 2)]
