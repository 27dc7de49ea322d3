"""A refused allocation is recognised in every form in which Python reports it."""

from __future__ import annotations

import errno
import subprocess
import sys

import pytest

from renderer.errors import lacked_memory

THREADS = """
import resource, threading, time
resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
threading.stack_size(64 << 20)
from renderer.errors import lacked_memory
try:
    for _ in range(20):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
except Exception as error:
    print(type(error).__name__, lacked_memory(error))
"""


def test_a_thread_that_has_no_room_lacked_memory() -> None:
    told = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["RuntimeError", "True"]


MATRIX = """
import resource
import cv2, numpy as np
from renderer.errors import lacked_memory
cv2.setNumThreads(1)
picture = np.zeros((4000, 4000, 3), np.uint8)
resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))
try:
    cv2.resize(picture, (20000, 20000))
except Exception as error:
    print(type(error).__name__, lacked_memory(error))
"""


def test_a_matrix_that_has_no_room_lacked_memory() -> None:
    told = subprocess.run([sys.executable, "-c", MATRIX], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["error", "True"]


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(errno.ENOMEM, "no"), ImportError("x.so: failed to map segment from it")]
)
def test_refusals_of_memory_are_found_behind_other_errors(error: Exception) -> None:
    behind = ValueError("a frame was not made")
    behind.__cause__ = error
    assert lacked_memory(error)
    assert lacked_memory(behind)


@pytest.mark.parametrize("error", [RuntimeError("no"), OSError(errno.ENOSPC, "full"), ImportError("no such")])
def test_other_errors_are_none(error: Exception) -> None:
    assert not lacked_memory(error)
