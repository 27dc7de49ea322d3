"""Adds sounds to each other."""

from __future__ import annotations

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks
from renderer.kernels.sound.checks import Sound


def add(target: Sound, sound: Sound, factor: float) -> None:
    """Compute `target += sound * factor`; both have the same shape (channels, frames) and share no memory.

    Raises:
        ValueError: an array cannot be used as it is.
    """
    sound = checks.source(sound)
    here = checks.target(target, sound.shape)
    compiled = library()
    if not compiled:
        target += sound * np.float32(factor)
        return
    compiled.clipwright_add(*here, None, 0, *checks.place(sound), *sound.shape, factor, 0.0)


def add_to_both(targets: tuple[Sound, Sound], sound: Sound, factors: tuple[float, float]) -> None:
    """As `add`, to two targets, each with its own factor.

    Raises:
        ValueError: an array cannot be used as it is.
    """
    sound = checks.source(sound)
    here, there = (checks.target(target, sound.shape) for target in targets)
    compiled = library()
    if not compiled:
        for target, factor in zip(targets, factors, strict=True):
            add(target, sound, factor)
        return
    compiled.clipwright_add(*here, *there, *checks.place(sound), *sound.shape, *factors)
