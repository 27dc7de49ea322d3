"""The parent's side of the child process that opens users' files, with children that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from renderer.clock import stopwatch
from renderer.errors import ClipwrightError
from renderer.media.sources.sandbox import SandboxLimits, ask_child

LIMITS = SandboxLimits(seconds=2)
FLOOD = 'sys.stdin.read(); sys.stdout.write(\'{"kind": "\' + "x" * (9 << 20) + \'"}\')'
ECHO = "print('{\"read\": %d}' % len(sys.stdin.read()))"


def child_that(monkeypatch: pytest.MonkeyPatch, folder: Path, body: str) -> None:
    """Let a program with this body stand in for the child."""
    program = folder / "child"
    program.write_text(f"#!{sys.executable} -IS\nimport os, sys, time\n{body}\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))


def refusal_of(path: Path) -> str:
    with pytest.raises(ClipwrightError) as caught:
        ask_child("survey", path, LIMITS)
    assert caught.value.code == "media_unreadable"
    return caught.value.facts["refusal"]


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        pytest.param(FLOOD, "too_large", id="an answer beyond the bound"),
        pytest.param("sys.stdin.read()", "crash", id="no answer"),
        pytest.param("print('not JSON')", "crash", id="something else on the output"),
        pytest.param("print('[' * 200000)", "crash", id="nested too deeply"),
        pytest.param("print('[1]')", "crash", id="no object"),
        pytest.param("sys.stdin.close(); os._exit(3)", "crash", id="gone before the request was read"),
        pytest.param("time.sleep(60)", "too_slow", id="silent"),
        pytest.param("os.close(1); time.sleep(60)", "too_slow", id="its output closed, but not ended"),
    ],
)
def test_a_child_that_misbehaves_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, refusal: str
) -> None:
    child_that(monkeypatch, tmp_path, body)
    began = stopwatch()
    assert refusal_of(tmp_path / "a.mp4") == refusal
    assert stopwatch() - began < 2 * LIMITS.seconds + 2


def test_a_request_larger_than_a_pipe_is_passed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child_that(monkeypatch, tmp_path, ECHO)
    answer = ask_child("splice", tmp_path / "a.mp4", LIMITS, parts=["x" * 10] * 50_000)
    assert answer["read"] > 500_000


def test_a_silent_child_is_ended_when_the_job_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child_that(monkeypatch, tmp_path, "time.sleep(60)")
    began, answers = stopwatch(), iter([False, True])
    with pytest.raises(ClipwrightError) as caught:
        ask_child("survey", tmp_path / "a.mp4", LIMITS, cancelled=lambda: next(answers))
    assert caught.value.code == "cancelled"
    assert stopwatch() - began < LIMITS.seconds
