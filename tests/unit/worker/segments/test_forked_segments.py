"""Children made by a fork answer as started ones do, and end with the process that made them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from renderer.visuals.style_pack_files import load_pack
from renderer.worker.segments import forked
from renderer.worker.segments.crew import PipedCrew

LEADER = """
import os, signal, sys
from pathlib import Path
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.segments.forked import forked_child

workspace = Path(sys.argv[1])
child = forked_child(load_pack, workspace)
child.stdin.write(b"%s 0 30\\n" % (b"0" * 64))
print(child.stdout.read(64).decode().strip())
print(child.poll())
child.kill()
print(child.wait(), child.poll(), flush=True)
other = forked_child(load_pack, workspace)
print(other.pid, flush=True)
sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_forked_child_answers_is_ended_and_ends_with_its_parent(tmp_path: Path) -> None:
    """In a process of its own: a fork of this one would have its threads' locks."""
    with subprocess.Popen(
        (sys.executable, "-c", LEADER, str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as leader:
        assert leader.stdout is not None
        refused, alive, ended, pid = (leader.stdout.readline().strip() for _ in range(4))
        assert refused.startswith("refused ")
        assert (alive, ended) == ("None", "-9 -9")
        child = psutil.Process(int(pid))
        leader.communicate("")
    deadline = time.monotonic() + 10
    while child.is_running() and child.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE


def test_no_descriptor_stays_open_when_only_one_pipe_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forked, "forks_can_draw", lambda: True)
    pipe, made = os.pipe, list[tuple[int, int]]()

    def scarce() -> tuple[int, int]:
        if made:
            raise OSError(errno.EMFILE, "Too many open files")
        made.append(pipe())
        return made[0]

    monkeypatch.setattr(os, "pipe", scarce)
    assert forked.forked_child(load_pack, tmp_path) is None
    for end in made[0]:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)


DRAWN = """
import sys
from pathlib import Path
from renderer.painters.artwork import draw_artwork
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.segments.forked import forked_child

draw_artwork("octopus", 64)
print(forked_child(load_pack, Path(sys.argv[1])))
"""


def test_a_process_that_has_drawn_is_not_forked(tmp_path: Path) -> None:
    """libvips would wait in the child for threads that only the parent has: five minutes a segment."""
    told = subprocess.run(
        (sys.executable, "-c", DRAWN, str(tmp_path)), capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.strip() == "None"


def test_a_crew_takes_children_that_others_have_started() -> None:
    echo = "import sys\nfor line in sys.stdin: print('made', line.split()[1], flush=True)"
    crew = PipedCrew()
    crew.plan = "f" * 64
    try:
        crew.adopt(
            subprocess.Popen(
                (sys.executable, "-S", "-c", echo), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        )
        assert (crew.working, crew.idle) == (1, 1)
        crew.give(range(30, 60))
        made: dict[range, str] = {}
        for _ in range(40):
            made |= crew.news(wait=0.5).made
            if made:
                break
        assert made == {range(30, 60): "30"}
    finally:
        crew.end()
