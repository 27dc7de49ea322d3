"""One encoder per core, in parallel: a bound that no way of sharing the work among cores can beat.

They share the machine's memory and caches, so that each takes somewhat more processor time than an encoder
with the machine to itself.
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
    """Encodes some frames in this process; must be picklable."""

    def __call__(self, number: int, together: Callable[[], object]) -> Cost:
        """Encode and return the cost; `number` tells the encoders apart, `together` waits for all of them."""


def on_all_cores(encode: Encode) -> Cost:
    """Mean cost of one encoder while as many encoders as there are cores do the same."""
    spawning, count = multiprocessing.get_context("spawn"), usable_cores()
    barrier = spawning.Barrier(count)
    with ProcessPoolExecutor(count, spawning, initializer=_Shared.hold, initargs=(barrier,)) as pool:
        costs = list(pool.map(_encoded, [encode] * count, range(count)))
    return Cost(*(statistics.mean(each) for each in zip(*costs, strict=True)))


class _Shared:
    """The barrier that a pool process received from its parent."""

    barrier: Barrier

    @classmethod
    def hold(cls, barrier: Barrier) -> None:
        cls.barrier = barrier

    @classmethod
    def wait(cls) -> None:
        cls.barrier.wait(LONGEST_WAIT)


def _encoded(encode: Encode, number: int) -> Cost:
    return encode(number, _Shared.wait)
