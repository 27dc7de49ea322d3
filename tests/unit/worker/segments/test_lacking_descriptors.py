"""Segment processes where the system has no descriptors left: rendering goes on without children."""

from __future__ import annotations

import errno
import os
import resource
import selectors
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from renderer.runtime.workspace import open_workspace
from renderer.worker.segments.processes import PipedSegmentProcesses

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="they count what /proc shows")

PLENTY = 1 << 40
WAITS = (sys.executable, "-S", "-c", "import sys; sys.stdin.read()")


def open_descriptors() -> set[int]:
    # the one with which the folder is read is listed too, and closed by then
    return {int(each.name) for each in Path("/proc/self/fd").iterdir() if each.exists()}


@contextmanager
def room_for(count: int) -> Iterator[None]:
    """Let this process open so many more descriptors."""
    usual, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(open_descriptors()) + 1 + count, hard))
    fillers = []
    try:
        with suppress(OSError):
            while True:
                fillers.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(count):
            os.close(fillers.pop())
        yield
    finally:
        for filler in fillers:
            os.close(filler)
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, hard))


@pytest.mark.parametrize("count", range(6))
def test_without_descriptors_nobody_renders_beside_and_none_is_leaked(tmp_path: Path, count: int) -> None:
    workspace = open_workspace(tmp_path)
    processes = PipedSegmentProcesses(2, command=WAITS)
    before = open_descriptors()
    with capture_logs() as lines, room_for(count):
        processes.begin("f" * 64, workspace, {range(30): "a"}, pixels=PLENTY)
        with processes.crew("f" * 64, workspace, segments=9, pixels=PLENTY) as crew:
            assert (crew.working, crew.idle, crew.ended) == (0, 0, frozenset())
            assert not crew.news().made
        processes.end()
    assert open_descriptors() == before
    told = {line["event"] for line in lines}
    assert told
    assert told <= {"segment_processes_not_started", "segment_process_not_started"}


@pytest.mark.parametrize("refuser", [(os, "pipe"), (selectors, "DefaultSelector")])
def test_a_forked_child_is_made_for_a_crew_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refuser: tuple[object, str]
) -> None:
    def refuse() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    forks: list[Path] = []
    monkeypatch.setattr(*refuser, refuse)
    processes = PipedSegmentProcesses(2, forked=forks.append)
    before = open_descriptors()
    processes.begin("f" * 64, open_workspace(tmp_path), {range(30): "a"}, pixels=PLENTY)
    assert (forks, open_descriptors()) == ([], before)
