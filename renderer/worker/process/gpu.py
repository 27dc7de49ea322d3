"""GPU memory: how many jobs fit at the same time, and a slot for each of them.

The figures come from the driver's own library (NVML, https://docs.nvidia.com/deploy/nvml-api/), which starts
nothing and makes no CUDA context: a worker's main process may query it before it forks.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, TextIO

import pynvml
from msgspec import Struct

from renderer.clock import Clock
from renderer.errors import ClipwrightError
from renderer.runtime.cancellation import never_cancelled

_POLL_SECONDS: Final = 0.5
_MIB: Final = 1 << 20


class Gpu(Struct, frozen=True, kw_only=True):
    """One card: its name, and its memory in MiB."""

    name: str
    total_mb: int
    free_mb: int


def gpus() -> tuple[Gpu, ...]:
    """The graphics cards of this machine; empty without an NVIDIA driver, or when it does not answer."""
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        return ()
    try:
        return tuple(_gpu(number) for number in range(pynvml.nvmlDeviceGetCount()))
    except pynvml.NVMLError:
        return ()
    finally:
        pynvml.nvmlShutdown()


def _gpu(number: int) -> Gpu:
    card = pynvml.nvmlDeviceGetHandleByIndex(number)
    memory = pynvml.nvmlDeviceGetMemoryInfo(card)
    return Gpu(
        name=pynvml.nvmlDeviceGetName(card), total_mb=memory.total // _MIB, free_mb=memory.free // _MIB
    )


def slots(cards: tuple[Gpu, ...], *, job_mb: int) -> int:
    """How many jobs fit at the same time; 0 without a card, at least 1 with one."""
    return max(1, sum(card.total_mb // job_mb for card in cards)) if cards else 0


@contextmanager
def gpu_slot(
    folder: Path, count: int, *, clock: Clock, cancelled: Callable[[], bool] = never_cancelled
) -> Iterator[None]:
    """Hold one of `count` slots while the block runs; with a count of 0, without waiting.

    Slots are file locks, shared by all workers on the folder and released when their holder dies.

    Raises:
        ClipwrightError: `cancelled` while waiting.
    """
    if not count:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        files = [stack.enter_context((folder / f"slot{number}").open("a")) for number in range(count)]
        while not any(_locked(file) for file in files):
            if cancelled():
                raise ClipwrightError("cancelled")
            clock.sleep(_POLL_SECONDS)
        yield


def _locked(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
