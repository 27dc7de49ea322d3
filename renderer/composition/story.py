"""The story as a value: what is wanted of it, its scenes and lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource
from renderer.core.script import Role

HOOK_SECONDS: Final = 2.5
"""Longest hook."""

Seconds = Callable[[str], float]
"""How long a text takes to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedLine:
    """One spoken line; `sources` are places in `Story.sources`, none where it states nothing."""

    text: str
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedScene:
    """Lines that share a picture idea."""

    role: Role
    lines: tuple[ComposedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Hook, beats, close; `seconds` by estimate, `answered` is the statement taken as the answer."""

    title: str
    scenes: tuple[ComposedScene, ...]
    sources: tuple[TextSource, ...]
    seconds: float
    answered: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the story shall be about and like; `pause` is the silence between lines in seconds."""

    topic: str
    language: Language
    mode: VideoMode
    seconds: float
    seed: int
    pause: float = 0.28
