"""Whether this worker can do jobs now: free disk space, a writable workspace, free memory.

An unfit worker would fail one job after another and use up a try of each. It takes none instead, says so,
checks again every few seconds, and resumes by itself.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.files import writing_to
from renderer.worker.job.redaction import redacted_sentence
from renderer.worker.settings import WorkerSettings

LOOK_SECONDS: Final = 2.0
_MIB: Final = 1 << 20
_PROBE: Final = bytes(4096)


class Machine(Struct, frozen=True, kw_only=True):
    """Where the kernel reports memory; tests substitute other paths."""

    meminfo: Path = Path("/proc/meminfo")
    own_group: Path = Path("/proc/self/cgroup")
    groups: Path = Path("/sys/fs/cgroup")


def trouble(settings: WorkerSettings, machine: Machine | None = None) -> str:
    """Why this worker should take no job now, as a sentence without paths; empty when it may."""
    try:
        _check_disk(settings)
        _check_memory(settings, machine or Machine())
    except ClipwrightError as error:
        return redacted_sentence(as_workers_own(error))
    return ""


def as_workers_own(error: ClipwrightError) -> ClipwrightError:
    """Replace `output_unwritable` by `workspace_unwritable`, which is the error of a worker's own folder.

    On the command line the caller chose where to write; a worker's workspace may become writable again.
    """
    if error.code == "output_unwritable":
        return ClipwrightError("workspace_unwritable", reason=error.facts["reason"])
    return error


def _check_disk(settings: WorkerSettings) -> None:
    with writing_to(settings.workspace):
        settings.workspace.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(settings.workspace).free < settings.free_disk_mb * _MIB:
            raise ClipwrightError("disk_full", path=settings.workspace)
        with tempfile.TemporaryFile(prefix=".part-", dir=settings.workspace) as probe:
            probe.write(_PROBE)
            probe.flush()
            os.fsync(probe.fileno())


def _check_memory(settings: WorkerSettings, machine: Machine) -> None:
    free = free_memory(machine) // _MIB
    if free < settings.free_memory_mb:
        reason = f"{free} MB are free, {settings.free_memory_mb} MB are wanted"
        raise ClipwrightError("memory_short", reason=reason)


def free_memory(machine: Machine) -> int:
    """Bytes that a new job could use: of the machine, or of the tightest control group above this process.

    Sources: proc(5), MemAvailable; the kernel's cgroup-v2.rst, memory.max, memory.current, and inactive_file
    of memory.stat, which is reclaimable cache. Where the kernel reports nothing, memory counts as unlimited.
    """
    room = [_available(machine.meminfo)]
    folder = machine.groups / _own_group(machine.own_group)
    while folder.is_relative_to(machine.groups):
        room.append(_room_in(folder))
        folder = folder.parent
    return max(0, min(room))


_PLENTY: Final = 1 << 62


def _available(meminfo: Path) -> int:
    return _fact(meminfo, "MemAvailable:") * 1024 or _PLENTY


def _own_group(path: Path) -> str:
    """The cgroup v2 path of this process, without its leading slash; empty where there is none."""
    for line in _text(path).splitlines():
        if line.startswith("0::"):
            return line.removeprefix("0::").strip("/")
    return ""


def _room_in(folder: Path) -> int:
    most = _text(folder / "memory.max").strip()
    if not most.isdecimal():
        return _PLENTY
    used = int(_text(folder / "memory.current").strip() or 0)
    return int(most) - used + _fact(folder / "memory.stat", "inactive_file")


def _fact(path: Path, name: str) -> int:
    for line in _text(path).splitlines():
        words = line.split()
        if words[:1] == [name]:
            return int(words[1])
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
