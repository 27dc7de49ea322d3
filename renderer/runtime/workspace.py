"""Where runs keep their files: artifacts that last, scratch that does not.

```text
<root>/objects/ab/abcdef…    content-addressed bytes, read-only once there
<root>/keys/<cache key>      which document and blobs a stage made from given inputs
<root>/scratch/run-…/        one folder per run, removed at its end; leftovers of dead runs are swept
<root>/scratch/run-…/.pins/  an empty file named after each artifact that the run relies on
```
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from renderer.files import DRAFT, writing_to
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace_folders import Workspace

_PINS: Final = ".pins"
_SLACK_SECONDS: Final = 3600.0
"""Allowance for keys, which are written somewhat after their documents: the length of a run."""
_STALE_SECONDS: Final = 24 * 3600.0
_PRIVATE: Final = 0o700


def open_workspace(root: Path) -> Workspace:
    """Make the folders and sweep what dead runs left.

    Raises:
        ClipwrightError: `output_unwritable` or `disk_full` when it cannot be made or written to.
    """
    whole = root.resolve()
    workspace = Workspace(
        root=whole, objects=whole / "objects", keys=whole / "keys", scratch=whole / "scratch"
    )
    with writing_to(root):
        workspace.root.parent.mkdir(parents=True, exist_ok=True)
        for folder in (workspace.root, workspace.objects, workspace.keys, workspace.scratch):
            folder.mkdir(exist_ok=True, mode=_PRIVATE)
            with tempfile.TemporaryFile(dir=folder):  # one that was there before may be read-only
                pass
    _sweep(workspace.scratch)
    return workspace


@contextlib.contextmanager
def scratch_folder(workspace: Workspace) -> Iterator[Path]:
    """A fresh folder for one run, removed on the way out whatever happens.

    A lock on the folder says that its owner lives; unlike a process id it means the same in every container.
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
def run_folder(workspace: Workspace) -> Iterator[tuple[Path, ArtifactStore]]:
    """A scratch folder for one run, and the store that keeps what the run relies on as long as it lives."""
    with scratch_folder(workspace) as scratch:
        yield scratch, run_store(workspace, scratch)


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


class RunPins(Struct, frozen=True):
    """Pins of one run, in its scratch folder, so that they disappear with the run, however it ends."""

    workspace: Workspace
    scratch: Path

    def hold(self, digest: str) -> None:
        """Pin the artifact and renew its age; waits while another process prunes."""
        pin = self.scratch / _PINS / digest
        if pin.exists():
            return
        with writing_to(pin):
            pin.parent.mkdir(exist_ok=True)
            with _locked(self.workspace.objects, fcntl.LOCK_SH):
                pin.touch()
        touch(self.workspace.objects / digest[:2] / digest)


def run_store(workspace: Workspace, scratch: Path) -> ArtifactStore:
    """The store of the run that owns this scratch folder."""
    return ArtifactStore(workspace, RunPins(workspace, scratch))


def touch(path: Path) -> None:
    """Renew a file's age, so that it is pruned late; a missing file is not created."""
    with contextlib.suppress(OSError):
        os.utime(path)


def sweep(workspace: Workspace) -> None:
    """Remove the scratch folders of dead runs."""
    _sweep(workspace.scratch)


def prune(workspace: Workspace, *, keep_bytes: int) -> int:
    """Remove the least recently used artifacts until at most `keep_bytes` are left; returns the bytes freed.

    What a living run has pinned stays, whatever its size. A key whose document or file is gone counts as not
    made, and is removed once it is older than everything that is left; if nothing is, than what went last.
    """
    facts = [(_facts(path), path) for path in workspace.objects.glob("*/*")]
    found = sorted(((stat, path) for stat, path in facts if stat), key=lambda pair: -pair[0].st_mtime)
    sized = [(stat, path) for stat, path in found if not path.name.startswith(DRAFT)]
    sizes = itertools.accumulate(stat.st_size for stat, _ in sized)
    beyond = [(stat, path) for (stat, path), total in zip(sized, sizes, strict=True) if total > keep_bytes]
    if not beyond:
        return 0
    _drop_drafts(found)
    with _locked(workspace.objects, fcntl.LOCK_EX):
        pinned = _pinned(workspace)
        gone = [(stat, path) for stat, path in beyond if path.name not in pinned]
        for _, path in gone:
            path.unlink(missing_ok=True)
    removed = {path for _, path in gone}
    left = [stat.st_mtime for stat, path in sized if path not in removed]
    _prune_keys(workspace, before=min(left, default=sized[0][0].st_mtime))
    return sum(stat.st_size for stat, _ in gone)


def _pinned(workspace: Workspace) -> set[str]:
    """Digests that living runs rely on."""
    pins: set[str] = set()
    for run in workspace.scratch.iterdir():
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # the run has just ended
            pins.update(pin.name for pin in (run / _PINS).iterdir())
    return pins


def _drop_drafts(found: list[tuple[os.stat_result, Path]]) -> None:
    """Remove drafts of dead processes: those far older than the newest file."""
    for stat, path in found:
        if path.name.startswith(DRAFT) and stat.st_mtime < found[0][0].st_mtime - _STALE_SECONDS:
            path.unlink(missing_ok=True)


def _prune_keys(workspace: Workspace, *, before: float) -> None:
    for key in workspace.keys.iterdir():
        stat = _facts(key)
        if stat and stat.st_mtime < before - _SLACK_SECONDS:
            key.unlink(missing_ok=True)


def _facts(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:  # another process removed it
        return None
