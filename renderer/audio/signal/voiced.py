"""Trimming of spoken lines: engines leave up to a fifth of a second of silence at either end."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.signal.samples import Samples

LEAD_SECONDS: Final = 0.015
TAIL_SECONDS: Final = 0.04
"""Seconds of silence kept before and after a line, for breaths and the ends of plosives."""
_STEP_SECONDS: Final = 0.005
_BELOW_LOUDEST: Final = 10.0**-4.0
"""Power below that of the loudest step at which a step counts as silent: 40 dB."""


def voiced_range(samples: Samples, rate: int) -> tuple[int, int]:
    """Voiced range [first, end) of mono sound at `rate` hertz, with its margins; (0, 0) for silence."""
    step = max(1, round(_STEP_SECONDS * rate))
    padded = np.pad(samples, (0, -len(samples) % step)).reshape(-1, step)
    power = np.mean(np.square(padded, dtype=np.float64), axis=1)
    voiced = np.flatnonzero(power > max(float(power.max(initial=0.0)) * _BELOW_LOUDEST, 1e-12))
    if not len(voiced):
        return 0, 0
    first = int(voiced[0]) * step - round(LEAD_SECONDS * rate)
    return max(0, first), min(len(samples), (int(voiced[-1]) + 1) * step + round(TAIL_SECONDS * rate))
