"""Encoders beside each other, one for each core: below what they take, no sharing of the work can go.

They share memory and caches of the machine, so that each takes some more of its processor than an encoder
that has the machine to itself.
"""

from __future__ import annotations

import multiprocessing
import statistics
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from typing import Final, Protocol

from benchmarks.support.rendering.floor import Cost
from renderer.worker.processors import usable_cores

LONGEST_WAIT: Final = 300.0
"""Seconds that one encoder waits for the others to have composed their frames."""


class Encode(Protocol):
    """Encodes some frames in this process; can be pickled."""

    def __call__(self, number: int, together: Callable[[], object]) -> Cost:
        """What it took; `number` tells the encoders apart, and `together` waits for all of them."""


def on_all_cores(encode: Encode) -> Cost:
    """What one encoder takes for these frames while as many as there are cores do the same, in the mean."""
    spawning, count = multiprocessing.get_context("spawn"), usable_cores()
    barrier = spawning.Barrier(count)
    with ProcessPoolExecutor(count, spawning, initializer=_Shared.hold, initargs=(barrier,)) as pool:
        costs = list(pool.map(_encoded, [encode] * count, range(count)))
    return Cost(*(statistics.mean(each) for each in zip(*costs, strict=True)))


class _Shared:
    """What a process has got from the one that started it."""

    barrier: Barrier

    @classmethod
    def hold(cls, barrier: Barrier) -> None:
        cls.barrier = barrier

    @classmethod
    def wait(cls) -> None:
        cls.barrier.wait(LONGEST_WAIT)


def _encoded(encode: Encode, number: int) -> Cost:
    return encode(number, _Shared.wait)
