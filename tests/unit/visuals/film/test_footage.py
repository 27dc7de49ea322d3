"""The user's pictures and clips: found by name, cropped to what matters, graded, never torn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.compositor.planes import Planes, allocate, planes_to_rgb, rgb_to_planes
from renderer.contract.vocabulary import Language, StylePack
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import MediaSpec
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.footage import bounced, clip_interest, cropped_around, plane_tones
from renderer.visuals.film.framing import best_window, interest
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.film.saliency import saliency
from renderer.visuals.grade import Grade, develop
from renderer.visuals.media import Frames, MediaItem, MediaKind, affinity, described_by
from renderer.visuals.style_pack_files import load_pack

WIDTH, HEIGHT = 90, 160


@dataclass(frozen=True)
class Shelf:
    """Media in memory."""

    stored: Sequence[Planes]

    def frames(self, digest: str) -> Frames:
        assert digest == "d1"
        return self.stored

    def playing(self, digest: str) -> Frames:
        return self.frames(digest)


def item(name: str, caption: str = "") -> MediaItem:
    return MediaItem(digest="d1", name=name, kind=MediaKind.IMAGE, width=90, height=160, caption=caption)


def landscape(spot: int) -> ByteImage:
    """A calm wide picture with one busy patch around column `spot`."""
    rng = np.random.Generator(np.random.PCG64(2))
    image = np.full((200, 480, 3), 110, np.uint8)
    image[70:130, spot - 30 : spot + 30] = rng.integers(0, 255, (60, 60, 3), np.uint8)
    return image


def opened(frames: Sequence[Planes], *, fps: int = 0, seconds: float = 0.0) -> ByteImage:
    picture = open_picture(
        MediaSpec(seed=3, media="d1", fps=fps),
        camera=CameraMove(start=View(zoom=1.0), end=View(zoom=1.1)),
        pack=load_pack(StylePack.DOCUMENTARY),
        width=WIDTH,
        height=HEIGHT,
        duration=2.0,
        media=Shelf(frames),
    )
    frame = allocate(WIDTH, HEIGHT)
    picture.draw(frame, seconds)
    return planes_to_rgb(frame)


@pytest.mark.parametrize("spot", [60, 240, 420])
def test_the_crop_keeps_what_stands_out(spot: int) -> None:
    image = opened([rgb_to_planes(landscape(spot))])
    busy = image.astype(float).std(axis=(0, 2))
    assert (busy > 15).mean() > 0.4
    window = 200 * WIDTH / HEIGHT / 480
    (x, _), held = best_window(interest(rgb_to_planes(landscape(spot))), window, 1.0)
    assert abs(x - spot / 480) < window / 2
    assert held > 0.6


def test_a_flat_picture_is_cropped_in_the_middle() -> None:
    flat = rgb_to_planes(np.full((120, 90, 3), 77, np.uint8))
    centre, _ = best_window(interest(flat), 0.5, 1.0)
    assert centre == pytest.approx((0.5, 0.5), abs=0.02)
    assert saliency(np.full((10, 10), 3, np.uint8)).max() <= 1


@pytest.mark.parametrize("spot", [60, 420])
def test_a_clip_that_begins_in_the_dark_is_cut_by_what_comes(spot: int) -> None:
    dark = rgb_to_planes(np.full((200, 480, 3), 16, np.uint8))
    image = opened([dark, *[rgb_to_planes(landscape(spot))] * 3], fps=4, seconds=0.5)
    assert (image.astype(float).std(axis=(0, 2)) > 15).mean() > 0.4


@pytest.mark.parametrize("side", [-1, 1])
def test_a_clip_is_cut_by_what_moves_in_it(side: int) -> None:
    """A dull thing that moves on one side, and a bright one that rests on the other."""
    frames = []
    for step in range(6):
        scene = np.full((200, 480, 3), 110, np.uint8)
        scene[60:140, 240 - side * 190 - 12 : 240 - side * 190 + 12] = (150, 140, 120)
        walker = 240 + side * 160 + 10 * step
        scene[60:160, walker - 25 : walker + 25] = 60
        frames.append(rgb_to_planes(scene))
    (x, _), _ = best_window(clip_interest(frames), 200 * WIDTH / HEIGHT / 480, 1.0)
    assert (x - 0.5) * side > 0.15


@given(
    x=st.floats(0, 1),
    y=st.floats(0, 1),
    wide=st.integers(4, 4000),
    high=st.integers(4, 4000),
    frame=st.sampled_from([(1080, 1920), (1920, 1080), (90, 160), (2, 2)]),
)
def test_a_crop_lies_inside_and_is_even(
    x: float, y: float, wide: int, high: int, frame: tuple[int, int]
) -> None:
    box = cropped_around((x, y), (wide // 2 * 2, high // 2 * 2), frame)
    assert box.x % 2 == box.y % 2 == box.width % 2 == box.height % 2 == 0
    assert 0 <= box.x <= box.x + box.width <= wide
    assert 0 <= box.y <= box.y + box.height <= high
    assert box.width >= 2
    assert box.height >= 2


@given(index=st.integers(0, 10_000), count=st.integers(1, 50))
def test_a_short_clip_runs_there_and_back(index: int, count: int) -> None:
    here, then = bounced(index, count), bounced(index + 1, count)
    assert 0 <= here < count
    assert abs(here - then) == (0 if count == 1 else 1)


def test_a_clip_shows_the_frame_of_its_time() -> None:
    frames = [rgb_to_planes(np.full((HEIGHT, WIDTH, 3), level, np.uint8)) for level in (40, 120, 200)]
    levels = [int(opened(frames, fps=10, seconds=moment)[80, 45].mean()) for moment in (0.0, 0.1, 0.2, 0.3)]
    assert levels[0] < levels[1] < levels[2]
    assert levels[3] == levels[1]


def test_clips_and_stills_are_graded_alike() -> None:
    grade = Grade(contrast=1.2, saturation=0.7, tint=(255, 225, 190), tint_strength=0.3)
    rng = np.random.Generator(np.random.PCG64(8))
    image = rng.integers(60, 190, (4, 4, 3), np.uint8).repeat(8, axis=0).repeat(8, axis=1)
    planes, tones = rgb_to_planes(image), plane_tones(grade)
    looked_up = Planes(tones.y[planes.y], tones.u[planes.u], tones.v[planes.v])
    error = planes_to_rgb(looked_up).astype(float) - planes_to_rgb(develop(image, grade, seed=1))
    assert np.abs(error).mean() < 9
    assert np.abs(error.mean(axis=(0, 1))).max() < 6


def test_names_and_captions_describe() -> None:
    assert described_by(item("FrozenRiver_at-night 03.jpeg"), Language.EN) == {"frozen", "river", "night"}
    assert affinity(item("DSC_0042.jpg", "the old bank"), ["The", "banks", "opened."], Language.EN) > 0.5
    assert affinity(item("DSC_0042.jpg"), ["The", "banks", "opened."], Language.EN) == 0
    assert affinity(item("银行.png"), ["银行", "每个", "月"], Language.ZH) > 0.5
    assert affinity(item("банк.png"), ["Банки", "тихо"], Language.RU) > 0.5
    assert affinity(item("....jpg"), ["x"], Language.EN) == 0
