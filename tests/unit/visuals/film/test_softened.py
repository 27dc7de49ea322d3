"""Detail is removed from the caption box, grain stays, and far from the box nothing changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from renderer.compositor.planes import Planes, allocate
from renderer.core.picture_spec import NO_REGION, Region
from renderer.visuals.film.softened import GRAIN, softened

BOX: Region = (0.2, 0.4, 0.8, 0.6)


@dataclass(frozen=True, slots=True)
class Striped:
    """Black and white stripes, `width` pixels each."""

    width: int

    def look(self, _seconds: float) -> None:
        """One look for all times, since the stripes never change."""

    def draw(self, target: Planes, _seconds: float) -> None:
        """Fill the target."""
        stripes = np.where(np.arange(target.width) // self.width % 2, 235, 16)
        target.y[:] = stripes[None, :]
        target.u[:], target.v[:] = 128, 128


def drawn(width: int, size: tuple[int, int], region: Region) -> Planes:
    target = allocate(*size)
    softened(Striped(width), region, width=size[0], height=size[1]).draw(target, 0.0)
    return target


@pytest.mark.parametrize("size", [(270, 480), (480, 270), (1080, 1920)])
@pytest.mark.parametrize("width", [1, 3, 12])
def test_no_edge_is_left_in_the_box(size: tuple[int, int], width: int) -> None:
    luma = drawn(width, size, BOX).y.astype(int)
    inside = luma[
        round(0.42 * size[1]) : round(0.58 * size[1]), round(0.22 * size[0]) : round(0.78 * size[0])
    ]
    steps = np.abs(np.diff(inside, axis=1))
    assert steps.max() <= 2 * GRAIN + 14


def test_far_from_the_box_every_pixel_stays() -> None:
    plain, soft = drawn(5, (270, 480), NO_REGION), drawn(5, (270, 480), BOX)
    assert np.array_equal(plain.y[:150], soft.y[:150])
    assert np.array_equal(plain.y[330:], soft.y[330:])
    assert np.array_equal(plain.y[:, :20], soft.y[:, :20])


def test_grain_stays() -> None:
    rng = np.random.default_rng(1)
    grain = rng.integers(-3, 4, (480, 270))

    @dataclass(frozen=True, slots=True)
    class Grained:
        def look(self, _seconds: float) -> None:
            pass

        def draw(self, target: Planes, _seconds: float) -> None:
            target.y[:] = 120 + grain
            target.u[:], target.v[:] = 128, 128

    target = allocate(270, 480)
    softened(Grained(), BOX, width=270, height=480).draw(target, 0.0)
    assert np.corrcoef(target.y[200:280, 60:210].ravel(), grain[200:280, 60:210].ravel())[0, 1] > 0.95
