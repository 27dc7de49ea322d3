"""A dead or frozen worker child is replaced; one that cannot work says so; no other fault is blamed on it."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.pulse import Pulse, Silence
from api.queue.worker_process import ChildPlan, Supervisor
from tests.api.harness import Service
from tests.api.served import ROOT, wait_until
from tests.support.production.servers import lacking

BEATING = """
import os, sys, threading
from pathlib import Path
from renderer.worker.pulse import start_pulse
start_pulse(int(os.environ["CLIPWRIGHT_BEAT_DESCRIPTOR"]), lambda: Path("trouble").read_text())
print(os.getpid(), file=open("pids", "a"), flush=True)
for line in sys.stdin:
    open("lines", "a").write(line)
"""
MUTE = """
import os, sys
print(os.getpid(), file=open("pids", "a"), flush=True)
sys.stdin.read()
"""
"""A child that says nothing and starts as soon as Python does, however busy the machine is."""
SILENCE = Silence(first=20, later=2.5)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trouble").write_text("")


def pids() -> list[int]:
    return [int(each) for each in Path("pids").read_text().split()] if Path("pids").exists() else []


@contextmanager
def supervised(script: str, silence: Silence = SILENCE) -> Iterator[tuple[Supervisor, list[bool]]]:
    gone: list[bool] = []
    plan = ChildPlan(
        command=(sys.executable, "-c", script),
        environment=os.environ | {"PYTHONPATH": str(ROOT)},
        on_gone=gone.append,
        silence=silence,
    )
    supervisor = Supervisor(plan)
    supervisor.start()
    try:
        wait_until(lambda: len(pids()) >= 1)
        yield supervisor, gone
    finally:
        supervisor.stop()


def test_a_frozen_child_is_replaced_and_reported() -> None:
    with supervised(BEATING) as (supervisor, gone):
        time.sleep(1.5)  # at least one beat
        os.kill(pids()[0], signal.SIGSTOP)
        wait_until(lambda: len(pids()) == 2, seconds=20)
        assert gone == [False, False]
        supervisor.send("after")
        wait_until(lambda: Path("lines").exists() and Path("lines").read_text() == "after\n")
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids())


def test_a_frozen_child_is_replaced_even_when_the_pipe_to_it_is_full() -> None:
    with supervised(BEATING) as (supervisor, _):
        time.sleep(1.5)
        os.kill(pids()[0], signal.SIGSTOP)
        for _ in range(40):
            supervisor.send("x" * 10_000)
        wait_until(lambda: len(pids()) == 2, seconds=20)


def test_a_child_that_is_frozen_before_its_first_beat_is_replaced_too() -> None:
    with supervised(MUTE, Silence(first=2, later=1)):
        wait_until(lambda: len(pids()) >= 2, seconds=20)


def test_a_command_that_never_beats_is_left_alone() -> None:
    with supervised(MUTE, Silence(later=1)):
        time.sleep(4)
        assert len(pids()) == 1


def test_a_child_under_load_that_beats_late_is_left_alone() -> None:
    with supervised(BEATING):
        time.sleep(1.5)
        for _ in range(3):
            os.kill(pids()[0], signal.SIGSTOP)
            time.sleep(1)
            os.kill(pids()[0], signal.SIGCONT)
            time.sleep(1.2)
        assert len(pids()) == 1


def test_a_service_that_was_frozen_does_not_blame_its_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """A jump of the clock by a minute, as after SIGSTOP and SIGCONT, counts as one second of silence."""
    moments = iter(range(0, 60_000, 60))
    monkeypatch.setattr("api.pulse.stopwatch", lambda: float(next(moments)))
    silent: list[bool] = []
    heard, spoken = os.pipe()
    pulse = Pulse(Silence(first=2.5, later=2.5))
    began = time.monotonic()
    pulse.listen(heard, lambda: silent.append(True))
    os.close(spoken)
    assert silent == [True]
    assert time.monotonic() - began > 1


def test_nonsense_on_the_pulse_is_no_beat() -> None:
    heard, spoken = os.pipe()
    os.write(spoken, b'\xff\n{"trouble": 5}\n' + b"x" * 30_000 + b'\n{"trouble": "The disk is full."}\n{"tro')
    os.close(spoken)
    pulse = Pulse(Silence())
    pulse.listen(heard, lambda: None)
    assert pulse.trouble == "The disk is full."


def test_a_busy_service_hears_the_child_on_a_high_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service with a thousand connections gets descriptors beyond those that `select` can wait for."""
    beyond, limits = 1 << 11, resource.getrlimit(resource.RLIMIT_NOFILE)
    if limits[1] != resource.RLIM_INFINITY and limits[1] < 2 * beyond:
        lacking(f"a process may not open {2 * beyond} descriptors")
    monkeypatch.setattr("api.pulse._STEP_SECONDS", 0.01)
    heard, spoken = os.pipe()
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], 2 * beyond), limits[1]))
    try:
        high = fcntl.fcntl(heard, fcntl.F_DUPFD_CLOEXEC, beyond)
        os.close(heard)
        os.write(spoken, b'{"trouble": "The disk is full."}\n')
        pulse, silent = Pulse(Silence(first=5, later=0.05)), list[bool]()
        pulse.listen(high, lambda: silent.append(True))
    finally:
        os.close(spoken)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert (pulse.trouble, silent) == ("The disk is full.", [True])


def test_what_the_child_says_is_told_while_it_lasts() -> None:
    with supervised(BEATING) as (supervisor, _):
        Path("trouble").write_text("The disk is full.")
        wait_until(lambda: supervisor.trouble == "The disk is full.")
        Path("trouble").write_text("")
        wait_until(lambda: supervisor.trouble == "")


def test_readiness_says_that_the_worker_takes_no_jobs(light: Service) -> None:
    assert light.client.get("/readyz").status_code == 200
    object.__setattr__(light.job_queue, "trouble", "The disk is full.")
    answer = light.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The worker takes no jobs: The disk is full."
    assert light.client.get("/healthz").status_code == 200


def test_a_child_of_the_worker_cannot_beat_for_it(tmp_path: Path) -> None:
    """A process that a job starts must not keep the pulse pipe open after the worker has gone."""
    heard, spoken = os.pipe()
    script = (
        "import os, subprocess, sys, time\n"
        "from renderer.worker.pulse import start_pulse\n"
        f"start_pulse({spoken}, str)\n"
        "subprocess.Popen(['sleep', '20'], close_fds=False)\n"
        "time.sleep(1.5)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", script], env=environment, pass_fds=(spoken,), check=True, cwd=tmp_path
    )
    os.close(spoken)
    pulse, ended = Pulse(Silence(first=15, later=15)), []
    pulse.listen(heard, lambda: ended.append("silence"))
    assert ended == []
