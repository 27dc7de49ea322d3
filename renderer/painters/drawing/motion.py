"""Motions of layers, each a pure function of the seconds into the shot."""

from __future__ import annotations

import math

from msgspec.structs import replace

from renderer.painters.layered_picture import Motion, Placement


def ease_out(part: float) -> float:
    """Fast start, soft landing (cubic); input clamped to [0, 1]."""
    left = 1.0 - min(max(part, 0.0), 1.0)
    return 1.0 - left**3


def ease_in_out(part: float) -> float:
    """Soft start and landing (smootherstep, Perlin 2002); input clamped to [0, 1]."""
    t = min(max(part, 0.0), 1.0)
    return t**3 * (t * (6.0 * t - 15.0) + 10.0)


def overshoot(part: float, *, amount: float = 1.2) -> float:
    """Go slightly past 1 and come back (Penner's back easing); input clamped to [0, 1]."""
    t = min(max(part, 0.0), 1.0) - 1.0
    return t * t * ((amount + 1.0) * t + amount) + 1.0


def drawing(x: float, y: float, *, start: float, end: float, first: float = 0.0) -> Motion:
    """Uncover a layer's reveal map from `first` at `start` seconds to all of it at `end`."""
    rest = Placement(x=x, y=y)

    def motion(seconds: float) -> Placement:
        part = ease_in_out((seconds - start) / max(end - start, 1e-6))
        return replace(rest, reveal=first + (1.0 - first) * part)

    return motion


def steadily(x: float, y: float, *, start: float, end: float, first: float = 0.0) -> Motion:
    """Like `drawing`, but at constant speed with a soft end, for routes and charts."""
    rest = Placement(x=x, y=y)

    def motion(seconds: float) -> Placement:
        part = min(max((seconds - start) / max(end - start, 1e-6), 0.0), 1.0)
        return replace(rest, reveal=first + (1.0 - first) * math.sin(part * math.pi / 2))

    return motion


def drifting(x: float, y: float, *, by: tuple[float, float], period: float, phase: float = 0.0) -> Motion:
    """Move to and fro on a slow ellipse of half-axes `by`; `phase` in [0, 1]."""

    def motion(seconds: float) -> Placement:
        angle = 2 * math.pi * (seconds / period + phase)
        return Placement(x=x + by[0] * math.sin(angle), y=y + by[1] * math.cos(angle))

    return motion


def moving(
    x: float, y: float, *, speed: tuple[float, float], turn: float = 0.0, angle: float = 0.0
) -> Motion:
    """Move straight on from (`x`, `y`) at `speed` pixels a second, turning `turn` degrees a second."""
    return lambda seconds: Placement(
        x=x + speed[0] * seconds, y=y + speed[1] * seconds, angle=angle + turn * seconds
    )


def settling(
    x: float, y: float, *, start: float, length: float = 0.55, rise: float = 0.0, angle: float = 0.0
) -> Motion:
    """Fade in at `start` while sliding up by `rise` pixels and swinging into `angle`; then stay."""

    def motion(seconds: float) -> Placement:
        part = (seconds - start) / length
        landed = overshoot(part)
        return Placement(
            x=x,
            y=y + rise * (1.0 - landed),
            scale=0.92 + 0.08 * landed,
            angle=angle * (1.6 - 0.6 * landed),
            opacity=ease_out(part * 2.0),
        )

    return motion


def breathing(
    x: float, y: float, *, depth: float, period: float, phase: float = 0.0, top: float = 1.0
) -> Motion:
    """Let the opacity swing slowly between `top - depth` and `top`."""

    def motion(seconds: float) -> Placement:
        wave = 0.5 + 0.5 * math.cos(2 * math.pi * (seconds / period + phase))
        return Placement(x=x, y=y, opacity=top - depth * (1.0 - wave))

    return motion


def fading(
    x: float, y: float, *, start: float, length: float, first: float = 0.0, last: float = 1.0
) -> Motion:
    """Change the opacity from `first` to `last` within `length` seconds from `start`."""

    def motion(seconds: float) -> Placement:
        return Placement(x=x, y=y, opacity=first + (last - first) * ease_in_out((seconds - start) / length))

    return motion
