"""What stands where no engine is set up: the name by which manifests and cache keys know it."""

from __future__ import annotations


class AbsentEngine:
    """No engine; what it is asked to do, each port refuses in its own words."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Always "none"."""
        return "none"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "none"
