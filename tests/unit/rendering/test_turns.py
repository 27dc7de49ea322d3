"""Benchmarks: contenders take turns."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.support.rendering.turns import TURN_SECONDS, clock, run_in_turns

_UNTIL_STOPPED = """
import json, sys, time
from pathlib import Path
from benchmarks.support.rendering.turns import TURN_SECONDS, clock
began, started, busy = clock(), time.perf_counter(), time.process_time()
own = passed = 0
while passed < own + TURN_SECONDS / 2 and own < 60:
    passed, own = time.perf_counter() - started, clock() - began
print(json.dumps([own, passed, time.process_time() - busy]))
Path(sys.argv[1]).touch()
"""
_UNTIL_THE_OTHER_ENDS = """
import sys
from pathlib import Path
while not Path(sys.argv[1]).exists():
    pass
"""


def test_the_clock_of_a_contender_stands_still_while_it_is_anothers_turn(tmp_path: Path) -> None:
    scripts = {"judged": _UNTIL_STOPPED, "other": _UNTIL_THE_OTHER_ENDS}
    commands = {name: [sys.executable, "-c", each, str(tmp_path / "ended")] for name, each in scripts.items()}
    ran = run_in_turns(commands)
    own, passed, busy = json.loads(ran["judged"].said)
    assert passed > own + TURN_SECONDS / 2
    assert own > busy - TURN_SECONDS / 2
    assert all(each.rss > 1 for each in ran.values())


def test_a_process_that_takes_no_turns_has_the_clock_of_the_machine() -> None:
    before = time.perf_counter()
    assert before <= clock() <= time.perf_counter()


def test_a_contender_that_fails_is_told_and_the_others_end() -> None:
    waits, fails = [sys.executable, "-c", "import time; time.sleep(60)"], [sys.executable, "-c", "exit(3)"]
    began = time.perf_counter()
    with pytest.raises(subprocess.CalledProcessError):
        run_in_turns({"waits": waits, "fails": fails})
    assert time.perf_counter() - began < 50
