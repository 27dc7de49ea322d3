"""Runs kernels in each of their three modes, and makes noise for them to work on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from renderer.kernels import (
    dithering,
    drawing,
    grading,
    laying,
    painting,
    premultiplying,
    resampling,
    softening,
    sprites,
    turning,
    warping,
)
from renderer.kernels.checks import Surface, surface
from renderer.kernels.library import library

Plane = npt.NDArray[np.uint8]
Shape = tuple[int, int]
Picture = tuple[Plane, Plane, Plane]

MODES: Final = ("numpy", "portable", "best")
MODULES: Final = (
    dithering,
    drawing,
    grading,
    laying,
    painting,
    premultiplying,
    resampling,
    softening,
    sprites,
    turning,
    warping,
)


def without_library(patch: pytest.MonkeyPatch) -> None:
    """Make numpy draw for the rest of the test."""
    for module in MODULES:
        patch.setattr(module, "library", lambda: None)


@contextmanager
def drawn_by(mode: str) -> Iterator[None]:
    """Run kernels in numpy, in C for any processor, or in the fastest C available."""
    with pytest.MonkeyPatch.context() as patch:
        if mode == "numpy":
            without_library(patch)
        compiled = library()
        assert compiled
        compiled.clipwright_portable(int(mode == "portable"))
        try:
            yield
        finally:
            compiled.clipwright_portable(0)


def noise(seed: int, shape: Shape) -> Plane:
    """A view of a larger array: random bytes, many of them 0, and one block of all 0 or all 255."""
    rng, (rows, columns) = np.random.default_rng(seed), shape
    whole = rng.integers(0, 256, (rows + 3, columns + 40), np.uint8)
    whole[rng.random(whole.shape) < 0.2] = 0
    whole[: rows // 2, : columns // 2] = rng.choice([0, 255])
    return whole[1 : rows + 1, 7 : columns + 7]


def noisy_picture(seed: int, shape: Shape) -> Picture:
    """A luma plane of this shape, both sides even, and two chroma planes of half its size."""
    half = shape[0] // 2, shape[1] // 2
    return noise(seed, shape), noise(seed + 1, half), noise(seed + 2, half)


def alike(draw: Callable[[Plane], None], ground: Plane) -> Plane:
    """What all modes draw on the ground, the same in each and with nothing around it changed."""
    results = []
    for mode in MODES:
        with drawn_by(mode):
            results.append(_within(ground, draw))
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    return results[0]


def alike_on_surface(draw: Callable[[Surface], None], ground: Picture) -> Picture:
    """The same for the three planes of a picture."""
    results: list[list[Plane]] = []
    for mode in MODES:
        papers = [_paper(plane) for plane in ground]
        windows = [_window(paper, plane) for paper, plane in zip(papers, ground, strict=True)]
        with drawn_by(mode):
            draw(surface(*windows))
        results.append([_taken(paper, window) for paper, window in zip(papers, windows, strict=True)])
    for other in results[1:]:
        assert all(np.array_equal(*pair) for pair in zip(results[0], other, strict=True))
    luma, blue, red = results[0]
    return luma, blue, red


def _within(ground: Plane, draw: Callable[[Plane], None]) -> Plane:
    paper = _paper(ground)
    window = _window(paper, ground)
    draw(window)
    return _taken(paper, window)


def _paper(ground: Plane) -> Plane:
    return np.full((ground.shape[0] + 2, ground.shape[1] + 50), 77, np.uint8)


def _window(paper: Plane, ground: Plane) -> Plane:
    window = paper[1:-1, 9 : 9 + ground.shape[1]]
    window[:] = ground
    return window


def _taken(paper: Plane, window: Plane) -> Plane:
    drawn = window.copy()
    window[:] = 77
    assert (paper == 77).all()  # nothing around the window was changed
    return drawn
