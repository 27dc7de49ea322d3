"""Prints drawn in pieces and scenes partly drawn again have the same pixels as whole ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.compositor.planes import Planes, allocate, rgb_to_planes
from renderer.core.camera import CameraMove, View
from renderer.kernels.sheets import sheets
from renderer.painters.layered_picture import ByteImage, Layer, Placement
from renderer.visuals.film import pieces as cutting
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.layered_film import FilmedLayers, filmed_layers
from renderer.visuals.grade import Grade

WIDTH, HEIGHT = 640, 480
SIDE = 400
NOISE = np.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
SLIDE = CameraMove(start=View(x=0.47, zoom=1.08), end=View(x=0.53, zoom=1.08))


@pytest.fixture(autouse=True)
def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a call cost next to nothing, so that prints of these small frames are cut as large ones are."""
    monkeypatch.setattr(cutting, "_CALLS", 500.0)
    monkeypatch.setattr(cutting, "_COPIES", 500.0)


def disc(most: int = 255) -> ByteImage:
    image = np.random.default_rng(6).integers(0, 256, (SIDE, SIDE, 4), np.uint8)
    rows, columns = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    image[..., 3] = np.clip((SIDE * 0.45 - np.hypot(rows, columns)) * 20, 0, most)
    return image


def route() -> tuple[ByteImage, ByteImage]:
    """A thin line across a large box, and the map by which it appears from left to right."""
    image = np.zeros((SIDE, SIDE, 4), np.uint8)
    for at in range(4, SIDE - 4):
        image[at - 3 : at + 3, at] = (200, 40, 60, 255)
    ramp = np.tile(np.linspace(0, 255, SIDE).astype(np.uint8), (SIDE, 1))
    return image, ramp


def revealed_route() -> Layer:
    image, ramp = route()
    return Layer(image=image, reveal=ramp, motion=lambda s: Placement(x=320, y=240, reveal=s))


def placed(**more: float) -> Layer:
    return Layer(
        image=disc(), motion=lambda s: Placement(x=300 + 41.7 * s, y=240 + (13.3 * s) * (s < 0.7), **more)
    )


LAYERS: dict[str, Callable[[], Layer]] = {
    "disc": placed,
    "faint disc": lambda: placed(opacity=0.6),
    "nearly opaque disc": lambda: placed(opacity=0.999),
    "clear disc": lambda: replace(placed(), image=disc(240)),
    "disc beyond the edge": lambda: replace(placed(), motion=lambda s: Placement(x=20 - 60.3 * s, y=470)),
    "near disc": lambda: replace(placed(), depth=1.3),
    "light": lambda: replace(placed(opacity=0.7), image=route()[0], light=True),
    "route": revealed_route,
    "nearly opaque route": lambda: replace(
        revealed_route(), motion=lambda s: Placement(x=320.4 + 9.3 * s, y=240, reveal=s, opacity=0.999)
    ),
}


def filmed(*layers: Layer, move: CameraMove) -> FilmedLayers:
    cels = tuple(prepare(layer, Grade()) for layer in layers)
    base = rgb_to_planes(NOISE)
    return filmed_layers(base, cels, move=move, size=(WIDTH, HEIGHT), duration=1.0)


def drawn(scene: FilmedLayers, seconds: float) -> list[ByteImage]:
    frame = allocate(WIDTH, HEIGHT)
    scene.draw(frame, seconds)
    return planes_of(frame)


def planes_of(frame: Planes) -> list[ByteImage]:
    return [frame.y, frame.u, frame.v]


def equal(one: list[ByteImage], other: list[ByteImage]) -> bool:
    return all(np.array_equal(*pair) for pair in zip(one, other, strict=True))


@pytest.mark.parametrize("move", [CameraMove(), SLIDE], ids=["hold", "slide"])
@pytest.mark.parametrize("name", LAYERS)
def test_pieces_are_blended_as_the_whole_print_is(name: str, move: CameraMove) -> None:
    scene = filmed(LAYERS[name](), move=move)
    (whole,) = scene.prints
    assert whole is not None
    assert whole.sheets.pieces
    uncut = sheets(whole.sheets.colours, whole.sheets.cover, whole.sheets.reveal)
    plain = replace(filmed(LAYERS[name](), move=move), prints=(replace(whole, sheets=uncut),))
    for seconds in (0.0, 0.13, 0.4, 0.41, 0.8, 0.95):
        assert equal(drawn(scene, seconds), drawn(plain, seconds)), seconds


def test_what_is_empty_is_left_out_and_what_hides_the_ground_is_known() -> None:
    for layer, share in ((placed(), 0.96), (revealed_route(), 0.6)):
        whole = filmed(layer, move=CameraMove()).prints[0]
        assert whole
        pieces, cover = whole.sheets.pieces, whole.sheets.cover[0]
        areas = [(piece.right - piece.left) * (piece.bottom - piece.top) for piece in pieces]
        assert len(areas) > 3
        assert sum(areas) < share * cover.size
        solid = [piece for piece in pieces if piece.solid]
        assert bool(solid) == (not layer.reveal.size)
        for piece in solid:
            assert cover[piece.top : piece.bottom, piece.left : piece.right].min() == 255
        assert max(piece.last - piece.first for piece in pieces) < 255


def test_a_scene_that_is_drawn_again_in_part_is_the_scene_drawn_alone() -> None:
    """What comes, goes, moves unseen or comes to rest leaves nothing behind."""

    def blinking(seconds: float) -> Placement:
        return Placement(x=200 + 90 * seconds, y=160, opacity=0.8 * (0.2 < seconds < 0.6))

    def landing(seconds: float) -> Placement:
        return Placement(x=420, y=300 - 80 * max(0.0, 0.5 - seconds))

    layers = [replace(placed(), motion=blinking), replace(placed(), motion=landing), placed()]
    still = replace(placed(), motion=blinking), replace(placed(), motion=landing)
    for move in (CameraMove(), SLIDE):
        for these in (layers, still):
            played = filmed(*these, move=move)
            for seconds in (0.0, 0.1, 0.19, 0.3, 0.4, 0.59, 0.61, 0.8, 0.9, 0.3, 0.0):
                alone = filmed(*these, move=move)
                assert equal(drawn(played, seconds), drawn(alone, seconds)), seconds
