"""Beats of a worker over its pipe, and processes that are children, are not, or die with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from renderer.contract.beat import BEAT_SECONDS, Beat
from renderer.worker import pulse
from renderer.worker.parent_death import _exists, is_child
from renderer.worker.pulse import _beat, start_pulse

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="told by the kernel of Linux")
NO_PROCESS = 2**22 + 1
"""Above any process id that the kernel assigns."""


class Pauses:
    """Replaces the pause between two beats, without waiting."""

    def wait(self, seconds: float) -> None:
        assert seconds == BEAT_SECONDS


@dataclass
class Listener:
    """Takes so many beats and is then gone; beats numbered in `slow` find the pipe full."""

    left: int
    slow: set[int] = field(default_factory=set)
    heard: list[bytes] = field(default_factory=list)
    count: int = 0

    def write(self, descriptor: int, content: bytes) -> int:
        assert descriptor == 7
        self.count += 1
        if self.count in self.slow:
            raise BlockingIOError
        if self.count > self.left:
            raise BrokenPipeError
        self.heard.append(content)
        return len(content)


def beats(monkeypatch: pytest.MonkeyPatch, listener: Listener, troubles: list[str]) -> list[str]:
    """The trouble reported in each beat, while checks return `troubles` in turn."""
    monkeypatch.setattr(pulse, "threading", SimpleNamespace(Event=Pauses))
    monkeypatch.setattr(pulse, "os", SimpleNamespace(write=listener.write))
    _beat(7, lambda: troubles.pop(0))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in listener.heard)
    return [Beat.model_validate_json(line).trouble for line in listener.heard]


def test_the_first_beat_comes_before_the_first_look_and_every_third_looks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = beats(monkeypatch, Listener(left=8), ["full", "", "full again"])
    assert said == ["", "full", "full", "full", "", "", "", "full again"]


def test_a_slow_listener_misses_beats_and_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    said = beats(monkeypatch, Listener(left=6, slow={2, 3}), ["full", "well"])
    assert said == ["", "full", "well", "well"]


def test_a_long_trouble_is_cut_to_what_a_beat_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert beats(monkeypatch, Listener(left=2), ["é" * 900])[1] == "é" * 500


def test_nobody_listens_to_a_negative_descriptor() -> None:
    start_pulse(-1, lambda: pytest.fail("nobody is to be told"))


def test_children_of_a_worker_do_not_inherit_its_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    listener, speaker = os.pipe()
    os.set_inheritable(speaker, True)
    monkeypatch.setattr(pulse, "_beat", lambda *_: None)
    start_pulse(speaker, lambda: "")
    assert (os.get_inheritable(speaker), os.get_blocking(speaker)) == (False, False)
    os.close(listener)
    os.close(speaker)


@linux_only
def test_a_child_is_one_while_it_lives() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert is_child(os.getpid())
        assert is_child(child.pid)
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert not is_child(child.pid), "it is dead, and nobody has asked how it died"
        assert _exists(child.pid)
    assert not is_child(child.pid)


@linux_only
def test_no_other_process_is_a_child() -> None:
    assert not is_child(os.getppid())
    assert not is_child(NO_PROCESS)
    assert not _exists(NO_PROCESS)
    program = [sys.executable, "-S", "-c"]
    begun = f"os.spawnv(os.P_NOWAIT, sys.executable, {[*program, 'input()']})"
    grandparent = [*program, f"import os, sys; print({begun}, flush=True); input()"]
    with subprocess.Popen(grandparent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        grandchild = int(child.stdout.readline())
        assert _exists(grandchild)
        assert not is_child(grandchild)
        child.communicate("\n\n")


@linux_only
def test_a_process_whose_parent_is_gone_already_dies_at_once() -> None:
    program = "from renderer.worker.parent_death import die_with_parent as d; d({}); print('alive')"
    alive = subprocess.run(
        [sys.executable, "-c", program.format(os.getpid())], capture_output=True, text=True, check=False
    )
    assert (alive.returncode, alive.stdout) == (0, "alive\n")
    orphan = subprocess.run(
        [sys.executable, "-c", program.format(NO_PROCESS)], capture_output=True, text=True, check=False
    )
    assert (orphan.returncode, orphan.stdout) == (-signal.SIGKILL, "")
