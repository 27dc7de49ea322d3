"""OpenCV's own threads, which speed up one process and slow down several side by side."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import cv2


@contextmanager
def one_thread_of_opencv() -> Iterator[None]:
    """Limit OpenCV to the calling thread within the block; it starts no threads of its own there."""
    cores = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(cores)
