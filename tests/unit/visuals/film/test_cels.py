"""Prepared layers: the same planes by either way of computing them, cropped, and a map without edges."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.painters.layered_picture import ByteImage, Layer, standing
from renderer.visuals.film.cels import prepare
from renderer.visuals.grade import Grade

GRADE = Grade(contrast=1.2, saturation=0.8, tint=(255, 220, 180), tint_strength=0.3, fade=0.05)
SIZE = (60, 84)


def disc(colour: tuple[int, int, int]) -> ByteImage:
    """A soft disc of one colour on a transparent ground, shape (84, 60, 4)."""
    rows, columns = np.ogrid[0 : SIZE[1], 0 : SIZE[0]]
    far = np.hypot(rows - 40.5, columns - 30.5)
    image = np.empty((SIZE[1], SIZE[0], 4), np.uint8)
    image[..., :3] = colour
    image[..., 3] = np.clip((24 - far) * 32, 0, 255)
    return image


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("colour", [(200, 60, 20), (12, 16, 30), (250, 250, 240)])
def test_one_colour_is_looked_up_as_it_would_be_worked_out(
    colour: tuple[int, int, int], *, light: bool
) -> None:
    plain, odd = disc(colour), disc(colour)
    odd[odd[..., 3] == 0] = (1, 2, 3, 0)
    one, other = (
        prepare(Layer(image=image, motion=standing(0, 0), light=light), GRADE) for image in (plain, odd)
    )
    assert np.abs(one.luma.astype(int) - other.luma.astype(int)).max() <= 1
    assert np.abs(one.chroma.astype(int) - other.chroma.astype(int)).max() <= 2


def test_a_cel_is_cropped_and_reaches_as_far_as_it_shows() -> None:
    cel = prepare(Layer(image=disc((200, 60, 20)), motion=standing(0, 0), anchor=(0.5, 0.5)), GRADE)
    assert cel.luma.shape[0] <= 2 * 25 + 4
    assert 24 + 1.5 < cel.reach < 24 + 1.5 + 8
    assert not cel.luma[[0, 1, -1]].any()


def test_around_a_line_the_map_says_what_the_line_says() -> None:
    image = np.zeros((40, 40, 4), np.uint8)
    image[20, 5:35] = (255, 255, 255, 255)
    order = np.zeros((40, 40), np.uint8)
    order[20, 5:35] = np.linspace(40, 240, 30)
    cel = prepare(Layer(image=image, motion=standing(0, 0), reveal=order), GRADE)
    row = 20 - cel.offset_y
    line, beside = cel.luma[row, 2:-2, 2].astype(int), cel.luma[row + 1, 2:-2, 2].astype(int)
    assert np.abs(line[4:-4] - beside[4:-4]).max() <= 20
    assert line[4:-4].min() >= 40
