"""Sounds laid over each other."""

from __future__ import annotations

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks
from renderer.kernels.sound.checks import Sound


def add(target: Sound, sound: Sound, factor: float) -> None:
    """`target += sound * factor`, both (channels, frames) of one shape that share no memory.

    Raises:
        ValueError: an array cannot be used as it is.
    """
    sound = checks.source(sound)
    here = checks.target(target, sound.shape)
    compiled = library()
    if not compiled:
        target += sound * np.float32(factor)
        return
    compiled.clipwright_add(*here, *checks.place(sound), *sound.shape, factor)
