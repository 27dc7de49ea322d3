"""As many things as are counted, and as many of a hundred dots as the share says, counted in the pixels."""

from __future__ import annotations

from decimal import Decimal

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.core.picture_spec import Figure, PainterSpec
from tests.support.painted import DURATION, FACTS, filmed, luma_at, scene_of, spec_of

UPRIGHT, WIDE = (540, 960), (960, 540)

Mask = npt.NDArray[np.uint8]


def counting(count: int, *, artwork: tuple[str, ...] = ()) -> PainterSpec:
    return structs.replace(spec_of("pictogram", artwork=artwork), facts=replace(FACTS, count=count))


def share(value: str) -> PainterSpec:
    number = Figure(value=Decimal(value), text=f"{value}%", unit="%")
    return structs.replace(spec_of("pictogram", artwork=()), facts=replace(FACTS, count=0, number=number))


def filled(spec: PainterSpec, size: tuple[int, int]) -> Mask:
    """What appears over the faint places, where it is in the frame."""
    shown = np.zeros((size[1], size[0]), np.uint8)
    for layer in scene_of(spec, size).layers:
        at, (tall, wide) = layer.motion(DURATION), layer.image.shape[:2]
        left, top = round(at.x - layer.anchor[0] * wide), round(at.y - layer.anchor[1] * tall)
        target = shown[top : top + tall, left : left + wide]
        np.maximum(target, layer.image[..., 3], out=target)
        assert at.reveal > 0.99
    return shown


def pieces(mask: Mask) -> npt.NDArray[np.float64]:
    """Centres (x, y) of all connected pieces."""
    _, _, stats, middles = cv2.connectedComponentsWithStats((mask > 128).astype(np.uint8))
    large = stats[1:, cv2.CC_STAT_AREA] > 4
    return np.asarray(middles[1:][large], np.float64)


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("count", [2, 3, 7, 12, 29, 40])
def test_so_many_things_are_there(count: int, size: tuple[int, int]) -> None:
    assert len(pieces(filled(counting(count), size))) == count


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize(
    ("value", "dots"), [("0.2", 1), ("1", 1), ("37", 37), ("62.4", 62), ("99", 99), ("100", 100)]
)
def test_so_many_of_a_hundred_are_filled(value: str, dots: int, size: tuple[int, int]) -> None:
    assert len(pieces(filled(share(value), size))) == dots


def test_the_hundred_is_ten_by_ten_and_filled_in_the_order_of_reading() -> None:
    whole, part = pieces(filled(share("100"), UPRIGHT)), pieces(filled(share("37"), UPRIGHT))
    rows = sorted({round(y) for _, y in whole})
    assert len(rows) == len({round(x) for x, _ in whole}) == 10
    lines = [sum(round(y) == row for _, y in part) for row in rows]
    assert lines == [10, 10, 10, 7, 0, 0, 0, 0, 0, 0]
    last = sorted(round(x) for x, y in part if round(y) == rows[3])
    assert last == sorted({round(x) for x, _ in whole})[:7]


def test_places_that_are_not_filled_are_seen_faintly() -> None:
    """There are a hundred places whatever the share: the frame has dots also where none appears."""
    size = UPRIGHT
    full, empty = (
        luma_at(filmed(share(value), size), DURATION, size).astype(np.int_) for value in ("100", "1")
    )
    spots = pieces(filled(share("100"), size))[50:]
    ground = empty[round(spots[0][1]) - 22 : round(spots[-1][1]) + 22, 4:10].mean()
    for x, y in spots:
        around = np.s_[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4]
        assert abs(full[around].mean() - empty[around].mean()) > 8
        assert abs(empty[around].mean() - ground) > 2


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
def test_things_come_one_after_the_other(size: tuple[int, int]) -> None:
    picture = filmed(counting(12), size)
    frames = [luma_at(picture, at, size).astype(np.int_) for at in (0.0, 0.5, 0.9, 1.3, DURATION)]
    missing = [int((np.abs(frame - frames[-1]) > 20).sum()) for frame in frames]
    assert missing == sorted(missing, reverse=True)
    assert missing[0] > missing[2] > missing[-1] == 0


def test_the_drawing_that_is_counted_is_the_subject() -> None:
    """Each of six is the same drawing in its own cell, and not the round dot of a share."""
    art, dots = filled(counting(6, artwork=("octopus",)), UPRIGHT), filled(counting(6), UPRIGHT)
    boxes = [
        art[round(y) - 40 : round(y) + 40, round(x) - 40 : round(x) + 40].astype(np.int_)
        for x, y in pieces(dots)
    ]
    assert all(box.any() for box in boxes)
    assert all(np.abs(box - boxes[0]).mean() < 40 for box in boxes[1:])
    assert (np.abs(art.astype(np.int_) - dots) > 100).mean() > 0.01
