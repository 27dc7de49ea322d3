"""A workspace as a value: where its artifacts, keys and scratch are, and what keeps an artifact in it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Workspace(Struct, frozen=True, kw_only=True):
    """A folder that holds artifacts and scratch of any number of runs, also at the same time.

    `objects` holds content-addressed bytes, `keys` records by cache key, `scratch` the runs' scratch folders.
    """

    root: Path
    objects: Path
    keys: Path
    scratch: Path


class Pins(Protocol):
    """Keeps artifacts from being pruned."""

    def hold(self, digest: str) -> None:
        """Keep the artifact from now on, if it is there."""
        ...


class NoPins:
    """No pins, for readers that can do without."""

    def hold(self, digest: str) -> None:
        """Do nothing."""
