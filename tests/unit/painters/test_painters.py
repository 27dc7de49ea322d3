"""Every row of the registry: repeatable pixels, never blank, never alike, calm in motion."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest

from renderer.contract.vocabulary import StylePack
from renderer.painters.base import Need
from renderer.painters.registry import PACKS, PAINTERS
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, Luma, filmed, luma_at, scene_of, similarity, spec_of

NAMES = sorted(PAINTERS)
CAST = (
    "octopus",
    "rocket",
    "brain",
    "castle",
    "money-bag",
    "lion",
    "skull",
    "crown",
    "microscope",
    "ship",
    "red-heart",
    "robot",
)
FRAMES_PER_SECOND = 30


@pytest.mark.parametrize("name", NAMES)
def test_the_same_request_gives_the_same_pixels(name: str) -> None:
    first, again = (scene_of(spec_of(name)) for _ in range(2))
    assert np.array_equal(first.base, again.base)
    assert len(first.layers) == len(again.layers)
    for one, other in zip(first.layers, again.layers, strict=True):
        assert np.array_equal(one.image, other.image)
        assert np.array_equal(one.reveal, other.reveal)
        assert all(one.motion(t) == other.motion(t) for t in (0.0, 0.7, DURATION))


@pytest.mark.parametrize("name", NAMES)
def test_frames_do_not_depend_on_the_order_of_drawing(name: str) -> None:
    picture = filmed(spec_of(name))
    late = luma_at(picture, 2.2).copy()
    luma_at(picture, 0.1)
    assert np.array_equal(luma_at(picture, 2.2), late)


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_another_picture(name: str) -> None:
    one, other = (luma_at(filmed(spec_of(name, seed=seed)), 1.5).astype(np.float32) for seed in (5, 6))
    assert np.abs(one - other).mean() > 0.5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seconds", [0.0, DURATION])
def test_no_frame_is_blank(name: str, seconds: float) -> None:
    frame = luma_at(filmed(spec_of(name)), seconds)
    assert frame.std() > 12


@pytest.mark.parametrize("name", NAMES)
def test_the_subject_shows_from_the_first_frame(name: str) -> None:
    """Two subjects must look different at the subject's place, in the first frame and at the end."""
    for seconds in (0.0, DURATION):
        one, other = (
            luma_at(filmed(spec_of(name, artwork=(art, "ship", "robot"))), seconds).astype(np.float32)
            for art in ("skull", "rocket")
        )
        change = np.abs(one - other)
        assert change[40:150, 30:150].mean() > 1.5


@pytest.mark.parametrize("pack", list(StylePack))
def test_no_two_painters_of_a_pack_look_alike(pack: StylePack) -> None:
    """As in a video, in which neither artwork nor palette is used twice in a row."""
    palettes = [palette.name for palette in load_pack(pack).palettes]
    names = sorted(painter.name for painter in PACKS[pack])
    frames: dict[str, Luma] = {}
    for index, name in enumerate(names):
        artwork = tuple(CAST[(index + 5 * step) % len(CAST)] for step in range(3))
        spec = spec_of(name, seed=index, artwork=artwork, palette=palettes[index % len(palettes)])
        frames[name] = luma_at(filmed(spec), 2.0)
    pairs = {(a, b): similarity(frames[a], frames[b]) for a, b in combinations(names, 2)}
    alike = {pair: round(score, 2) for pair, score in pairs.items() if score >= 0.6}
    assert alike == {}


@pytest.mark.parametrize("pack", list(StylePack))
def test_each_pack_has_eight_painters_of_its_own(pack: StylePack) -> None:
    shown = {other: {each.painter.name for each in load_pack(other).painters} for other in StylePack}
    others = {name for other, names in shown.items() if other is not pack for name in names}
    assert len(shown[pack] - others) >= 8


@pytest.mark.parametrize("pack", list(StylePack))
def test_each_pack_shows_all_painters_of_its_folder(pack: StylePack) -> None:
    assert {each.painter.name for each in load_pack(pack).painters} >= {
        painter.name for painter in PACKS[pack]
    }


@pytest.mark.parametrize("name", NAMES)
def test_motion_is_continuous_and_never_flashes(name: str) -> None:
    picture = filmed(spec_of(name))
    frames = [
        luma_at(picture, index / FRAMES_PER_SECOND).astype(np.float32) for index in range(int(DURATION * 30))
    ]
    steps = [float(np.abs(b - a).mean()) for a, b in pairwise(frames)]
    assert max(steps) < 8
    blocks = np.stack([frame.reshape(4, 80, 2, 90).mean(axis=(1, 3)) for frame in frames])
    linear = (((blocks - 16) / 219).clip(0, 1) ** 2.2).astype(np.float32)
    for block in linear.reshape(len(frames), -1).T:
        assert swings(block, least=0.1) <= 2 * 3 * DURATION


def swings(values: npt.NDArray[np.float32], *, least: float) -> int:
    """Opposing changes of relative luminance of at least `least`; two make a flash (WCAG 2.3.1)."""
    count, turning, rising = 0, float(values[0]), 0
    for value in values.tolist():
        change = value - turning
        if rising * change > 0:
            turning = value
        elif abs(change) >= least:
            rising, count, turning = (1 if change > 0 else -1), count + 1, value
    return count


def test_swings_counts_what_flickers() -> None:
    steady = np.full(30, 0.4, np.float32)
    flicker = np.where(np.arange(30) % 2 == 0, 0.1, 0.5).astype(np.float32)
    slope = np.linspace(0, 1, 30, dtype=np.float32)
    assert (swings(steady, least=0.1), swings(slope, least=0.1)) == (0, 1)
    assert swings(flicker, least=0.1) >= 28


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(320, 180), (200, 200), (176, 220)])
def test_any_shape_of_frame_works(name: str, size: tuple[int, int]) -> None:
    frame = luma_at(filmed(spec_of(name), size), 2.0, size)
    assert frame.shape == (size[1], size[0])
    assert frame.std() > 9


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(144, 256), (256, 144)])
@pytest.mark.parametrize("focus", [(0.5, 0.58), (0.5, 0.38)])
def test_every_layer_has_pixels_in_the_smallest_frames(
    name: str, size: tuple[int, int], focus: tuple[float, float]
) -> None:
    for seed in range(2):
        spec = spec_of(name, seed=seed, focus=focus)
        assert all(layer.image.size for layer in scene_of(spec, size).layers)


@pytest.mark.parametrize("name", NAMES)
def test_a_shot_without_words_or_artwork_is_still_a_picture(name: str) -> None:
    needs = PAINTERS[name].needs
    spec = spec_of(name, words=(), artwork=("octopus",) if Need.ARTWORK in needs else ())
    assert luma_at(filmed(spec), 1.0).std() > 8


@pytest.mark.parametrize("focus", [(0.5, 0.58), (0.5, 0.38)])
@pytest.mark.parametrize("name", NAMES)
def test_the_subject_moves_with_its_focus(name: str, focus: tuple[float, float]) -> None:
    assert luma_at(filmed(spec_of(name, focus=focus)), 1.0).std() > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_stays_within_its_memory(name: str) -> None:
    """Bytes grow with the area: a scene at 1080 x 1920 takes 36 times these."""
    scene = scene_of(spec_of(name))
    held = scene.base.nbytes + sum(layer.image.nbytes + layer.reveal.nbytes for layer in scene.layers)
    assert 36 * held < 60e6
    assert len(scene.layers) <= 30
