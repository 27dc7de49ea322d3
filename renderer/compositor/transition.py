"""How a shot replaces the one before it. Planar and short: each runs only inside its window.

Every transition is a function of (target, outgoing, incoming, progress): `progress` in [0, 1] is 0 where
only `outgoing` is seen and 1 where only `incoming` is. The three have the same size and share no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from renderer.compositor.planes import Plane, Planes, copy_into
from renderer.errors import ClipwrightError
from renderer.kernels.places import steps_about
from renderer.kernels.resampling import resample

TransitionPainter = Callable[[Planes, Planes, Planes, float], None]

BLACK: Final = (16.0, 128.0, 128.0)
_LEAK: Final = (96.0, -26.0, 34.0)
"""Warm light added at a leak's centre: luma up, blue-difference down, red-difference up."""


def painter_of(kind: str) -> TransitionPainter:
    """The function that draws this kind of transition.

    Raises:
        ClipwrightError: `unknown_choice` for a kind that does not exist.
    """
    if kind not in TRANSITIONS:
        raise ClipwrightError(
            "unknown_choice", field="transition", value=kind, choices=", ".join(TRANSITIONS)
        )
    return TRANSITIONS[kind]


def _cut(target: Planes, _outgoing: Planes, incoming: Planes, _progress: float) -> None:
    copy_into(target, incoming)


def _dissolve(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    share = _smooth(progress)
    for ground, old, new in _pairs(target, outgoing, incoming):
        cv2.addWeighted(old, 1.0 - share, new, share, 0.0, dst=ground)


def _fade(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """Down to black over the first half, up from it over the second."""
    shown, light = (outgoing, 1.0 - 2.0 * progress) if progress < 0.5 else (incoming, 2.0 * progress - 1.0)  # noqa: PLR2004  # halfway
    for ground, plane, black in zip(_each(target), _each(shown), BLACK, strict=True):
        cv2.convertScaleAbs(plane, dst=ground, alpha=light, beta=black * (1.0 - light))


def _whip(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """The camera whips to the right: both pictures fly left as one strip, smeared by their speed."""
    travelled = _smooth(progress)
    speed = 6.0 * progress * (1.0 - progress)
    for ground, old, new in _pairs(target, outgoing, incoming):
        width = ground.shape[1]
        edge = width - round(travelled * width)
        ground[:, :edge] = old[:, width - edge :]
        ground[:, edge:] = new[:, : width - edge]
        reach = max(1, round(0.09 * width * speed))
        cv2.blur(ground, (reach, 1), dst=ground)


def _zoom(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """Zooms through the old picture into the new one, which settles from slightly enlarged."""
    share = _smooth(progress)
    old_scale, new_scale = 1.0 + 0.9 * share * share, 1.0 + 0.25 * (1.0 - share) ** 2
    for ground, old, new in _pairs(target, outgoing, incoming):
        near = _magnified(old, old_scale)
        cv2.addWeighted(near, 1.0 - share, _magnified(new, new_scale), share, 0.0, dst=ground)


def _wipe(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """A soft edge passes from left to right."""
    for ground, old, new in _pairs(target, outgoing, incoming):
        width = ground.shape[1]
        feather = 0.12 * width
        edge = _smooth(progress) * (width + feather) - feather
        full, done = max(0, int(edge)), min(width, int(edge + feather) + 1)
        ground[:, :full] = new[:, :full]
        ground[:, done:] = old[:, done:]
        if done > full:
            _blend_columns(ground[:, full:done], old[:, full:done], new[:, full:done], edge + feather - full)


def _blend_columns(ground: Plane, old: Plane, new: Plane, reach: float) -> None:
    """Old to new along the columns: the new picture's share falls from the left to 0 at column `reach`."""
    height, width = ground.shape
    share = np.clip((reach - np.arange(width, dtype=np.float32)) / max(reach, 1.0), 0.0, 1.0)
    weights = np.repeat(share[None, :].astype(np.float32), height, axis=0)
    ground[:] = cv2.blendLinear(new.copy(), old.copy(), weights, 1.0 - weights)


def _light_leak(target: Planes, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """A warm light swells over a dissolve and sweeps across."""
    _dissolve(target, outgoing, incoming, progress)
    strength = float(np.sin(np.pi * progress))
    for ground, gain in zip(_each(target), _LEAK, strict=True):
        glow = _glow(ground.shape[1], ground.shape[0], round(progress * 16))
        light = cv2.convertScaleAbs(glow, alpha=abs(gain) * strength / 255.0)
        (cv2.add if gain > 0 else cv2.subtract)(ground, light, dst=ground)
    np.clip(target.y, 16, 235, out=target.y)


TRANSITIONS: Final[dict[str, TransitionPainter]] = {
    "cut": _cut,
    "dissolve": _dissolve,
    "fade": _fade,
    "light_leak": _light_leak,
    "whip": _whip,
    "wipe": _wipe,
    "zoom": _zoom,
}


@lru_cache(maxsize=2)
def _glow(width: int, height: int, step: int) -> Plane:
    """A soft diagonal band of light (0-255) whose centre is at `step` sixteenths of its way.

    Kept for the other plane of chroma and for the next frame, which may be at the same step.
    """
    rows, columns = np.mgrid[0:48, 0:27].astype(np.float32)
    heart = -0.2 + 1.4 * step / 16
    across = columns / 26 + 0.35 * (rows / 47 - 0.5) - heart
    small = 255.0 * np.exp(-((across / 0.38) ** 2))
    return np.asarray(
        cv2.resize(small.astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC), np.uint8
    )


def _magnified(plane: Plane, scale: float) -> Plane:
    """The plane enlarged about its middle, `scale` at least 1."""
    height, width = plane.shape
    across, down = (steps_about(side // 2, side // 2, 1.0 / scale) for side in (width, height))
    near = np.empty_like(plane)
    resample(near, plane, across, down)
    return near


def _smooth(progress: float) -> float:
    return progress * progress * (3.0 - 2.0 * progress)


def _each(planes: Planes) -> tuple[Plane, Plane, Plane]:
    return planes.y, planes.u, planes.v


def _pairs(target: Planes, outgoing: Planes, incoming: Planes) -> list[tuple[Plane, Plane, Plane]]:
    return list(zip(_each(target), _each(outgoing), _each(incoming), strict=True))
