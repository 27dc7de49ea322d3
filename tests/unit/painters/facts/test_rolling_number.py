"""A counter ends at its number: each drum stops at the digit that the text has there, in every script."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Figure, PainterSpec
from renderer.painters.base import Need
from renderer.painters.drawing.lettering import line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer
from renderer.painters.props.rolling_counter import counter
from renderer.painters.registry import PAINTERS
from tests.support.painted import DURATION, FACTS, filmed, luma_at, spec_of

SIZE = 60.0
END = 2.0
COUNTERS = sorted(name for name, painter in PAINTERS.items() if painter.needs & {Need.NUMBER, Need.MONEY})


def layers_of(text: str, language: Language = Language.EN, *, widest: float = 4000.0) -> list[Layer]:
    return counter(
        text,
        at=(500.0, 100.0),
        size=SIZE,
        widest=widest,
        face=LetteringFace.PLAIN,
        colour=(255, 255, 255),
        language=language,
        start=-0.2,
        end=END,
    )


def seen(layer: Layer, seconds: float) -> npt.NDArray[np.uint8]:
    """The part of a drum that is in its window."""
    top = round(layer.motion(seconds).scroll_y)
    return layer.image[top : top + layer.window[1], :, 3]


def digit_in(layer: Layer, zero: str, language: Language, seconds: float) -> int:
    """The digit whose own picture is closest to what the window shows."""
    shown = seen(layer, seconds).astype(np.float64)
    wide, tall = layer.window
    apart = []
    for value in range(10):
        mask = line_of(
            chr(ord(zero) + value), size=SIZE, height=tall, face=LetteringFace.PLAIN, language=language
        )
        room = np.zeros((tall, wide + mask.shape[1]))
        left = round((wide - mask.shape[1]) / 2)
        room[:, max(left, 0) : max(left, 0) + mask.shape[1]] = mask
        apart.append(
            min(float(np.abs(np.roll(room, by, axis=1)[:, :wide] - shown).sum()) for by in (-1, 0, 1))
        )
    return int(np.argmin(apart))


def drums(layers: list[Layer]) -> list[Layer]:
    """Drums of the digits from left to right."""
    return sorted(
        (layer for layer in layers if layer.window != (0, 0)), key=lambda layer: layer.motion(0.0).x
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("$4.2M", Language.EN),
        ("1,234,567,890", Language.EN),
        ("−17 °C", Language.EN),
        ("66 million", Language.EN),
        ("3,5 Milliarden €", Language.DE),
        ("98 765 рублей", Language.RU),
        ("66 مليون دولار", Language.AR),
        ("٢٬١٤٩ كم", Language.AR),
        ("६० करोड़", Language.HI),
        ("13億8000万人", Language.JA),
        ("42公里", Language.ZH),
    ],
)
def test_the_drums_end_at_the_digits_of_the_text(text: str, language: Language) -> None:
    found = [character for character in text if unicodedata.category(character) == "Nd"]
    zeros = [chr(ord(digit) - unicodedata.decimal(digit)) for digit in found]
    shown = [
        digit_in(drum, zero, language, END)
        for drum, zero in zip(drums(layers_of(text, language)), zeros, strict=True)
    ]
    assert shown == [unicodedata.decimal(digit) for digit in found]


@pytest.mark.parametrize("text", ["1969", "$4.2M"])
def test_it_rolls_before_it_stands(text: str) -> None:
    for drum in drums(layers_of(text)):
        assert len({round(drum.motion(at).scroll_y, 2) for at in (0.0, 0.2, 0.4, 0.7)}) > 2


@given(
    value=st.integers(0, 10**7),
    widest=st.floats(40.0, 900.0),
    language=st.sampled_from([Language.EN, Language.HI, Language.AR]),
)
@settings(max_examples=10, deadline=None)
def test_it_stands_in_the_middle_and_is_never_wider_than_its_room(
    value: int, widest: float, language: Language
) -> None:
    layers = layers_of(f"{value:,}", language, widest=widest)
    edges = [
        (layer.motion(END).x - layer.image.shape[1] / 2, layer.motion(END).x + layer.image.shape[1] / 2)
        for layer in layers
    ]
    left, right = min(edge for edge, _ in edges), max(edge for _, edge in edges)
    assert right - left <= 1.05 * widest + 1  # cells are whole pixels
    assert (left + right) / 2 == pytest.approx(500.0, abs=0.6)
    inner = sorted(edges)
    assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(inner))


def told(name: str, text: str, *, unit: str = "USD") -> PainterSpec:
    facts = replace(FACTS, number=Figure(value=Decimal(1), text=text, unit=unit), count=0)
    return structs.replace(spec_of(name, artwork=()), facts=facts)


@pytest.mark.parametrize("size", [(270, 480), (480, 270)], ids=["upright", "wide"])
@pytest.mark.parametrize("name", COUNTERS)
def test_the_picture_ends_with_the_number_whole_in_the_frame(name: str, size: tuple[int, int]) -> None:
    """A change of the first or the last digit shows side by side, away from the frame's edges."""
    plain, first, last = (
        luma_at(filmed(told(name, text), size), DURATION, size).astype(np.int_)
        for text in ("$1,111,111", "$8,111,111", "$1,111,118")
    )
    spots = []
    for other in (first, last):
        rows, columns = np.nonzero(np.abs(other - plain) > 25)
        assert len(rows) > 8
        assert min(rows.min(), columns.min()) > 2
        assert rows.max() < size[1] - 3
        assert columns.max() < size[0] - 3
        spots.append((float(columns.mean()), float(rows.mean())))
    assert spots[1][0] - spots[0][0] > 0.2 * size[0]
    assert spots[1][1] == pytest.approx(spots[0][1], abs=0.03 * size[1])


def test_there_are_painters_of_numbers() -> None:
    assert {"almanac", "tally", "number_card", "money_counter"} <= set(COUNTERS)
