"""Pictures are opened from their specs alone and draw the same pixels every time."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Planes, allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import MediaSpec, PainterSpec, painter_of
from renderer.core.storyboard import Shot
from renderer.errors import ClipwrightError
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import PaintStill, no_painted_still, ssim
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.film.raster import raster_side
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import OCTOPUS, narration_of

WIDTH, HEIGHT = 180, 320


def shots_of(pack: StylePack, *, look: PaintStill = no_painted_still) -> tuple[Shot, ...]:
    narration = narration_of(OCTOPUS)
    duration = narration.duration + Fraction(1)
    return direct(OCTOPUS, narration, pack=load_pack(pack), seed=7, duration=duration, look=look).shots


def opened(shot: Shot, pack: StylePack) -> Picture:
    return open_picture(
        shot.picture,
        camera=shot.camera,
        pack=load_pack(pack),
        width=WIDTH,
        height=HEIGHT,
        duration=float(shot.span.duration),
        media=NoMedia(),
    )


def drawn(shot: Shot, pack: StylePack, *moments: float) -> list[Planes]:
    seconds = float(shot.span.duration)
    picture = opened(shot, pack)
    frames = []
    for moment in moments:
        frame = allocate(WIDTH, HEIGHT)
        picture.draw(frame, moment * seconds)
        frames.append(frame)
    return frames


@pytest.mark.parametrize("pack", list(StylePack))
def test_no_two_consecutive_shots_look_alike(pack: StylePack) -> None:
    frames = [drawn(shot, pack, 0.5)[0].y for shot in shots_of(pack, look=painted_still)]
    assert max(ssim(one, other) for one, other in pairwise(frames)) < 0.6


def test_the_same_spec_gives_the_same_pixels_in_any_order() -> None:
    shot = shots_of(StylePack.DOCUMENTARY)[0]
    forward = drawn(shot, StylePack.DOCUMENTARY, 0.0, 0.4, 1.2)
    backward = drawn(shot, StylePack.DOCUMENTARY, 1.2, 0.4, 0.0)[::-1]
    for one, other in zip(forward, backward, strict=True):
        assert np.array_equal(one.y, other.y)
        assert np.array_equal(one.u, other.u)
        assert np.array_equal(one.v, other.v)


@pytest.mark.parametrize("pack", list(StylePack))
def test_where_looks_are_equal_so_are_the_pixels(pack: StylePack) -> None:
    rested = moved = 0
    for shot in shots_of(pack):
        resting = replace(shot, camera=CameraMove())
        for picture in (opened(shot, pack), opened(resting, pack)):
            look, frame = picture.look(0.0), allocate(WIDTH, HEIGHT)
            picture.draw(frame, 0.0)
            for number in range(1, int(shot.span.duration * 30)):
                before, seen = (look, frame), allocate(WIDTH, HEIGHT)
                look, frame = picture.look(number / 30), seen
                picture.draw(seen, number / 30)
                same = all(np.array_equal(getattr(seen, of), getattr(before[1], of)) for of in "yuv")
                assert same or look != before[0]
                rested, moved = rested + (look == before[0]), moved + (not same)
    assert rested > 50
    assert moved > 50


def test_a_shot_moves() -> None:
    for shot in shots_of(StylePack.DOCUMENTARY)[:4]:
        first, last = drawn(shot, StylePack.DOCUMENTARY, 0.05, 0.9)
        assert np.abs(first.y.astype(int) - last.y.astype(int)).mean() > 0.5, painter_of(shot.picture)


def test_another_seed_paints_another_picture() -> None:
    shot = shots_of(StylePack.DOCUMENTARY)[0]
    assert isinstance(shot.picture, PainterSpec)
    other = replace(shot, picture=structs.replace(shot.picture, seed=shot.picture.seed ^ 1))
    one, two = (drawn(each, StylePack.DOCUMENTARY, 0.5)[0].y.astype(int) for each in (shot, other))
    assert np.abs(one - two).mean() > 0.5


def test_raster_sides_are_even_and_larger() -> None:
    for side in (2, 180, 320, 1080, 1920):
        assert raster_side(side) % 2 == 0
        assert 1.08 * side <= raster_side(side) < 1.08 * side + 2


def test_media_without_a_reader_is_one_clear_error() -> None:
    with pytest.raises(ClipwrightError) as caught:
        open_picture(
            MediaSpec(seed=1, media="0123"),
            camera=CameraMove(end=View(zoom=1.1)),
            pack=load_pack(StylePack.DOCUMENTARY),
            width=WIDTH,
            height=HEIGHT,
            duration=2.0,
            media=NoMedia(),
        )
    assert caught.value.code == "media_unreadable"
