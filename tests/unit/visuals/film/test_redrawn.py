"""Frames drawn over older ones, as in reused encoder buffers, have the pixels of frames drawn afresh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.damage import UNKNOWN, lay
from renderer.compositor.picture import Picture
from renderer.compositor.planes import Planes, allocate, rgb_to_planes
from renderer.compositor.sprite import PlacedSprite, sprite_from_rgba
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import Region
from renderer.kernels.checks import Samples, Surface
from renderer.kernels.softening import Patch, soften
from renderer.painters.layered_picture import Layer, Placement
from renderer.visuals.camera.views import FixedStill, MovingStill
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.layered_film import filmed_layers
from renderer.visuals.film.softened import softened
from renderer.visuals.grade import Grade

WIDTH, HEIGHT, FPS, SHOT = 96, 64, 10, 12
BOX: Region = (0.21, 0.55, 0.79, 0.83)
BUFFERS = 3
ZOOM = CameraMove(start=View(), end=View(zoom=1.2))

Opened = Callable[[], Picture]


def ground() -> Planes:
    noise = np.random.default_rng(4).integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    return rgb_to_planes(noise)


def stripes(side: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = np.zeros((side, side, 4), np.uint8)
    image[::3], image[..., 3] = 255, 190
    return image


def layered(move: CameraMove) -> Opened:
    """Cels that slide over each other, rest, turn in strokes and leave the frame."""

    def slides(seconds: float) -> Placement:
        return Placement(x=min(20 + 90 * seconds, 70.3), y=20)

    def turns(seconds: float) -> Placement:
        return Placement(x=60, y=40, angle=30.0 * (seconds > 0.5))

    def leaves(seconds: float) -> Placement:
        return Placement(x=80 + 60 * max(0.0, seconds - 0.3), y=30 - 10 * seconds, opacity=0.7)

    cels = tuple(prepare(Layer(image=stripes(25), motion=each), Grade()) for each in (slides, turns, leaves))
    return lambda: filmed_layers(ground(), cels, move=move, size=(WIDTH, HEIGHT), duration=SHOT / FPS)


def visiting() -> Picture:
    """A cel that moves above the caption box, comes into it twice and leaves it again."""

    def visits(seconds: float) -> Placement:
        return Placement(x=10 + 40 * seconds, y=40 if 0.3 < seconds < 0.5 or seconds > 0.9 else 6)

    cel = prepare(Layer(image=stripes(9), motion=visits), Grade())
    return filmed_layers(ground(), (cel,), move=CameraMove(), size=(WIDTH, HEIGHT), duration=SHOT / FPS)


def soft(opened: Opened) -> Opened:
    return lambda: softened(opened(), BOX, width=WIDTH, height=HEIGHT)


PICTURES: dict[str, Opened] = {
    "layers": layered(CameraMove()),
    "layers in a zoom": layered(ZOOM),
    "softened layers": soft(layered(CameraMove())),
    "softened layers that come and go": soft(visiting),
    "a still": lambda: FixedStill(planes=ground()),
    "a softened still": soft(lambda: FixedStill(planes=ground())),
    "a zoom": lambda: MovingStill(planes=ground(), move=ZOOM, duration=1.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Sprites that come and go, partly beyond the edges and at odd corners."""

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        sprite = sprite_from_rgba(np.full((10, 22, 4), 200, np.uint8))
        places = ((WIDTH - 9 - frame % 4, 3 + frame), (-5, 41), (30 + frame, HEIGHT - 6))
        return [PlacedSprite(sprite, x, y, 255 if frame % 3 else 90) for x, y in places[: frame % 4]]


def film(*names: str, kinds: str = "cut") -> FrameSource:
    shots = [
        ShotSource(
            start=at * SHOT,
            stop=(at + 1) * SHOT,
            open=PICTURES[name],
            transition=kinds if at else "cut",
            transition_frames=4 if at and kinds != "cut" else 0,
        )
        for at, name in enumerate(names)
    ]
    return FrameSource(shots, [Words()], width=WIDTH, height=HEIGHT, fps=FPS)


def pixels(planes: Planes) -> bytes:
    return planes.y.tobytes() + planes.u.tobytes() + planes.v.tobytes()


def assert_as_afresh(frames: FrameSource, order: Sequence[int]) -> None:
    """Compare each frame drawn in one of a few reused buffers with the same frame in a new buffer."""
    buffers = [allocate(WIDTH, HEIGHT) for _ in range(BUFFERS)]
    with frames:
        for at, frame in enumerate(order):
            fresh, buffer = allocate(WIDTH, HEIGHT), buffers[at % BUFFERS]
            frames.draw(frame, fresh)
            frames.draw(frame, buffer)
            assert pixels(buffer) == pixels(fresh), frame


@pytest.mark.parametrize("name", PICTURES)
def test_played_frames_are_as_drawn_afresh(name: str) -> None:
    assert_as_afresh(film(name, "a still", name), range(3 * SHOT))


@pytest.mark.parametrize("kind", ["dissolve", "light_leak", "whip", "zoom"])
def test_transitions_are_as_drawn_afresh(kind: str) -> None:
    assert_as_afresh(film("layers", "softened layers", "layers", kinds=kind), range(3 * SHOT))


@settings(max_examples=40)
@given(st.lists(st.integers(0, 3 * SHOT - 1), min_size=1, max_size=14))
def test_in_any_order_frames_are_as_drawn_afresh(order: list[int]) -> None:
    assert_as_afresh(film("layers", "softened layers", "a softened still"), order)


def test_a_box_in_which_nothing_moves_is_softened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    softenings = []

    def counted(target: Surface, luma: Patch, chroma: Patch, strength: Samples) -> None:
        softenings.append(target)
        soften(target, luma, chroma, strength)

    monkeypatch.setattr("renderer.visuals.film.softened.soften", counted)
    with film("softened layers that come and go") as frames:
        for frame in range(SHOT):
            before = len(softenings)
            frames.draw(frame, allocate(WIDTH, HEIGHT))
            assert len(softenings) == before + (frame in {0, 1, 4, 10, 11})


def test_only_what_was_drawn_on_is_laid_again() -> None:
    under, target = ground(), allocate(WIDTH, HEIGHT)
    shown = lay(target, under, over=UNKNOWN).beneath([(10, 4, 30, 20)])
    assert pixels(target) == pixels(under)
    target.y[:] = 99
    lay(target, under, over=shown)
    kept = np.full_like(target.y, 99)
    kept[4:20, 10:30] = under.y[4:20, 10:30]
    assert np.array_equal(target.y, kept)


@pytest.mark.parametrize("boxes", [[(0, 0, WIDTH, HEIGHT)], [(0, 0, WIDTH, 40), (0, 8, WIDTH, HEIGHT)]])
def test_where_most_was_drawn_on_all_is_laid(boxes: list[tuple[int, int, int, int]]) -> None:
    under, target = ground(), allocate(WIDTH, HEIGHT)
    shown = lay(target, under, over=UNKNOWN).beneath(boxes)
    target.y[:], target.u[:] = 99, 99
    assert pixels(target) != pixels(under)
    lay(target, under, over=shown)
    assert pixels(target) == pixels(under)
