"""The story told from dictionary definitions: what the topic's words mean, the credit, the open question."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import regex

from renderer.assets import ASSETS, asset_bytes, read_asset
from renderer.composition.hooks import HOOK_SECONDS
from renderer.composition.joining import load_joining, question_kind
from renderer.composition.phrasing import as_line, led
from renderer.composition.question import Ending
from renderer.composition.story import ComposedLine, ComposedScene, Seconds, Story, Wanted, told_seconds
from renderer.composition.titles import story_title
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage
from renderer.core.script import Role
from renderer.text.segmentation.sentences import sentences

LONGEST_DEFINITIONS: Final = 27.0
"""Seconds of definitions; with the frame around them the story stays within 40 s."""
_NUMBERED: Final = regex.compile(
    r"\b(?:\p{Nd}[\p{Nd}.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand)\s\p{L}{3,}",
    regex.I,
)
FILE: Final = ASSETS / "lexicon" / "phrases.toml"


class DefinedPhrases(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Phrases around definitions: opening, credit, what definitions leave unsaid, the question given back.

    `silent` has sentences for each kind of question, and for "other".
    """

    word: str
    opens: tuple[str, ...]
    credit: tuple[str, ...]
    asks_back: tuple[str, ...]
    without_question: tuple[str, ...]
    silent: dict[str, tuple[str, ...]]


@functools.cache
def load_phrases(path: Path = FILE) -> DefinedPhrases:
    """Read and check the phrase file.

    Raises:
        ClipwrightError: `asset_missing` or `asset_invalid`.
    """
    return read_asset(path, DefinedPhrases)


@functools.cache
def phrases_digest() -> str:
    """Twelve hex digits that change with the phrase file."""
    return hashlib.sha256(asset_bytes(FILE)).hexdigest()[:12]


def is_defined(passages: Sequence[TextPassage]) -> bool:
    """Whether all passages are definitions."""
    return all(one.kind is Kind.DEFINITION for one in passages)


def defined(passages: Sequence[TextPassage], wanted: Wanted, *, spoken: Seconds) -> Story:
    """Compose the English story: hook, definitions in the topic's order, credit, the question given back."""
    phrases = load_phrases()
    draws = [int(value) for value in np.random.PCG64(wanted.seed).random_raw(5)]
    kind = question_kind(wanted.topic, load_joining(Language.EN))
    question = as_line(wanted.topic, Language.EN)
    asks = question.endswith("?")
    hook = _hook(wanted.topic, question, passages[0].heading, spoken)
    opening = [ComposedLine(text=hook)]
    if hook != question:
        opening.append(ComposedLine(text=question))
    opening.append(ComposedLine(text=_drawn(phrases.opens, draws[0])))
    back = _drawn(phrases.asks_back, draws[3])
    close = (
        led(back, question, Language.EN)
        if asks
        else _drawn(phrases.without_question, draws[3]).format(topic=question)
    )
    credit = _drawn(phrases.credit, draws[1]), _drawn(phrases.silent[kind or "other"], draws[2])
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
    return Story(
        title=story_title(wanted.topic, passages[0].source, language=wanted.language, quotable=False),
        scenes=scenes,
        sources=(passages[0].source,),
        seconds=told_seconds(scenes, spoken),
        ending=Ending.OPEN if asks else Ending.UNASKED,
        sourced=1.0,
    )


def _drawn(texts: tuple[str, ...], draw: int) -> str:
    return texts[draw % len(texts)]


def _hook(topic: str, question: str, word: str, spoken: Seconds) -> str:
    """The number named in the topic ("Three hearts."), else the question if short, else the first noun."""
    numbered = _NUMBERED.search(topic)
    if numbered:
        text = f"{numbered[0][:1].upper()}{numbered[0][1:]}."
        if spoken(text) <= HOOK_SECONDS:
            return text
    if spoken(question) <= HOOK_SECONDS:
        return question
    return load_phrases().word.format(word=word)


def _groups(passages: Sequence[TextPassage], spoken: Seconds) -> list[list[str]]:
    """Definitions grouped by noun; every noun's first sentence is admitted before any noun's second."""
    told = [sentences(one.text, Language.EN) for one in passages]
    kept: list[list[str]] = [[] for _ in told]
    room = LONGEST_DEFINITIONS
    for place in range(max(map(len, told))):
        for at, said in enumerate(told):
            if len(kept[at]) == place < len(said) and spoken(said[place]) <= room:
                kept[at].append(said[place])
                room -= spoken(said[place])
    return [group for group in kept if group]
