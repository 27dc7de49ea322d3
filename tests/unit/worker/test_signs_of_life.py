"""Beats of a worker over its pipe, and processes that are children, are not, or die with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from renderer.contract.beat import Beat
from renderer.worker import pulse
from renderer.worker.parent_death import _exists, is_child
from renderer.worker.pulse import _beat, start_pulse

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="told by the kernel of Linux")
NO_PROCESS = 2**22 + 1
"""Beyond what the kernel gives out."""


class Beats:
    """Stands for the pause between beats: after so many the listener goes away."""

    left = 0
    listener = -1

    def wait(self, seconds: float) -> None:
        assert seconds == 1.0
        Beats.left -= 1
        if Beats.left == 0:
            os.close(Beats.listener)
            Beats.listener = -1


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    listener, speaker = os.pipe()
    yield listener, speaker
    os.close(speaker)
    if Beats.listener == listener:
        os.close(listener)


def beats(
    monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, int], troubles: list[str], count: int
) -> list[Beat]:
    """What is heard of so many beats; looks for trouble are answered in turn."""
    listener, speaker = pipe
    kept = os.dup(listener)
    monkeypatch.setattr(pulse.threading, "Event", Beats)
    Beats.left, Beats.listener = count, listener
    heard: list[bytes] = []

    def trouble() -> str:
        return troubles.pop(0)

    real_write = os.write

    def write(descriptor: int, content: bytes) -> int:
        if Beats.listener < 0:
            raise BrokenPipeError
        heard.append(content)
        return real_write(descriptor, content)

    monkeypatch.setattr(pulse.os, "write", write)
    _beat(speaker, trouble)
    os.close(kept)
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in heard)
    return [Beat.model_validate_json(line) for line in heard]


def test_the_first_beat_comes_before_the_first_look_and_every_third_looks_again(
    monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, int]
) -> None:
    said = [beat.trouble for beat in beats(monkeypatch, pipe, ["full", "", "full again"], 8)]
    assert said == ["", "full", "full", "full", "", "", "", "full again"]


def test_a_long_trouble_is_cut_to_what_a_beat_holds(
    monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, int]
) -> None:
    assert beats(monkeypatch, pipe, ["é" * 900], 2)[1].trouble == "é" * 500


def test_nobody_listens_to_a_negative_descriptor() -> None:
    start_pulse(-1, lambda: pytest.fail("nobody is to be told"))


def test_children_of_a_worker_do_not_inherit_its_voice(
    monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, int]
) -> None:
    _, speaker = pipe
    os.set_inheritable(speaker, True)
    monkeypatch.setattr(pulse, "_beat", lambda *_: None)
    start_pulse(speaker, lambda: "")
    assert (os.get_inheritable(speaker), os.get_blocking(speaker)) == (False, False)


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
