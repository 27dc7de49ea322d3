"""What is enlarged by resizing looks as if it were warped; the globes of maps are enlarged that way."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.compositor.planes import Planes, allocate, rgb_to_planes
from renderer.core.camera import CameraMove, View
from renderer.kernels.drawing import draw_sheets
from renderer.kernels.sheets import PlacedSheets
from renderer.painters.layered_picture import ByteImage, Layer, Placement
from renderer.visuals.camera.affine import Affine
from renderer.visuals.camera.views import Lens
from renderer.visuals.film.cel_geometry import seen_at
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.enlarged import Upright, enlarged, upright
from renderer.visuals.film.layered_film import FilmedLayers, _turned, filmed_layers
from renderer.visuals.grade import Grade
from tests.support.painted import filmed, spec_of

BOX = (10, 20, 150, 210)
MIDDLE = (80, 100)
LENS = Lens(raster_width=160, raster_height=230, width=160, height=230)
MAPS = ("war_map", "atlas_plate", "night_map", "wall_map", "globe")


def painted(*, opaque: bool) -> ByteImage:
    """Slow waves of colour, over the whole layer or fading out towards its edge."""
    rows, columns = np.mgrid[0:200, 0:160].astype(np.float32)
    waves = [127 + 100 * np.sin(rows / 17 + shift) * np.cos(columns / 13) for shift in (0.0, 1.0, 2.0)]
    edge = np.minimum.reduce([rows, 199 - rows, columns, 159 - columns])
    alpha = np.full_like(rows, 255) if opaque else np.clip(edge * 6, 0, 255)
    return np.stack([*waves, alpha], axis=2).astype(np.uint8)


def growing(size: float, *, opaque: bool, x: float = MIDDLE[0]) -> tuple[Upright, Affine, PlacedSheets]:
    """A layer of that size, where it is seen, and its sheets as a warp makes them."""
    layer = Layer(image=painted(opaque=opaque), motion=lambda _: Placement(x=x, y=MIDDLE[1], scale=size))
    cel = prepare(layer, Grade())
    whole = upright(cel.luma, cel.chroma, cel.layer, offset=(cel.offset_x, cel.offset_y))
    assert whole is not None
    seen = seen_at(cel.layer, layer.motion(0), View(), LENS)
    return whole, seen, PlacedSheets(_turned(cel, seen, BOX), BOX)


def on_black(placed: PlacedSheets) -> Planes:
    """The colours of the sheets, drawn on black."""
    frame = allocate(160, 230)
    for plane in (frame.y, frame.u, frame.v):
        plane[:] = 0
    draw_sheets(frame.surface, [placed])
    return frame


@pytest.mark.parametrize("size", [0.4, 0.73, 1.0, 1.013, 1.4, 2.0])
@pytest.mark.parametrize("opaque", [True, False])
def test_it_looks_as_if_it_were_warped(size: float, *, opaque: bool) -> None:
    whole, seen, warped = growing(size, opaque=opaque)
    placed = enlarged(whole, seen, BOX)
    assert placed is not None
    ours, theirs = on_black(placed), on_black(warped)
    for one, other in ((ours.y, theirs.y), (ours.u, theirs.u), (ours.v, theirs.v)):
        far = np.abs(one.astype(int) - other)
        # A warp fades out where a resize ends on even pixels; an offset of half a pixel would be 3 levels.
        assert np.percentile(far, 97) <= 1


@pytest.mark.parametrize("size", [1.3, 2.0])
def test_what_hides_the_ground_is_copied_and_looks_as_if_it_were_blended(size: float) -> None:
    whole, seen, _ = growing(size, opaque=True)
    placed = enlarged(whole, seen, (50, 60, 110, 140))
    assert placed is not None
    assert placed.solid
    copied, blended = on_black(placed), on_black(placed._replace(solid=False))
    assert copied.y[60:140, 50:110].min() > 0
    assert np.array_equal(copied.y, blended.y)
    assert np.array_equal(copied.u, blended.u)


@pytest.mark.parametrize("opaque", [True, False])
def test_a_warp_finds_all_its_pixels(*, opaque: bool) -> None:
    """For a layer that leaves its whole pixel at some moment."""
    warped = growing(1.3, opaque=opaque, x=MIDDLE[0] + 0.4)[2]
    layer = Layer(
        image=painted(opaque=opaque),
        motion=lambda seconds: Placement(
            x=MIDDLE[0] + 0.4 * (seconds < 0.5), y=MIDDLE[1], scale=1.3 + (seconds - 0.25) / 10
        ),
    )
    ground = rgb_to_planes(np.zeros((230, 160, 3), np.uint8))
    picture = filmed_layers(
        ground, (prepare(layer, Grade()),), move=CameraMove(), size=(160, 230), duration=1.0
    )
    assert picture.uprights[0] is not None
    frame = allocate(160, 230)
    picture.draw(frame, 0.25)
    sheets = warped.sheets
    expected = 16 * (1 - sheets.cover[0] / 255.0) + sheets.colours[0]
    assert np.abs(frame.y[BOX[1] : BOX[3], BOX[0] : BOX[2]] - expected).max() <= 2


def test_what_lies_between_pixels_or_turns_is_left_to_the_warp() -> None:
    whole, seen, _ = growing(1.3, opaque=True, x=MIDDLE[0] + 0.4)
    assert enlarged(whole, seen, BOX) is None
    whole, seen, _ = growing(1.3, opaque=True)
    assert enlarged(whole, seen._replace(xy=0.1, yx=-0.1), BOX) is None
    assert enlarged(whole, seen._replace(xx=1.2), BOX) is None
    assert enlarged(whole, seen, (90, 20, 150, 210)) is None


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("focus", [(0.5, 0.3), (0.463, 0.317)])
def test_globes_come_nearer_without_a_warp(name: str, focus: tuple[float, float]) -> None:
    picture = filmed(spec_of(name, focus=focus))
    assert isinstance(picture, FilmedLayers)
    for seconds in (0.2, 0.5, 0.8):
        grown = []
        for cel, whole in zip(picture.cels, picture.uprights, strict=True):
            placement = cel.layer.motion(seconds)
            if placement.scale in {0.0, 1.0} or placement.opacity == 0 or min(cel.layer.image.shape[:2]) < 60:
                continue
            seen = seen_at(cel.layer, placement, View(), picture.lens)
            grown.append(whole is not None and enlarged(whole, seen, (0, 0, 180, 320)) is not None)
        assert grown
        assert all(grown)
