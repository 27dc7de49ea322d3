"""A composed script before it becomes a draft: scenes of lines, each with its sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from renderer.composition.question import Ending
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource
from renderer.core.pauses import silences
from renderer.core.script import Role

Seconds = Callable[[str], float]
"""Estimates how long a text takes to say, in seconds."""


class ComposedLine(Struct, frozen=True, kw_only=True):
    """One spoken line; `sources` are indices into `Story.sources`, empty where it states nothing."""

    text: str
    sources: tuple[int, ...] = ()


class ComposedScene(Struct, frozen=True, kw_only=True):
    """Lines that share a picture idea."""

    role: Role
    lines: tuple[ComposedLine, ...]


class Story(Struct, frozen=True, kw_only=True):
    """Hook, beats and close; `seconds` is an estimate, `ending` what became of the topic's question.

    `sourced` is the share of words (characters in scripts that do not separate words) from sources, 0 to 1.
    """

    title: str
    scenes: tuple[ComposedScene, ...]
    sources: tuple[TextSource, ...]
    seconds: float
    ending: Ending
    sourced: float


class Wanted(Struct, frozen=True, kw_only=True):
    """What the story should be about and how it should be told; `seconds` is the wanted length."""

    topic: str
    language: Language
    mode: VideoMode
    seconds: float
    seed: int


def told_seconds(scenes: Sequence[ComposedScene], spoken: Seconds) -> float:
    """Estimated seconds of the scenes, including the narrator's pauses."""
    said = [(scene.role, [line.text for line in scene.lines]) for scene in scenes]
    return sum(spoken(text) for _, texts in said for text in texts) + float(sum(silences(said)))
