"""A workspace as a value: where its artifacts, keys and scratch lie, and what keeps an artifact in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder that holds artifacts and scratch of any number of runs, also at the same time."""

    root: Path

    @property
    def objects(self) -> Path:
        """Content-addressed bytes."""
        return self.root / "objects"

    @property
    def keys(self) -> Path:
        """Records by cache key."""
        return self.root / "keys"

    @property
    def scratch(self) -> Path:
        """Parent of the runs' scratch folders."""
        return self.root / "scratch"


class Pins(Protocol):
    """Keeps artifacts from being pruned."""

    def hold(self, digest: str) -> None:
        """From now on, if the artifact is there it stays."""
        ...


class NoPins:
    """For readers that can do without."""

    def hold(self, digest: str) -> None:
        """Nothing."""
