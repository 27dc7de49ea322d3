"""The story of definitions: what the topic's words mean, whose words these are, and the open question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import regex

from renderer.composition.asked import as_question
from renderer.composition.joining import load_joining, question_kind
from renderer.composition.story import HOOK_SECONDS, ComposedLine, ComposedScene, Seconds, Story, Wanted
from renderer.composition.wording import led, story_title
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage
from renderer.core.script import Role
from renderer.text.segmentation.sentences import sentences

LONGEST_DEFINITIONS: Final = 27.0
"""Seconds of definitions; with the frame around them, it stays within 40."""
SHORTEST_DEFINED: Final = 20.0
_NUMBERED: Final = regex.compile(
    r"\b(?:\p{Nd}[\p{Nd}.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand)\s\p{L}{3,}",
    regex.I,
)
_OPENS: Final = (
    "First, what the words mean.",
    "Start with the words themselves.",
    "Begin with what is certain.",
    "Let the dictionary go first.",
)
_CREDIT: Final = (
    "That much the WordNet dictionary says.",
    "So says the WordNet dictionary.",
    "These are the words of the WordNet dictionary.",
)
_SILENT: Final = {
    "why": ("It does not say why.", "The why is not in it."),
    "how": ("It does not say how.", "The how is not in it."),
    "when": ("It does not say when.",),
    "where": ("It does not say where.",),
    "who": ("It does not say who.",),
    "many": ("The number is not in it.",),
    "happened": ("What happened is not in it.", "It does not tell what happened."),
    "": ("It says no more than that.", "There it ends."),
}
_ASKS_BACK: Final = (
    "So the question is yours:",
    "The question stays open:",
    "What is your answer:",
    "Now it is your turn:",
)
_WITHOUT_QUESTION: Final = ("What would you add about this: {topic}", "Tell us what you know: {topic}")


def is_defined(passages: Sequence[TextPassage]) -> bool:
    """Whether there is nothing but definitions."""
    return all(one.kind is Kind.DEFINITION for one in passages)


def defined(passages: Sequence[TextPassage], wanted: Wanted, *, spoken: Seconds) -> Story:
    """Hook, definitions in the topic's order, credit, and the question given back; English."""
    draws = [int(value) for value in np.random.PCG64(wanted.seed).random_raw(5)]
    kind = question_kind(wanted.topic, load_joining(Language.EN))
    question = as_question(wanted.topic, Language.EN)
    asks = question.endswith("?")
    hook = _hook(wanted.topic, question, passages[0].heading, spoken)
    opening = [ComposedLine(text=hook)]
    if hook != question:
        opening.append(ComposedLine(text=question))
    opening.append(ComposedLine(text=_OPENS[draws[0] % len(_OPENS)]))
    back = _ASKS_BACK[draws[3] % len(_ASKS_BACK)]
    close = (
        led(back, question, Language.EN)
        if asks
        else _WITHOUT_QUESTION[draws[3] % len(_WITHOUT_QUESTION)].format(topic=question)
    )
    silent = _SILENT.get(kind, _SILENT[""])
    credit = f"{_CREDIT[draws[1] % len(_CREDIT)]}", silent[draws[2] % len(silent)]
    scenes = (
        ComposedScene(role=Role.HOOK, lines=tuple(opening)),
        *(
            ComposedScene(
                role=Role.BEAT, lines=tuple(ComposedLine(text=text, sources=(0,)) for text in group)
            )
            for group in _groups(passages, spoken)
        ),
        ComposedScene(role=Role.BEAT, lines=tuple(ComposedLine(text=text) for text in credit)),
        ComposedScene(role=Role.CLOSE, lines=(ComposedLine(text=close),)),
    )
    lines = [line.text for scene in scenes for line in scene.lines]
    return Story(
        title=story_title(wanted, passages[0].source, quotable=False),
        scenes=scenes,
        sources=(passages[0].source,),
        seconds=sum(map(spoken, lines)) + wanted.pause * (len(lines) - 1),
        answered="",
    )


def _hook(topic: str, question: str, word: str, spoken: Seconds) -> str:
    """The topic's own number ("Three hearts."), the question where it is short, or the first noun."""
    numbered = _NUMBERED.search(topic)
    if numbered:
        text = f"{numbered[0][:1].upper()}{numbered[0][1:]}."
        if spoken(text) <= HOOK_SECONDS:
            return text
    if spoken(question) <= HOOK_SECONDS:
        return question
    return f"One word first: “{word}”."


def _groups(passages: Sequence[TextPassage], spoken: Seconds) -> list[list[str]]:
    """Each noun's first sentence before any noun's second, while there is room; told noun by noun."""
    told = [sentences(one.text, Language.EN) for one in passages]
    kept: list[list[str]] = [[] for _ in told]
    room = LONGEST_DEFINITIONS
    for place in range(max(map(len, told))):
        for at, said in enumerate(told):
            if len(kept[at]) == place < len(said) and spoken(said[place]) <= room:
                kept[at].append(said[place])
                room -= spoken(said[place])
    return [group for group in kept if group]
