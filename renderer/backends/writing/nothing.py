"""The writer behind chosen sources where nobody may stand in: it says clearly that nothing is known."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.writing.base import Brief, Draft
from renderer.errors import ClipwrightError


class NothingKnown(Struct, frozen=True):
    """Never writes."""

    @property
    def name(self) -> str:
        """Always "nothing"."""
        return "nothing"

    @property
    def fingerprint(self) -> str:
        """Always the same."""
        return "nothing 1"

    def write(self, brief: Brief) -> Draft:
        """Raises `knowledge_none`."""
        del brief
        reason = "nothing about this topic; add another writer to CLIPWRIGHT_WRITERS or give --facts FILE"
        raise ClipwrightError("knowledge_none", source="The chosen writer", reason=reason)
