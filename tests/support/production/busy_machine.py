"""How much longer work takes now than on a machine with nothing else to do."""

from __future__ import annotations

import time

_CPU_SECONDS = 0.2


def slowness() -> float:
    """Wall time of a short calculation over its processor time, at least 1.

    Bars in seconds hold on a free machine; beside other work they are stretched by as much as the machine is
    slower, so that a test judges the program and not its neighbours.
    """
    wall, cpu = time.perf_counter(), time.process_time()
    while time.process_time() - cpu < _CPU_SECONDS:
        sum(range(1000))
    return max(1.0, (time.perf_counter() - wall) / (time.process_time() - cpu))
