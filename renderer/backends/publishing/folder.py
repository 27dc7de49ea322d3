"""Publishing into a folder: each file is copied beside its place and renamed into it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from renderer.backends.publishing.base import Delivered, PublishedFile, unheard
from renderer.errors import ClipwrightError


@dataclass(frozen=True, slots=True)
class FolderPublisher:
    """Writes `video` (a path ending in .mp4) and the sidecars of the same stem."""

    video: Path

    def check(self) -> None:
        """Prove that the place can be written, before any work is done.

        Raises:
            ClipwrightError: `output_unwritable` or `disk_full`.
        """
        with _explained(self.video):
            if self.video.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder", str(self.video))
            self.video.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.video.parent):
                pass

    def publish(self, files: tuple[PublishedFile, ...], *, delivered: Delivered = unheard) -> tuple[str, ...]:
        """Copy all files beside their places, then rename sidecars first and the video last."""
        sizes = [file.path.stat().st_size for file in files]
        targets = [self.video.with_suffix(file.suffix) for file in files]
        with _explained(self.video), contextlib.ExitStack() as undo:
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
    """A synced copy of `source` beside `target`; removed on the way out unless it was renamed."""
    descriptor, name = tempfile.mkstemp(prefix=".part-", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out, source.open("rb") as stream:
            shutil.copyfileobj(stream, out, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
            os.fchmod(out.fileno(), 0o644)
        yield part
    finally:
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise ClipwrightError("disk_full", path=path) from error
        raise ClipwrightError("output_unwritable", path=path, reason=error.strerror or error) from error
