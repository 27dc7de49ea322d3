"""The port for rewriters: as many lines come back as go in, each within its room, none saying more.

To add one: 1. a module here with a frozen class that keeps `LineRewriter`; 2. a function in
renderer/worker/composition/engines.py; 3. an entry in tests/contract/words/test_rewriting.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from renderer.backends.absent import AbsentEngine
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError


class RewritingTask(StrEnum):
    """What for: a voiceover for the pictures that these lines go with, or the same said in fewer words."""

    NARRATE = "narrate"
    SHORTEN = "shorten"


class RoomyLine(Struct, frozen=True, kw_only=True):
    """A line in display form; `characters` is the room for its new wording."""

    text: str
    characters: int


class LineRewriter(Protocol):
    """Says lines in other words."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same lines could be rewritten differently."""
        ...

    @property
    def available(self) -> bool:
        """Whether there is one at all."""
        ...

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """One new wording per line, in order; raises `ClipwrightError`."""
        ...


class NoRewriter(AbsentEngine, Struct, frozen=True):
    """Stands where none is set up: refuses and says what to set."""

    @property
    def available(self) -> bool:
        """Never."""
        return False

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """Refused.

        Raises:
            ClipwrightError: `provider_unconfigured`, always.
        """
        del lines, source, target, task
        setting = "CLIPWRIGHT_CHAT_BASE_URL and CLIPWRIGHT_CHAT_MODEL"
        raise ClipwrightError("provider_unconfigured", provider="Rewriting", setting=setting)
