from __future__ import annotations

import subprocess
import sys

import pytest

from renderer.cli.termination import ENDED

PROGRAM = """
import os, signal, time, weakref
from renderer.cli.termination import exit_on_sigterm

class Thing:
    pass

def gone(*_):
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.2)

exit_on_sigterm()
try:
    {death}
    while True:
        time.sleep(0.1)
finally:
    print("cleaned up", flush=True)
"""

QUICK = """
import atexit, sys, threading, time
from renderer.cli.termination import QuickEnd

class Freed:
    def __del__(self):
        print("freed", flush=True)

def speak_late():
    time.sleep(0.3)
    print("thread", end=" ")

end, freed = QuickEnd(), Freed()
atexit.register(print, "registered", end=" ")
threading.Thread(target=speak_late).start()
{end}
"""


@pytest.mark.parametrize(
    "death",
    [
        "gone()",
        "thing = Thing(); watch = weakref.ref(thing, gone); del thing",
        "Thing.__del__ = gone; Thing()",
    ],
    ids=["running", "weak reference", "finaliser"],
)
def test_sigterm_ends_the_process_wherever_it_strikes(death: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(death=death)],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (ENDED, "cleaned up\n", "")


@pytest.mark.parametrize(
    ("end", "code", "said"),
    [
        ("end.leave(3)", 3, "thread registered "),
        ("sys.exit(4)", 4, "thread registered freed\n"),
        ("1 / 0", 1, "thread registered freed\n"),
    ],
    ids=["quick", "another exit", "failure"],
)
def test_a_quick_end_waits_for_threads_and_what_has_registered_but_frees_nothing(
    end: str, code: int, said: str
) -> None:
    command = [sys.executable, "-c", QUICK.format(end=end)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (ended.returncode, ended.stdout) == (code, said)


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_quick_end_needs_no_streams(closed: str) -> None:
    program = "from renderer.cli.termination import QuickEnd; QuickEnd().leave(3)"
    command = ["sh", "-c", f'"$0" -c "$1" {closed}', sys.executable, program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "", "")
