"""How much slower the machine is at present than when idle."""

from __future__ import annotations

import time

_CPU_SECONDS = 0.2


def slowness() -> float:
    """Wall time of a short calculation over its processor time, at least 1.

    Bars in seconds apply to an idle machine; tests multiply them by this factor, so that other load on the
    machine does not fail them.
    """
    wall, cpu = time.perf_counter(), time.process_time()
    while time.process_time() - cpu < _CPU_SECONDS:
        sum(range(1000))
    return max(1.0, (time.perf_counter() - wall) / (time.process_time() - cpu))
