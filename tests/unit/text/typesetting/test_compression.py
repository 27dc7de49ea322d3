"""Consecutive marks: the empty half between them is removed, but no ink."""

from __future__ import annotations

from itertools import pairwise

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.typesetting.compression import halved
from renderer.text.typesetting.font_chains import FontClass, chain
from renderer.text.typesetting.shaped_run import ShapedRun
from renderer.text.typesetting.shaping import shape

SIZE = 100.0
WITH_HALVES = {
    FontClass.DISPLAY: "bangers-400",
    FontClass.QUIET: "tiktok-sans-500",
    FontClass.SERIF: "playfair-display-600",
}


def shaped(text: str, language: Language, font_class: FontClass) -> ShapedRun:
    faces = chain(font_class, own=WITH_HALVES[font_class], language=language)
    return shape(text, chain=faces, size=SIZE, language=language)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("“长城”，", (3,)),
        ("「『城』」。", (1, 3, 4)),
        ("長城、「城」", (2,)),
        ("（“长城”）。", (1, 4, 5)),
        ("“长城”的", ()),
        ("长城，", ()),
        ("", ()),
    ],
)
def test_a_mark_is_halved_towards_the_next(text: str, places: tuple[int, ...]) -> None:
    assert halved(text) == places


@pytest.mark.parametrize("font_class", WITH_HALVES)
@pytest.mark.parametrize(
    ("text", "language", "ems"),
    [("“长城”，", Language.ZH, 4.5), ("「城」、", Language.JA, 3.5), ("城」と", Language.JA, 3)],
)
def test_a_row_is_as_much_narrower(text: str, language: Language, ems: float, font_class: FontClass) -> None:
    assert shaped(text, language, font_class).advance == pytest.approx(ems * SIZE, abs=1)


@pytest.mark.parametrize("font_class", WITH_HALVES)
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("《“长城”》。", Language.ZH),
        ("（“长”），“城”、（长）", Language.ZH),
        ("「『城』」、（城）", Language.JA),
    ],
)
def test_no_ink_meets_other_ink(text: str, language: Language, font_class: FontClass) -> None:
    boxes = []
    for glyph in shaped(text, language, font_class).glyphs:
        extents = glyph.face.font(glyph.size).get_glyph_extents(glyph.id)
        left = glyph.x + extents.x_bearing / 64
        boxes.append((left, left + extents.width / 64))
    assert all(before[1] <= after[0] + 1 for before, after in pairwise(boxes)), boxes


def test_other_languages_keep_their_widths() -> None:
    both = [shaped("城」、", language, FontClass.QUIET).advance for language in (Language.EN, Language.JA)]
    assert both[0] - both[1] == pytest.approx(SIZE / 2, abs=1)
