"""Answers computed in a fork arrive whole, and nothing waits for one that does not arrive."""

from __future__ import annotations

import errno
import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from renderer.worker import forked_answer
from renderer.worker.forked_answer import answered_apart


@pytest.fixture(autouse=True)
def before() -> list[psutil.Process]:
    """Children that this process already had."""
    return psutil.Process().children()


def children(before: list[psutil.Process]) -> set[psutil.Process]:
    return set(psutil.Process().children()) - set(before)


def test_an_answer_is_worked_out_in_another_process_and_is_whole(before: list[psutil.Process]) -> None:
    with answered_apart(lambda: (os.getpid(), "x" * 300_000)) as answer:
        found = answer.wait()
    assert found[0] != os.getpid()
    assert found[1] == "x" * 300_000
    assert not children(before)


def test_what_fails_there_is_no_answer() -> None:
    def fails() -> object:
        raise ValueError

    with answered_apart(fails) as answer:
        assert answer.wait() is None


class Deadly:
    """Kills the process that pickles it."""

    def __reduce__(self) -> tuple[object, ...]:
        os.kill(os.getpid(), signal.SIGKILL)
        return (Deadly, ())


@pytest.mark.parametrize("written", [b"", b"x" * 300_000], ids=["at once", "half way"])
def test_what_dies_over_its_answer_gave_none(written: bytes) -> None:
    with answered_apart(lambda: (written, Deadly())) as answer:
        assert answer.wait() is None


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch, before: list[psutil.Process]) -> None:
    monkeypatch.setattr(forked_answer, "PATIENCE", 0.1)
    with answered_apart(lambda: time.sleep(60)) as answer:
        assert answer.wait() is None
    assert not children(before)


def test_an_answer_that_nobody_wants_ends_with_the_block(before: list[psutil.Process]) -> None:
    with answered_apart(lambda: b"x" * 10_000_000):
        assert len(children(before)) == 1
    assert not children(before)


def test_a_fork_of_who_asked_may_take_the_answer() -> None:
    with answered_apart(lambda: 7) as answer:
        child = os.fork()
        if child == 0:
            os._exit(answer.wait())
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_where_no_process_is_to_be_had_nothing_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    with answered_apart(lambda: 7) as answer:
        assert answer.wait() is None


def test_where_no_pipe_is_to_be_had_nothing_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> tuple[int, int]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "pipe", refused)
    with answered_apart(lambda: 7) as answer:
        assert answer.wait() is None


@pytest.mark.parametrize("what", ["pipe", "fork"])
def test_a_refusal_leaves_no_file_open(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    def refused() -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, what, refused)
    before = sorted(Path("/proc/self/fd").iterdir())
    with answered_apart(lambda: 7):
        pass
    assert sorted(Path("/proc/self/fd").iterdir()) == before
