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
