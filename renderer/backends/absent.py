"""The base of the placeholders for ports without a configured engine: their name and fingerprint."""

from __future__ import annotations


class AbsentEngine:
    """The absence of an engine; each port's subclass decides how to refuse the work."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Always "none"."""
        return "none"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "none"
