from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes, allocate, planes_to_rgb, rgb_to_planes
from renderer.compositor.sprite import PlacedSprite, Sprite, sprite_from_rgba

WIDTH, HEIGHT = 48, 40


def random_rgba(seed: int, width: int = 20, height: int = 14) -> npt.NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    alpha = rng.integers(0, 256, (height, width, 1))
    colour = rng.integers(0, 256, (height, width, 3))
    return np.concatenate([np.rint(colour * alpha / 255), alpha], axis=2).astype(np.uint8)


def ground(seed: int = 3) -> Planes:
    rgb = np.random.default_rng(seed).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    return rgb_to_planes(rgb)


def test_a_blended_pixel_is_what_compositing_in_rgb_gives() -> None:
    under = np.full((14, 20, 3), (40, 180, 90), np.uint8)
    rgba = np.zeros((14, 20, 4), np.uint8)
    rgba[...] = (100, 20, 60, 128)  # premultiplied
    target = rgb_to_planes(under)
    blend(target, PlacedSprite(sprite_from_rgba(rgba), 0, 0))
    expected = rgba[..., :3] + under * (1 - 128 / 255)
    assert np.abs(planes_to_rgb(target).astype(float) - expected).max() <= 3


@settings(max_examples=60)
@given(seed=st.integers(0, 50), x=st.integers(-30, 60), y=st.integers(-30, 60), opacity=st.integers(0, 255))
def test_blending_is_exact_to_one_level_and_touches_nothing_else(
    seed: int, x: int, y: int, opacity: int
) -> None:
    sprite, target, before = sprite_from_rgba(random_rgba(seed)), ground(), ground()
    blend(target, PlacedSprite(sprite, x * 2, y * 2, opacity))
    share = opacity / 255
    for plane, old, colour, keep, scale in _planes(target, before, sprite):
        exact = old.astype(np.float64)
        for row in range(colour.shape[0]):
            for column in range(colour.shape[1]):
                r, c = row + y * 2 // scale, column + x * 2 // scale
                if 0 <= r < plane.shape[0] and 0 <= c < plane.shape[1]:
                    kept = 1 - (1 - keep[row, column] / 255) * share
                    exact[r, c] = old[r, c] * kept + colour[row, column] * share
        allowed = 0.51 if opacity in {0, 255} else 1.51
        assert np.abs(plane - exact).max() <= allowed


def _planes(
    target: Planes, before: Planes, sprite: Sprite
) -> list[
    tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8], int]
]:
    return [
        (target.y, before.y, sprite.y, sprite.keep, 1),
        (target.u, before.u, sprite.u, sprite.keep_chroma, 2),
        (target.v, before.v, sprite.v, sprite.keep_chroma, 2),
    ]


def test_opaque_white_over_anything_is_white() -> None:
    target = ground()
    blend(target, PlacedSprite(sprite_from_rgba(np.full((10, 10, 4), 255, np.uint8)), 4, 6))
    assert set(target.y[6:16, 4:14].ravel()) == {235}
    assert set(target.u[3:8, 2:7].ravel()) | set(target.v[3:8, 2:7].ravel()) == {128}


def test_a_transparent_sprite_changes_nothing() -> None:
    target = ground()
    blend(target, PlacedSprite(sprite_from_rgba(np.zeros((10, 10, 4), np.uint8)), 4, 6))
    assert np.array_equal(target.y, ground().y)
    assert np.array_equal(target.u, ground().u)


def test_odd_sprites_are_padded_with_nothing() -> None:
    sprite = sprite_from_rgba(np.full((3, 5, 4), 255, np.uint8))
    assert (sprite.width, sprite.height) == (6, 4)
    assert sprite.keep[3].min() == 255
    assert sprite.keep[:3, :5].max() == 0
    assert sprite.keep_chroma[0, 0] == 0
    assert sprite.keep_chroma[1, 2] == pytest.approx(255 * 3 / 4, abs=1)


def test_blending_works_on_views_with_longer_rows() -> None:
    padded = allocate(WIDTH + 32, HEIGHT)
    view = Planes(padded.y[:, :WIDTH], padded.u[:, : WIDTH // 2], padded.v[:, : WIDTH // 2])
    plain = allocate(WIDTH, HEIGHT)
    for target in (view, plain):
        blend(target, PlacedSprite(sprite_from_rgba(random_rgba(5)), 30, 10, 200))
    assert np.array_equal(view.y, plain.y)
    assert set(padded.y[:, WIDTH:].ravel()) == {16}
