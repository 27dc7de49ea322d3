"""Writing whole files: one atomic, synced write, and one translation of errors such as a full disk."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError, disk_is_full

DRAFT: Final = ".part-"
"""Prefix of the names of files that are still being written, unless their folder has a prefix of its own."""


@contextlib.contextmanager
def writing_to(place: Path | str) -> Iterator[None]:
    """Translate an `OSError` about `place` into `disk_full` or `output_unwritable`."""
    try:
        yield
    except OSError as error:
        if disk_is_full(error):
            raise ClipwrightError("disk_full", path=place) from error
        raise ClipwrightError("output_unwritable", path=place, reason=error.strerror or error) from error


def write_atomically(
    path: Path, data: bytes, *, shown: str = "", draft: str = DRAFT, synced: bool = True
) -> None:
    """Write `data` to `path`, which holds all of it or the old content, even after a power loss.

    `shown` is the name of the place in errors, for a path that would mean nothing to a reader. Without
    `synced` a power loss may leave anything; it is for what is checked before use and made again.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    with writing_to(shown or path):
        descriptor, name = tempfile.mkstemp(prefix=draft, dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                if synced:
                    os.fsync(stream.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
