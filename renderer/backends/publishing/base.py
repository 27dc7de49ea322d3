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
"""Called with the bytes delivered so far and the total; an exception from it ends the delivery."""


def unheard(done: int, total: int) -> None:
    """Ignore the progress."""
    del done, total


class PublishedFile(Struct, frozen=True, kw_only=True):
    """A file to deliver; `suffix` is appended to the output's stem (".mp4", ".words.json").

    `name` is its name in the result ("captions.srt"), whatever it is called where it is delivered.
    """

    name: str
    suffix: str
    path: Path
    media_type: str


class Publisher(Protocol):
    """Delivers files; the first is the video and appears last, so once it exists, so do the sidecars."""

    def publish(self, files: tuple[PublishedFile, ...], *, delivered: Delivered = unheard) -> tuple[str, ...]:
        """Deliver the files; returns their places (paths or object keys), in the order given.

        Raises:
            ClipwrightError: `output_unwritable`, `disk_full` or `storage_failed`; no partial file remains.
        """
        ...
