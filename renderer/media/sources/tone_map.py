"""Tone mapping from HDR to SDR as a 3D lookup table: untreated, phone clips in PQ or HLG look washed out.

Chain: transfer function to display light (SMPTE ST 2084, or ITU-R BT.2100 HLG for 1000 cd/m²), highlight
roll-off (the EETF of ITU-R BT.2390, from 1000 cd/m² to 203 cd/m², BT.2408's reference white), BT.2020 to
BT.709 primaries (BT.2087), BT.1886 inverse.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

PQ: Final = 16
HLG: Final = 18
"""Transfer characteristics of ITU-T H.273."""
_PEAK, _WHITE = 1000.0, 203.0
_SIDE: Final = 33

Light = npt.NDArray[np.float64]

_M1, _M2 = 2610 / 16384, 2523 / 4096 * 128
_C1, _C2, _C3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
_TO_BT709: Final = np.array(
    [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
)


def write_cube(path: Path, transfer: int) -> None:
    """Write the table for `transfer` (`PQ` or `HLG`) in the .cube format that libavfilter's lut3d reads."""
    axis = np.linspace(0.0, 1.0, _SIDE)
    blue, green, red = np.meshgrid(axis, axis, axis, indexing="ij")
    table = to_sdr(np.stack([red, green, blue], axis=-1).reshape(-1, 3), transfer)
    rows = "\n".join(f"{r:.6f} {g:.6f} {b:.6f}" for r, g, b in table)
    path.write_text(f"LUT_3D_SIZE {_SIDE}\n{rows}\n", encoding="ascii")


def to_sdr(signal: Light, transfer: int) -> Light:
    """BT.709 R'G'B' in [0, 1], shape (n, 3), from BT.2020 R'G'B' coded with `transfer`."""
    light = _pq_light(signal) if transfer == PQ else _hlg_light(signal)
    brightest = np.maximum(light.max(axis=1, keepdims=True), 1e-6)
    linear = (light * (_rolled_off(brightest) / brightest) / _WHITE) @ _TO_BT709.T
    return np.asarray(np.clip(linear, 0.0, 1.0) ** (1 / 2.4), np.float64)


def _pq_light(signal: Light) -> Light:
    root = signal ** (1 / _M2)
    return np.asarray(10_000 * (np.maximum(root - _C1, 0) / (_C2 - _C3 * root)) ** (1 / _M1), np.float64)


def _pq_signal(light: Light | float) -> Light:
    root = (np.asarray(light, np.float64) / 10_000) ** _M1
    return np.asarray(((_C1 + _C2 * root) / (1 + _C3 * root)) ** _M2, np.float64)


def _hlg_light(signal: Light) -> Light:
    a, b, c, knee = 0.17883277, 0.28466892, 0.55991073, 0.5
    scene = np.where(signal <= knee, signal**2 / 3, (np.exp((signal - c) / a) + b) / 12)
    luminance = scene @ np.array([0.2627, 0.6780, 0.0593])
    return np.asarray(_PEAK * np.maximum(luminance, 1e-9)[:, None] ** 0.2 * scene, np.float64)


def _rolled_off(light: Light) -> Light:
    top = float(_pq_signal(_PEAK))
    limit = float(_pq_signal(_WHITE)) / top
    knee = 1.5 * limit - 0.5
    level = np.minimum(_pq_signal(light) / top, 1.0)
    t = np.maximum(level - knee, 0.0) / (1 - knee)
    spline = (
        (2 * t**3 - 3 * t**2 + 1) * knee + (t**3 - 2 * t**2 + t) * (1 - knee) + (-2 * t**3 + 3 * t**2) * limit
    )
    return _pq_light(np.where(level < knee, level, spline) * top)
