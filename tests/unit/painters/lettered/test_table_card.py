"""A table's card shows every cell of every row; figures align at their ends, words at their beginnings."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from renderer.contract.vocabulary import Language, StylePack
from renderer.painters.cards import table_card
from renderer.painters.cards.base import CardRequest
from renderer.painters.layered_picture import LayeredPicture
from renderer.visuals.style_pack_files import load_pack

WIDE, UPRIGHT = (480, 270), (270, 480)
PALETTE = load_pack(StylePack.DOCUMENTARY).palettes[0]
ROWS = (
    ("Planet", "Moons", "Radius"),
    ("Mars", "2", "3,390 km"),
    ("Jupiter", "95", "69,911 km"),
    ("Saturn", "146", "58,232 km"),
)


def painted(
    rows: tuple[tuple[str, ...], ...], size: tuple[int, int] = WIDE, language: Language = Language.EN
) -> LayeredPicture:
    return table_card.paint(
        CardRequest(
            width=size[0], height=size[1], duration=4.0, seed=3, palette=PALETTE, language=language, rows=rows
        )
    )


def row_ink(picture: LayeredPicture, number: int) -> npt.NDArray[np.bool_]:
    return np.asarray(picture.layers[number].image[..., 3] > 90)


def cells(picture: LayeredPicture, number: int, *, apart: float = 0.55) -> list[tuple[int, int]]:
    """First and last column of each cell's ink, from left to right; gaps between cells are wide."""
    ink = row_ink(picture, number)
    columns = np.flatnonzero(ink.any(axis=0))
    wide = apart * ink.shape[0]
    cuts = [index for index, gap in enumerate(np.diff(columns)) if gap > wide]
    firsts = [int(columns[0]), *(int(columns[cut + 1]) for cut in cuts)]
    lasts = [*(int(columns[cut]) for cut in cuts), int(columns[-1])]
    return list(zip(firsts, lasts, strict=True))


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["wide", "upright"])
def test_every_row_has_all_its_cells(size: tuple[int, int]) -> None:
    picture = painted(ROWS, size)
    assert len(picture.layers) == len(ROWS)
    assert [len(cells(picture, number)) for number in range(4)] == [3, 3, 3, 3]


def test_figures_end_below_each_other_and_words_begin_below_each_other() -> None:
    found = [cells(painted(ROWS), number) for number in range(4)]
    assert np.ptp([row[0][0] for row in found]) <= 3
    for column in (1, 2):
        assert np.ptp([row[column][1] for row in found[1:]]) <= 3
    starts = [row[1][0] for row in found[1:]]
    assert starts == sorted(
        starts, reverse=True
    )  # 2, 95, 146: the longer a figure, the farther left it begins
    assert starts[0] > starts[2]


def test_an_arabic_table_begins_on_the_right() -> None:
    rows = (("الكوكب", "الأقمار"), ("المريخ", "2"), ("المشتري", "95"))
    picture = painted(rows, language=Language.AR)
    found = [cells(picture, number) for number in range(3)]
    assert all(len(row) == 2 for row in found)
    assert np.ptp([row[-1][1] for row in found]) <= 3  # names end at the right edge
    assert row_ink(picture, 0).shape[1] - found[0][-1][1] < 8


def test_rows_stand_below_each_other_under_the_rule() -> None:
    picture = painted(ROWS)
    heights = [layer.motion(60.0).y for layer in picture.layers]
    pitch = np.diff(heights)
    assert pitch == pytest.approx(np.full(3, pitch[0]))
    assert pitch[0] > 0
    plain = painted((("", "", ""), *ROWS[1:]))
    base = np.asarray(picture.base, np.float64)
    accent = np.abs(base - np.array(PALETTE.accent)).sum(axis=2) < 60
    rule = np.flatnonzero(accent.sum(axis=1) > 0.3 * WIDE[0])
    assert rule.size
    assert heights[0] < rule[0] < rule[-1] < heights[1]
    assert len(plain.layers) == 4


def test_the_header_has_another_colour_than_the_rows() -> None:
    picture = painted(ROWS)
    colours = [layer.image[layer.image[..., 3] > 200][0, :3].tolist() for layer in picture.layers]
    assert colours[1] == colours[2] == colours[3] == list(PALETTE.paper_ink)
    assert colours[0] != colours[1]


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["wide", "upright"])
@pytest.mark.parametrize(
    "rows",
    [
        tuple((f"{1900 + number}", "Copenhagen", "−17.5", "1,234,567") for number in range(14)),
        (("Name", "What it is remembered for by everybody who was there"), ("Ada", "Notes")),
        (("A",), ("1",)),
    ],
    ids=["many rows", "wide cells", "one column"],
)
def test_any_table_stays_inside_the_frame(rows: tuple[tuple[str, ...], ...], size: tuple[int, int]) -> None:
    for layer in painted(rows, size).layers:
        at, (tall, wide) = layer.motion(60.0), layer.image.shape[:2]
        inked = np.nonzero(layer.image[..., 3] > 40)
        assert len(inked[0])
        assert at.x - wide / 2 + inked[1].min() > 0.03 * size[0]
        assert at.x - wide / 2 + inked[1].max() < 0.97 * size[0]
        assert at.y - tall / 2 + inked[0].min() > 0.03 * size[1]
        assert at.y - tall / 2 + inked[0].max() < 0.97 * size[1]


def test_no_cell_is_cut_at_the_edge_of_its_row() -> None:
    """A cell's ink is the same as in a table of only that column, however full its row is."""
    alone = cells(painted((("Radius",), ("69,911 km",))), 1)[0]
    last = cells(painted((("Planet", "Radius"), ("Jupiter", "69,911 km"))), 1)[-1]
    heights = (
        painted((("Radius",), ("69,911 km",))),
        painted((("Planet", "Radius"), ("Jupiter", "69,911 km"))),
    )
    scale = heights[1].layers[1].image.shape[0] / heights[0].layers[1].image.shape[0]
    assert last[1] - last[0] == pytest.approx((alone[1] - alone[0]) * scale, abs=3)


def test_rows_come_one_after_the_other() -> None:
    layers = painted(ROWS).layers
    opacity = [layer.motion(0.35).opacity for layer in layers]
    assert opacity == sorted(opacity, reverse=True)
    assert opacity[0] > 0.5 > opacity[-1]
    assert all(a >= b for a, b in pairwise(opacity))
