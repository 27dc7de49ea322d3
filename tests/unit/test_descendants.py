"""Test support: processes below another one, whatever becomes of them."""

from __future__ import annotations

import os
import subprocess
import sys

import psutil

from tests.support.descendants import running_below

PROGRAM = "import time; time.sleep(60)"


def test_a_child_counts_until_it_is_killed_and_not_only_until_it_is_waited_for() -> None:
    child = subprocess.Popen([sys.executable, "-c", PROGRAM])
    try:
        assert [each.pid for each in running_below(os.getpid(), PROGRAM)] == [child.pid]
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE
        assert not running_below(os.getpid(), PROGRAM)
    finally:
        child.kill()
        child.wait()
