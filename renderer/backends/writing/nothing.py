"""The last writer when no fallback is allowed: reports that nothing is known about the topic."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.writing.base import Brief, Draft
from renderer.errors import ClipwrightError


class NothingKnown(Struct, frozen=True):
    """Always raises."""

    @property
    def name(self) -> str:
        """Always "nothing"."""
        return "nothing"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "nothing 1"

    def write(self, brief: Brief) -> Draft:
        """Raise `knowledge_none`."""
        del brief
        reason = "nothing about this topic; add another writer to CLIPWRIGHT_WRITERS or give --facts FILE"
        raise ClipwrightError("knowledge_none", source="The chosen writer", reason=reason)
