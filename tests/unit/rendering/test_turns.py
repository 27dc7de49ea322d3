"""Benchmarks: contenders take turns."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from benchmarks.support.rendering.turns import TURN_SECONDS, clock, run_in_turns

_FOR_A_SECOND = """
import json, time
from benchmarks.support.rendering.turns import clock
began, started = clock(), time.perf_counter()
while clock() - began < 1:
    pass
print(json.dumps([clock() - began, time.perf_counter() - started]))
"""


def test_the_clock_of_a_contender_stands_still_while_it_is_anothers_turn() -> None:
    command = [sys.executable, "-c", _FOR_A_SECOND]
    ran = run_in_turns({"one": command, "other": command})
    for each in ran.values():
        own, passed = json.loads(each.said)
        assert own < 1 + TURN_SECONDS
        assert passed > own + TURN_SECONDS / 2
        assert each.rss > 1


def test_a_process_that_takes_no_turns_has_the_clock_of_the_machine() -> None:
    before = time.perf_counter()
    assert before <= clock() <= time.perf_counter()


def test_a_contender_that_fails_is_told_and_the_others_end() -> None:
    waits, fails = [sys.executable, "-c", "import time; time.sleep(60)"], [sys.executable, "-c", "exit(3)"]
    began = time.perf_counter()
    with pytest.raises(subprocess.CalledProcessError):
        run_in_turns({"waits": waits, "fails": fails})
    assert time.perf_counter() - began < 50
