"""What a chapter card shows of its motif."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from renderer.painters.cards.chapter_card import round_tile
from renderer.painters.drawing.canvas import Cutout


def drawn(mask: npt.NDArray[np.uint8]) -> Cutout:
    return Cutout(np.full((*mask.shape, 3), 90, np.uint8), mask)


def test_a_drawing_that_fills_its_square_is_cut_to_a_disc() -> None:
    mask = np.zeros((200, 200), np.uint8)
    mask[30:170, 30:170] = 255
    made = round_tile(drawn(mask))
    assert made.rgb.shape == (200, 200, 3)
    assert made.alpha[100, 100] == 255
    assert not made.alpha[[14, 14, 185, 185], [14, 185, 14, 185]].any()
    share = (made.alpha > 200).mean()
    assert abs(share - np.pi * 0.47**2) < 0.02


def test_a_drawing_with_an_outline_of_its_own_stays() -> None:
    mask = np.zeros((200, 200), np.uint8)
    cv2.ellipse(mask, (100, 100), (90, 40), 0, 0, 360, 255, -1)
    shape = drawn(mask)
    assert round_tile(shape) is shape
    empty = drawn(np.zeros((200, 200), np.uint8))
    assert round_tile(empty) is empty
