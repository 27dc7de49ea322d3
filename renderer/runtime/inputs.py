"""The port for input objects: stored files that a job works on, by the names that its message gives them."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from renderer.runtime.artifacts import ArtifactStore


class Inputs(Protocol):
    """Input objects of one job."""

    def digest(self, name: str) -> str:
        """SHA-256 of the object's bytes, as the message says; for `params`, and nothing is fetched.

        Raises:
            ClipwrightError: `input_missing` when the message names no such object.
        """
        ...

    def fetch(self, name: str, store: ArtifactStore) -> Path:
        """The artifact with that digest in the run's store; never to be written to.

        Raises:
            ClipwrightError: `input_missing`, `input_changed`, `storage_failed`.
        """
        ...
