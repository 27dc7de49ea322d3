"""The port for rewriters: one rewording per line, within its length limit and without new statements.

To add one: 1. a module here with a frozen class that implements `LineRewriter`; 2. a function in
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
    """Why lines are rewritten: as a voiceover for the same pictures, or to say the same in fewer words."""

    NARRATE = "narrate"
    SHORTEN = "shorten"


class RoomyLine(Struct, frozen=True, kw_only=True):
    """A line in display form; `characters` is the longest that its new wording may be."""

    text: str
    characters: int


class LineRewriter(Protocol):
    """Rewords lines."""

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
        """Whether a rewriter is configured."""
        ...

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """One new wording per line, in order; raises `ClipwrightError`."""
        ...


class NoRewriter(AbsentEngine, Struct, frozen=True):
    """The placeholder when no rewriter is configured: refuses and names the settings to set."""

    @property
    def available(self) -> bool:
        """Always false."""
        return False

    def rewrite(
        self, lines: Sequence[RoomyLine], *, source: Language, target: Language, task: RewritingTask
    ) -> tuple[str, ...]:
        """Refuse.

        Raises:
            ClipwrightError: `provider_unconfigured`, always.
        """
        del lines, source, target, task
        setting = "CLIPWRIGHT_CHAT_BASE_URL and CLIPWRIGHT_CHAT_MODEL"
        raise ClipwrightError("provider_unconfigured", provider="Rewriting", setting=setting)
