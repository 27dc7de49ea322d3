"""Layers cut in parts show what the whole would show, and come to rest one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove
from renderer.painters.drawing.canvas import Cutout
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import PixelBox
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.layered_picture import ByteImage, Layer, Placement
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.layered_film import FilmedLayers, filmed_layers
from renderer.visuals.style_pack_files import load_pack

WIDTH, HEIGHT = 96, 64
AT = PixelBox(8, 4, 80, 56)


def _image() -> ByteImage:
    image = np.zeros((AT.height, AT.width, 4), np.uint8)
    image[10:50, 3:77] = (230, 120, 40, 255)
    image[20:30, 30:50, 3] = 0
    return image


def _order() -> ByteImage:
    return np.broadcast_to(np.linspace(0, 250, AT.width).astype(np.uint8), (AT.height, AT.width)).copy()


def _scene(layers: list[Layer]) -> FilmedLayers:
    base = allocate(WIDTH, HEIGHT)
    base.y[:], base.u[:], base.v[:] = 60, 128, 128
    grade = load_pack(StylePack.DARK_FINANCE).grade
    cels = tuple(prepare(layer, grade) for layer in layers)
    return filmed_layers(base, cels, move=CameraMove(), size=(WIDTH, HEIGHT), duration=1.0)


def _luma(scene: FilmedLayers, seconds: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    target = allocate(WIDTH, HEIGHT)
    scene.draw(target, seconds)
    return target.y.astype(np.float32)


@settings(max_examples=25, deadline=None)
@given(shown=st.floats(0.0, 1.0), wide=st.integers(9, 90), tall=st.integers(9, 90))
def test_parts_together_show_what_the_whole_shows(shown: float, wide: int, tall: int) -> None:
    brush = Brush(shown=lambda _seconds: shown, cell=(wide, tall), softness=20)
    rest = Placement(x=AT.middle[0], y=AT.middle[1], reveal=shown)
    whole = Layer(image=_image(), motion=lambda _seconds: rest, reveal=_order(), softness=20)
    parts = in_parts(_image(), _order(), AT, brush)
    off = np.abs(_luma(_scene([whole]), 0.5) - _luma(_scene(parts), 0.5))
    assert off.max() <= 24  # a pixel of the moving edge, where the whole's map has steps of several values
    assert off.mean() < 0.6


def test_what_is_finished_is_at_rest_and_what_has_not_begun_is_not_drawn() -> None:
    brush = Brush(shown=lambda seconds: seconds, cell=(20, 64), softness=4)
    parts = in_parts(_image(), _order(), AT, brush)
    assert len(parts) == 4
    reveals = [part.motion(0.5).reveal for part in parts]
    assert reveals[0] == 1.0
    assert reveals[-1] == 0.0
    assert reveals == sorted(reveals, reverse=True)
    assert [part.motion(1.0).reveal for part in parts] == [1.0] * 4
    scene = _scene(parts)
    _luma(scene, 0.5)
    assert len(scene.cache.placements) >= 1


def test_parts_hold_all_that_is_visible_and_begin_at_even_pixels() -> None:
    parts = in_parts(_image(), _order(), AT, Brush(shown=lambda _seconds: 1.0, cell=(17, 13)))
    assert sum(int((part.image[..., 3] > 0).sum()) for part in parts) == int((_image()[..., 3] > 0).sum())
    for part in parts:
        place = part.motion(0.0)
        height, width = part.image.shape[:2]
        assert (place.x - width / 2) % 2 == 0
        assert (place.y - height / 2) % 2 == 0


@pytest.mark.parametrize("box", [PixelBox(3, 5, 7, 9), PixelBox(4, 6, 7, 9)])
def test_evened_boxes_begin_even_and_hold_the_box(box: PixelBox) -> None:
    grown = evened(box)
    assert grown.x % 2 == grown.y % 2 == 0
    assert (grown.x + grown.width, grown.y + grown.height) == (box.x + box.width, box.y + box.height)


def test_a_floating_piece_leaves_its_shadow_below_where_it_rests() -> None:
    canvas = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    piece = Cutout(np.zeros((16, 16, 3), np.uint8), np.full((16, 16), 255, np.uint8))
    shadow = FloatingShadow(blur=2.0, drop=6.0, strength=0.8)
    layer = floating(canvas, piece, (48.0, 24.0), lambda _s: Placement(x=48.0, y=24.0), shadow=shadow)
    assert layer.image.shape == (16, 16, 4)
    assert canvas[30, 48, 0] < 80
    assert canvas[12, 48, 0] == 200
