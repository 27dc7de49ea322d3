from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.planes import Planes, allocate
from renderer.compositor.sprite import PlacedSprite, sprite_from_rgba

WIDTH, HEIGHT, FPS = 32, 48, 10


class Ramp:
    """A picture whose luma identifies shot and time."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.asked: list[float] = []

    def look(self, seconds: float) -> int:
        return self.base + round(seconds * FPS)

    def draw(self, target: Planes, seconds: float) -> None:
        self.asked.append(seconds)
        target.y[:] = self.look(seconds)
        target.u[:] = 128
        target.v[:] = 100 + self.base // 4


class Slow(Ramp):
    """A picture that changes on every third frame."""

    def look(self, seconds: float) -> int:
        return self.base + round(seconds * FPS) // 3


@dataclass
class Studio:
    """Opens ramps, keeps all of them, and counts how many are open."""

    opened: list[int] = field(default_factory=list)
    living: list[weakref.ref[Ramp]] = field(default_factory=list)
    most: int = 0

    def open(self, base: int) -> Ramp:
        ramp = Ramp(base)
        self.opened.append(base)
        self.living.append(weakref.ref(ramp))
        self.most = max(self.most, self.alive())
        return ramp

    def alive(self) -> int:
        return sum(one() is not None for one in self.living)

    def shots(self) -> list[ShotSource]:
        kinds = ["cut", "dissolve", "cut", "whip", "zoom"]
        return [
            ShotSource(
                start=index * 10,
                stop=index * 10 + 10,
                open=lambda base=40 + index * 30: self.open(base),  # type: ignore[misc]  # bound per shot
                transition=kind,
                transition_frames=0 if kind == "cut" else 4,
            )
            for index, kind in enumerate(kinds)
        ]


class Dot:
    """An overlay that moves two pixels a frame."""

    def __init__(self) -> None:
        self.sprite = sprite_from_rgba(np.full((4, 4, 4), 255, np.uint8))

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        return [PlacedSprite(self.sprite, frame * 2 % WIDTH, 8)]


class Pausing(Dot):
    """An overlay that moves on every fifth frame."""

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        return super().placed_at(frame // 5)


def source(studio: Studio) -> FrameSource:
    return FrameSource(studio.shots(), [Dot()], width=WIDTH, height=HEIGHT, fps=FPS)


def pixels(frames: FrameSource, number: int) -> bytes:
    target = allocate(WIDTH, HEIGHT)
    frames.draw(number, target)
    return target.y.tobytes() + target.u.tobytes() + target.v.tobytes()


def test_each_frame_alone_has_the_same_pixels_as_in_sequence() -> None:
    with source(Studio()) as played:
        in_sequence = [pixels(played, number) for number in range(played.frame_count)]
    for number in (0, 9, 10, 12, 14, 33, 49):
        with source(Studio()) as alone:
            assert pixels(alone, number) == in_sequence[number]


@settings(max_examples=15)
@given(st.lists(st.integers(0, 49), min_size=1, max_size=12))
def test_any_order_gives_the_same_pixels(order: list[int]) -> None:
    with source(Studio()) as frames, source(Studio()) as other:
        first = {number: pixels(frames, number) for number in order}
        assert all(pixels(other, number) == first[number] for number in sorted(set(order)))


def test_where_looks_are_equal_so_are_the_pixels() -> None:
    shots = [replace(shot, open=lambda: Slow(90)) for shot in Studio().shots()]
    beside = {number for number in range(50) if number % 10 < 5 and number // 10 in {1, 3, 4}}
    alike, found = set(), set()
    with FrameSource(shots, [Pausing()], width=WIDTH, height=HEIGHT, fps=FPS) as frames:
        before: tuple[object, bytes] = (None, b"")
        for number in range(frames.frame_count):
            look, seen = frames.look(number), pixels(frames, number)
            if look == before[0]:
                assert seen == before[1]
                alike.add(number)
            if seen == before[1]:
                found.add(number)
            before = look, seen
    assert len(alike) > 10
    assert alike == found - beside


def test_looking_first_opens_what_drawing_would() -> None:
    for numbers in ([0], [25], range(50)):
        studio, other = Studio(), Studio()
        with source(studio) as looked_at, source(other) as drawn:
            for number in numbers:
                looked_at.look(number)
                assert pixels(looked_at, number) == pixels(drawn, number)
        assert studio.opened == other.opened
    with source(Studio()) as frames, pytest.raises(IndexError):
        frames.look(50)


def test_pictures_are_opened_when_needed_and_at_most_two_live() -> None:
    gc.collect()
    studio = Studio()
    with source(studio) as frames:
        assert studio.opened == []
        for number in range(frames.frame_count):
            pixels(frames, number)
            assert studio.alive() <= 2
    assert studio.opened == [40, 70, 100, 130, 160]
    assert studio.most <= 2
    assert studio.alive() == 0


def test_nothing_is_opened_for_frames_that_will_not_be_drawn() -> None:
    studio = Studio()
    with source(studio) as frames:
        frames.prepare(stop=30, ahead=True)
        for number in range(12, 30):
            pixels(frames, number)
    assert studio.opened == [40, 70, 100]


def test_pictures_opened_when_they_are_due_are_the_same_and_one_at_a_time() -> None:
    gc.collect()
    studio = Studio()
    with source(studio) as frames, source(Studio()) as ahead:
        frames.prepare(stop=frames.frame_count, ahead=False)
        for number in range(frames.frame_count):
            assert pixels(frames, number) == pixels(ahead, number)
            moving_on = number % 10 < 4 and number // 10 in {1, 3, 4}
            assert studio.alive() == 1 + moving_on
    assert studio.opened == [40, 70, 100, 130, 160]


def test_a_frame_drawn_alone_opens_only_what_it_shows() -> None:
    for number, shown in ((0, [40]), (12, [40, 70]), (25, [100])):
        studio = Studio()
        with source(studio) as frames:
            pixels(frames, number)
        assert studio.opened == shown


def test_the_old_shot_keeps_moving_under_a_transition() -> None:
    studio = Studio()
    kept: list[Ramp] = []
    shots = [
        ShotSource(start=0, stop=5, open=lambda: kept.append(studio.open(40)) or kept[-1]),  # type: ignore[func-returns-value]  # append and give
        ShotSource(start=5, stop=9, open=lambda: Ramp(90), transition="dissolve", transition_frames=2),
    ]
    with FrameSource(shots, [], width=WIDTH, height=HEIGHT, fps=FPS) as frames:
        for number in range(9):
            pixels(frames, number)
    assert kept[0].asked == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


def test_overlays_lie_above_pictures_and_transitions() -> None:
    with source(Studio()) as frames:
        target = allocate(WIDTH, HEIGHT)
        frames.draw(12, target)
    assert set(target.y[8:12, 24:28].ravel()) == {235}
    assert 235 not in target.y[:8]


@pytest.mark.parametrize(
    "spans", [[], [(1, 5)], [(0, 5), (6, 9)], [(0, 5), (4, 9)], [(0, 0)], [(0, 5), (5, 5)]]
)
def test_shots_must_tile_the_video(spans: list[tuple[int, int]]) -> None:
    shots = [ShotSource(start=a, stop=b, open=lambda: Ramp(1)) for a, b in spans]
    with pytest.raises(ValueError, match="shot"):
        FrameSource(shots, [], width=WIDTH, height=HEIGHT, fps=FPS)


def test_frames_outside_the_video_are_refused() -> None:
    with source(Studio()) as frames:
        for number in (-1, 50):
            with pytest.raises(IndexError):
                pixels(frames, number)


def test_a_painter_that_fails_is_heard() -> None:
    def broken() -> Ramp:
        message = "no paint left"
        raise RuntimeError(message)

    shots = [ShotSource(start=0, stop=5, open=broken)]
    with (
        FrameSource(shots, [], width=WIDTH, height=HEIGHT, fps=FPS) as frames,
        pytest.raises(RuntimeError, match="paint"),
    ):
        pixels(frames, 0)
