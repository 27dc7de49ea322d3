"""Files of ours, written whole: one atomic, synced write, and one way to say that the disk is full."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError, disk_is_full

DRAFT: Final = ".part-"
"""Names of files that are being written begin so, unless their folder has a mark of its own."""


@contextlib.contextmanager
def writing_to(place: Path | str) -> Iterator[None]:
    """Turn the system's complaints about `place` into ours: `disk_full` or `output_unwritable`."""
    try:
        yield
    except OSError as error:
        if disk_is_full(error):
            raise ClipwrightError("disk_full", path=place) from error
        raise ClipwrightError("output_unwritable", path=place, reason=error.strerror or error) from error


def write_atomically(path: Path, data: bytes, *, shown: str = "", draft: str = DRAFT) -> None:
    """All of `data` at `path`, or the old content; survives power loss.

    `shown` is what an error calls the place, where its path says nothing to anybody.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    with writing_to(shown or path):
        descriptor, name = tempfile.mkstemp(prefix=draft, dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
