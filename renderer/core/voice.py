"""How a narrator sounds beyond the speech engine: `DspProfile`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DspProfile:
    """Settings of the voice chain; frequencies in hertz, levels in decibels.

    `compression_ratio` >= 1 above `compression_threshold_db` (dBFS of a voice levelled to the house level);
    `warmth` (soft saturation of the lower band) and `room` (early reflections) lie in [0, 1].
    """

    high_pass_hz: float = 80.0
    low_shelf_db: float = 0.0
    low_shelf_hz: float = 180.0
    presence_db: float = 2.0
    presence_hz: float = 3200.0
    air_db: float = 1.0
    compression_ratio: float = 2.5
    compression_threshold_db: float = -22.0
    warmth: float = 0.2
    room: float = 0.15
