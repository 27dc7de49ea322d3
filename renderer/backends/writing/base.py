"""The port for script writers.

To add a writer: 1. a module here with a frozen class that has `name`, `fingerprint` and `write`;
2. a row in the worker's wiring; 3. an entry in tests/contract/test_writing.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.text.pace import BUNDLED, Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What the writer is asked for; `seconds` is the wanted length of speech, `seed` picks among variants.

    `pace` is how fast it will be spoken.
    """

    topic: str
    mode: VideoMode
    language: Language
    voice: Voice
    seconds: float
    seed: int
    pace: Pace = BUNDLED


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftScene:
    """Sentences in display form, search words for the picture, and words that carry the meaning."""

    role: Role
    sentences: tuple[str, ...]
    visual: tuple[str, ...] = ()
    emphasis: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Plain text before tokens: one hook, beats, one close.

    `source` names who wrote it where that is not the writer that was asked; `notes` say what stood in for
    what, for the manifest.
    """

    title: str
    scenes: tuple[DraftScene, ...]
    source: str = ""
    notes: tuple[str, ...] = ()


class ScriptWriter(Protocol):
    """Writes the draft of a script. Never invents facts it cannot know."""

    @property
    def name(self) -> str:
        """Short name for the manifest ("template")."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same brief could give another draft."""
        ...

    def write(self, brief: Brief) -> Draft:
        """The draft; raises `ClipwrightError` when none can be written."""
        ...
