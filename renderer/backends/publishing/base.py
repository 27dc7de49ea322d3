"""The port for delivering a finished video and its sidecars.

To add a destination: 1. a module with a frozen class that has `publish`; 2. who asks for it:
renderer/cli/making.py or renderer/worker/job/run_job.py;
3. tests like tests/pipelines/test_command_line_places.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

Delivered = Callable[[int, int], None]
"""Hears how many bytes of how many are delivered; what it raises ends the delivery."""


def unheard(done: int, total: int) -> None:
    """Nobody listens."""
    del done, total


class PublishedFile(Struct, frozen=True, kw_only=True):
    """A file to deliver: `suffix` goes behind the output's stem (".mp4", ".words.json").

    `name` is what the result calls it ("captions.srt"), whatever it is called where it is delivered.
    """

    name: str
    suffix: str
    path: Path
    media_type: str


class Publisher(Protocol):
    """Delivers files; the first one is the video and appears last, so who sees it sees the sidecars."""

    def publish(self, files: tuple[PublishedFile, ...], *, delivered: Delivered = unheard) -> tuple[str, ...]:
        """Where each file is now (paths or object keys), in the order given.

        Raises:
            ClipwrightError: `output_unwritable`, `disk_full` or `storage_failed`; nothing half-written stays.
        """
        ...
