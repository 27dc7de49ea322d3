"""What would lead a kernel out of its arrays is refused, in C and in numpy, before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from renderer.kernels import drawing, resampling, softening
from renderer.kernels.checks import Surface, surface
from renderer.kernels.places import ONE, Steps, steps
from renderer.kernels.sheets import PlacedSheets, SheetPiece, sheets
from renderer.kernels.sprites import PlacedPlanes, blend_sprites, sprite_planes
from tests.unit.kernels.modes import MODES, drawn_by, noisy_picture

WAY = steps(0.0, 1.0)
PLANE, HALF = np.zeros((20, 30), np.uint8), np.zeros((10, 15), np.uint8)
FULL = np.full((20, 30), 255, np.uint8), np.full((10, 15), 255, np.uint8)
READ_ONLY = np.broadcast_to(np.uint8(3), (20, 30))
WAYS = (WAY, WAY)
FAR = (Steps(1 << 62, ONE), WAY)
BACKWARD = (Steps(0, -ONE), WAY)
WIDE = (Steps(0, 1 << 55), WAY)
BEYOND = (Steps(1 << 70, ONE), WAY)
SHEETS = sheets((FULL[0], FULL[1], FULL[1]), FULL, FULL)
MAPLESS = sheets((FULL[0], FULL[1], FULL[1]), FULL)
PLACED = PlacedSheets(SHEETS, (0, 0, 30, 20))
SPRITE = sprite_planes((FULL[0], FULL[1], FULL[1]), FULL)
PATCH = softening.patch((2, 2), FULL[0][:8, :12], shrink=4, sigmas=(2.0, 1.0))
SMALL = softening.patch((2, 2), FULL[1][:4, :4], shrink=2, sigmas=(2.0, 1.0))
TABLE = np.zeros(256, np.uint8)


@pytest.fixture(params=MODES, autouse=True)
def mode(request: pytest.FixtureRequest) -> object:
    with drawn_by(request.param):
        yield


@pytest.mark.parametrize(
    "target",
    [READ_ONLY, PLANE[:, ::2], PLANE.T, PLANE[:0], PLANE[0], PLANE.astype(np.int8), PLANE[1:]],
    ids=["read-only", "every second", "turned", "empty", "a row", "signed", "what is read"],
)
def test_a_plane_that_cannot_be_written_is_refused(target: npt.NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match=r"plane|written"):
        resampling.resample(target, PLANE, WAY, WAY)


@pytest.mark.parametrize(
    "planes",
    [
        (PLANE[:, ::2], HALF, HALF),
        (PLANE, PLANE, HALF),
        (PLANE, HALF, HALF[1:]),
        (PLANE[:19], HALF, HALF),
        (PLANE.astype(np.int8), HALF, HALF),
    ],
    ids=["every second", "large chroma", "unlike chroma", "odd", "signed"],
)
def test_planes_that_are_no_picture_are_refused(planes: tuple[npt.NDArray[np.uint8], ...]) -> None:
    with pytest.raises(ValueError, match=r"plane|half"):
        surface(planes[0], planes[1], planes[2])


def draws(source: Surface) -> dict[str, Callable[[Surface], None]]:
    """Functions that draw on a surface from a source, by name."""
    luma, blue, red = source.planes
    own = sheets((luma, blue, red), FULL)
    sprite = sprite_planes((luma, blue, red), FULL)
    detail = softening.patch((0, 2), luma[:8], shrink=2, sigmas=(2.0, 1.0))
    return {
        "view": lambda target: resampling.view(target, source, WAYS, WAYS),
        "sheets": lambda target: drawing.draw_sheets(target, [PLACED._replace(sheets=own)]),
        "sprites": lambda target: blend_sprites(target, [PlacedPlanes(sprite, 0, 0)]),
        "softening": lambda target: softening.soften(target, detail, SMALL, TABLE),
    }


@pytest.mark.parametrize("name", ["view", "sheets", "sprites", "softening"])
def test_a_surface_that_is_read_or_is_read_only_is_refused(name: str) -> None:
    planes = [np.ascontiguousarray(plane) for plane in noisy_picture(2, (20, 30))]
    source = surface(planes[0], planes[1], planes[2])
    other = [PLANE.copy(), HALF.copy(), HALF.copy()]
    with pytest.raises(ValueError, match="read"):
        draws(source)[name](surface(planes[0], other[1], other[2]))
    with pytest.raises(ValueError, match="written"):
        draws(source)[name](surface(_frozen(PLANE), HALF, HALF))
    draws(source)[name](surface(other[0], other[1], other[2]))


def _frozen(plane: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    copy = plane.copy()
    copy.flags.writeable = False
    return copy


UNDRAWN: dict[str, Callable[[Surface], None]] = {
    "a view far away": lambda to: resampling.view(to, surface(*_picture()), FAR, WAYS),
    "a view backward": lambda to: resampling.view(to, surface(*_picture()), WAYS, BACKWARD),
    "a view too wide": lambda to: resampling.view(to, surface(*_picture()), WIDE, WAYS),
    "a view beyond numbers": lambda to: resampling.view(to, surface(*_picture()), BEYOND, WAYS),
    "a window beside": lambda to: _draw(to, window=(-2, 0, 30, 20)),
    "a window too wide": lambda to: _draw(to, window=(0, 0, 32, 20)),
    "a window too high": lambda to: _draw(to, window=(0, 0, 30, 22)),
    "an odd window": lambda to: _draw(to, window=(0, 1, 30, 20)),
    "an empty window": lambda to: _draw(to, window=(4, 0, 4, 20)),
    "an odd origin": lambda to: _draw(to, origin=(1, 0)),
    "sheets far away": lambda to: _draw(to, x=(1 << 61, 0)),
    "sheets backward": lambda to: _draw(to, step=-1),
    "sheets too opaque": lambda to: _draw(to, opacity=257),
    "sheets less than clear": lambda to: _draw(to, opacity=-1),
    "a short table": lambda to: _draw(to, table=b"12"),
    "a table without a map": lambda to: _draw(to, sheets=MAPLESS, table=bytes(256)),
    "a sprite on an odd pixel": lambda to: blend_sprites(to, [PlacedPlanes(SPRITE, 1, 0)]),
    "a sprite too opaque": lambda to: blend_sprites(to, [PlacedPlanes(SPRITE, 0, 0, 257)]),
    "a patch beside": lambda to: softening.soften(to, _patch_at((-2, 0)), SMALL, TABLE),
    "a patch too far right": lambda to: softening.soften(to, _patch_at((20, 0)), SMALL, TABLE),
    "a patch too low": lambda to: softening.soften(to, PATCH, _patch_at((0, 4)), TABLE),
    "a short strength": lambda to: softening.soften(to, PATCH, SMALL, TABLE[:9]),
}


def _picture() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    return FULL[0], FULL[1], FULL[1]


def _draw(target: Surface, **changes: Any) -> None:
    # the first placement is valid and would be drawn
    drawing.draw_sheets(target, [PLACED, PLACED._replace(**changes)])


def _patch_at(corner: tuple[int, int]) -> softening.Patch:
    return softening.patch(corner, FULL[0][:8, :12], shrink=4, sigmas=(2.0, 1.0))


@pytest.mark.parametrize("name", UNDRAWN)
def test_what_would_leave_its_planes_is_refused_and_nothing_is_drawn(name: str) -> None:
    target = surface(PLANE.copy(), HALF.copy(), HALF.copy())
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
        UNDRAWN[name](target)
    assert not any(plane.any() for plane in target.planes)


def test_what_cannot_be_drawn_is_not_made() -> None:
    luma, chroma = FULL
    for make in (
        lambda: sheets((luma, chroma, chroma), (luma, chroma[:9])),
        lambda: sheets((luma[:19], chroma, chroma), FULL),
        lambda: sheets((luma, chroma, chroma), FULL, (luma,)),
        lambda: sheets((luma, chroma, chroma), FULL, pieces=(SheetPiece(0, 0, 32, 20, True, 0, 0),)),
        lambda: sheets((luma, chroma, chroma), FULL, pieces=(SheetPiece(0, 1, 30, 20, True, 0, 0),)),
        lambda: sheets((luma, chroma, chroma), FULL, pieces=(SheetPiece(0, 0, 30, 20, True, 0, 256),)),
        lambda: sprite_planes((luma, chroma, chroma), (luma, luma)),
        lambda: sprite_planes((luma[:, :29], chroma, chroma), FULL),
        lambda: softening.patch((0, 0), luma, shrink=7, sigmas=(2.0, 1.0)),
        lambda: softening.patch((0, 0), luma, shrink=0, sigmas=(2.0, 1.0)),
        lambda: resampling.resample(PLANE.copy(), PLANE, steps(2.0**30, 1.0), WAY),
        lambda: resampling.resample(PLANE.copy(), PLANE, steps(0.0, -1.0), WAY),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
            make()
