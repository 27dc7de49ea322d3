"""Every text can be drawn once it is prepared, and changes are reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.captions.layout.lettering_faces import chain_for
from renderer.captions.style.style_files import load_style
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.text.prepared import Preparation, stand_in
from renderer.text.typesetting.fonts import drawable
from tools.build_sayable import table

ANY_TEXT = st.text(st.characters(codec=None), max_size=60)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("왜 하늘은 파란가", "왜 하늘은 파란가"),
        ("ทำไม ฟ้า", "ทำไม ฟ้า"),
        ("𝔘nicode", "Unicode"),
        ("አዲስ", "'adis"),
        ("lamp \U00012345 sign", "lamp sign"),
        ("a\x00b\u202ec\U000f1234", "a bc"),
        ("a\ud800b", "ab"),
        ("5 moves 🔥 that 👨\u200d👩\u200d👧 👍🏽 changed 🇫🇷 chess ❤\ufe0f", "5 moves that changed chess "),
        ("1\ufe0f\u20e3 first", "1 first"),
        ("© 2024 ™ ❤", "© 2024 ™ ❤"),
    ],
)
def test_what_can_be_drawn_stays_and_the_rest_is_replaced_or_left_out(text: str, wanted: str) -> None:
    assert Preparation().text(text) == wanted


def test_a_ligature_without_a_glyph_is_spelled_out() -> None:
    assert Preparation().text("ﷺ") == "صلى الله عليه وسلم"


def test_what_was_changed_is_told_once() -> None:
    preparation = Preparation()
    preparation.text("ﷺ and \U00012345 and ﷺ")
    preparation.text("\U00012345")
    assert preparation.notes() == (
        "replaced because no bundled face draws it: ﷺ by صلى الله عليه وسلم",
        "left out because no bundled face draws it: U+12345",
    )
    assert Preparation().notes() == ()


def test_emoji_are_left_out_with_a_note() -> None:
    preparation = Preparation()
    preparation.text("hot 🔥 stuff 1\ufe0f\u20e3")
    assert preparation.notes() == ("emoji are left out of captions and titles: 🔥",)


def test_a_note_stays_short() -> None:
    preparation = Preparation()
    preparation.text("".join(chr(0x12000 + at) for at in range(200)))
    assert sum(map(len, preparation.notes())) < 400


@given(text=ANY_TEXT)
def test_a_prepared_text_is_drawn_by_every_style(text: str) -> None:
    prepared = Preparation().text(text)
    chains = [chain_for(load_style(style), Language.EN) for style in CaptionStyle]
    assert all(drawable(prepared, chain) for chain in chains)


@given(text=ANY_TEXT)
def test_painters_write_whatever_is_prepared(text: str) -> None:
    assert lettering(Preparation().text(text), size=8.0, face=LetteringFace.POSTER).ndim == 2


@given(text=st.text(max_size=40))
def test_what_can_be_said_leaves_something_to_draw(text: str) -> None:
    if can_be_said(text):
        assert any(stand_in(character).strip() for character in text)


@pytest.mark.timeout(600)
def test_the_table_of_what_can_be_said_is_what_the_faces_say() -> None:
    """If this fails, run `python tools/build_sayable.py`."""
    bits = table()
    told = [point for point in range(0x110000) if can_be_said(chr(point))]
    assert told == [point for point in range(0x110000) if bits[point >> 3] >> (point & 7) & 1]


@pytest.mark.parametrize("text", ["?", "!!!", "…", "\u200b", "🎬", " ", "", "\u0301", "®", "\ud800"])
def test_nothing_to_say(text: str) -> None:
    assert not can_be_said(text)


@pytest.mark.parametrize("text", ["a", "7", "漢", "ﷺ", "왜", "½", "𠀀", "፩", "🎬 film"])
def test_something_to_say(text: str) -> None:
    assert can_be_said(text)


@pytest.mark.parametrize("filler", ["\u3164", "\uffa0", "\u115f", "\u1160"])
def test_fillers_that_show_nothing_are_spaces(filler: str) -> None:
    assert Preparation().text(f"a{filler}b") == "a b"
    assert not can_be_said(filler)
