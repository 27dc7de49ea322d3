"""Gaps between words without spaces: consecutive marks share their room, boxes keep theirs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.spacing import BOX_GAP, spaced
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionWord
from renderer.core.timecode import TimeRange

SIZE = 100.0
"""Type size, of which tracking takes up to four."""
SPAN = TimeRange(Fraction(0), Fraction(1))


def gaps(texts: list[str], language: Language, style: CaptionStyle = CaptionStyle.MINIMAL) -> list[float]:
    words = [CaptionWord(text=text, span=SPAN, index=at, gap="") for at, text in enumerate(texts)]
    return [word.gap for word in spaced(words, lettering(load_style(style), language), SIZE)]


@pytest.mark.parametrize(
    ("texts", "language", "gap"),
    [
        (["他说，", "“长城”"], Language.ZH, -SIZE / 2),
        (["《长城》", "（北京）"], Language.ZH, -SIZE / 2),
        (["「石垣」、", "「城」と"], Language.JA, -SIZE / 2),
        (["长城", "很长。"], Language.ZH, 0),
        (["长城，", "很长"], Language.ZH, 0),
    ],
)
def test_marks_in_a_row_draw_nearer(texts: list[str], language: Language, gap: float) -> None:
    assert gaps(texts, language) == pytest.approx([gap, 0], abs=4)


def test_boxes_keep_their_room() -> None:
    assert gaps(["他说，", "“长城”"], Language.ZH, CaptionStyle.KNOCKOUT)[0] == BOX_GAP * SIZE


def test_no_words_have_no_gaps() -> None:
    assert gaps([], Language.ZH) == []
