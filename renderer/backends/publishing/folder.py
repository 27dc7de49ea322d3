"""Publishing into a folder: each file is copied to a draft beside its target and then renamed."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from renderer.backends.publishing.base import Delivered, PublishedFile, unheard
from renderer.files import writing_to

DRAFT: Final = ".clipwright-part-"
"""Prefix of the names of files that are being written."""


class FolderPublisher(Struct, frozen=True):
    """Writes `video` (a path ending in .mp4) and the sidecars of the same stem."""

    video: Path

    def check(self) -> None:
        """Make sure that the folder can be written before any work is done; remove drafts of killed runs.

        Raises:
            ClipwrightError: `output_unwritable` or `disk_full`.
        """
        with writing_to(self.video):
            if self.video.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder", str(self.video))
            self.video.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.video.parent):
                pass
            _sweep(self.video.parent)

    def publish(self, files: tuple[PublishedFile, ...], *, delivered: Delivered = unheard) -> tuple[str, ...]:
        """Copy all files to drafts beside their targets, then rename them, the video last."""
        sizes = [file.path.stat().st_size for file in files]
        targets = [self.video.with_suffix(file.suffix) for file in files]
        with writing_to(self.video), contextlib.ExitStack() as undo:
            self.video.parent.mkdir(parents=True, exist_ok=True)
            parts = [
                undo.enter_context(_copied(file.path, target))
                for file, target in zip(files, targets, strict=True)
            ]
            for part, target in reversed(list(zip(parts, targets, strict=True))):
                part.replace(target)
        delivered(sum(sizes), sum(sizes))
        return tuple(str(target) for target in targets)


@contextlib.contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """A synced copy of `source` beside `target`; removed on exit unless it was renamed."""
    descriptor, name = _draft(target.parent)
    part = Path(name)
    with os.fdopen(descriptor, "wb") as out:  # stays open, and thus locked, until the file is renamed
        try:
            with source.open("rb") as stream:
                shutil.copyfileobj(stream, out, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
            os.fchmod(out.fileno(), 0o644)
            yield part
        finally:
            part.unlink(missing_ok=True)


def _draft(folder: Path) -> tuple[int, str]:
    """A new file, locked to show other processes that its writer is alive."""
    while True:
        descriptor, name = tempfile.mkstemp(prefix=DRAFT, dir=folder)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, name
        os.close(descriptor)  # another process swept it before it was locked


def _sweep(folder: Path) -> None:
    """Remove drafts whose writers are dead."""
    for draft in folder.glob(f"{DRAFT}*"):
        with contextlib.suppress(OSError):  # its writer is alive, or another process removes it
            descriptor = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                draft.unlink()
            finally:
                os.close(descriptor)
