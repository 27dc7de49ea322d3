"""Where runs keep their files: artifacts that last, scratch that does not.

```text
<root>/objects/ab/abcdef…    content-addressed bytes, read-only once there
<root>/keys/<cache key>      which document and blobs a stage made from given inputs
<root>/scratch/run-…/        one folder per run, removed at its end; leftovers of dead runs are swept
```
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError

_DISK_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


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


def open_workspace(root: Path) -> Workspace:
    """Make the folders and sweep what dead runs left.

    Raises:
        ClipwrightError: `output_unwritable` when the folder cannot be made.
    """
    workspace = Workspace(root.resolve())
    with writing_to(root):
        for folder in (workspace.objects, workspace.keys, workspace.scratch):
            folder.mkdir(parents=True, exist_ok=True)
    _sweep(workspace.scratch)
    return workspace


@contextlib.contextmanager
def scratch_folder(workspace: Workspace) -> Iterator[Path]:
    """A fresh folder for one run, removed on the way out whatever happens.

    A lock on it says that its owner lives; unlike a process id it means the same in every container.
    """
    with contextlib.ExitStack() as held:
        with _locked(workspace.scratch, fcntl.LOCK_SH):  # no sweep between making it and locking it
            folder = Path(tempfile.mkdtemp(prefix="run-", dir=workspace.scratch))
            held.enter_context(_locked(folder, fcntl.LOCK_EX))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn the system's complaints about `path` into ours: `disk_full` or `output_unwritable`."""
    try:
        yield
    except OSError as error:
        if error.errno in _DISK_ERRORS:
            raise ClipwrightError("disk_full", path=path) from error
        raise ClipwrightError("output_unwritable", path=path, reason=error.strerror or error) from error


def write_atomically(path: Path, data: bytes) -> None:
    """All of `data` at `path`, or the old content; survives power loss.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    with writing_to(path):
        descriptor, name = tempfile.mkstemp(prefix=".part-", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _sweep(scratch: Path) -> None:
    with _locked(scratch, fcntl.LOCK_EX):
        for folder in scratch.iterdir():
            with contextlib.suppress(OSError), _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
                shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)


def prune(workspace: Workspace, *, keep_bytes: int) -> int:
    """Remove the oldest artifacts until at most `keep_bytes` are left; the bytes freed.

    A key whose document or file is gone counts as not made, so this is safe at any time.
    """
    files = [path for path in workspace.objects.glob("*/*") if path.is_file()]
    sized = sorted(((path.stat(), path) for path in files), key=lambda pair: pair[0].st_mtime, reverse=True)
    kept, freed = 0, 0
    for facts, path in sized:
        kept += facts.st_size
        if kept > keep_bytes:
            path.unlink(missing_ok=True)
            freed += facts.st_size
    return freed
