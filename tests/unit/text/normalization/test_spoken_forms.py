"""Spoken forms, language by language; the cases are in sentences.toml."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.core.script import display_text, spoken_text
from renderer.text.lines import build_line
from renderer.text.normalization.speakable import is_speakable

EN, FR, DE = Language.EN, Language.FR, Language.DE

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))
ROWS = [(Language(code), *row) for code, table in SENTENCES.items() for row in table["rows"]]


@pytest.mark.parametrize(("language", "text", "wanted"), ROWS)
def test_said_as_a_person_would_say_it(language: Language, text: str, wanted: str) -> None:
    assert spoken_text(build_line(text, id="s1.l1", language=language)) == wanted


@pytest.mark.parametrize(
    ("language", "text", "displays"),
    [
        (EN, "Wait — “no” 😀 !", ["Wait\u00a0—", "“no”\u00a0😀!"]),
        (FR, "Il a 1 000 000 € en poche", ["Il", "a", "1\u00a0000\u00a0000\u00a0€", "en", "poche"]),
        (DE, "Nur 3,50 € heute", ["Nur", "3,50\u00a0€", "heute"]),
        (EN, "*** hello", ["***\u00a0hello"]),
    ],
)
def test_signs_hold_on_to_their_word(language: Language, text: str, displays: list[str]) -> None:
    line = build_line(text, id="s1.l1", language=language)
    assert [token.display.replace("!", "").strip() for token in line.tokens] == [
        display.replace("!", "").strip() for display in displays
    ]


@pytest.mark.parametrize("text", ["", "😀", "— … !", '"()"', "\n\t"])
def test_nothing_to_say_gives_no_tokens(text: str) -> None:
    assert build_line(text, id="s1.l1", language=EN).tokens == ()


@given(
    text=st.text(
        alphabet=st.one_of(
            st.characters(codec="utf-8"),
            st.sampled_from("0123456789.,:/-–$€£%°kKmMhs &+=#@'’“”()! IVX"),
            st.sampled_from("дляémañß你好三年月円です५६किم٥في"),
        ),
        max_size=60,
    ),
    language=st.sampled_from(list(Language)),
)
def test_every_token_speaks_and_nothing_displayed_is_lost(text: str, language: Language) -> None:
    line = build_line(text, id="s1.l1", language=language)
    for token in line.tokens:
        assert is_speakable(token.spoken), (token, text)
        assert not any(character in token.spoken for character in "“”«»„()[]{}*😀$€£%")
        assert not any(character.isspace() and character != " " for character in token.spoken)
    letters = [character for character in unicodedata.normalize("NFC", text) if is_speakable(character)]
    assert [character for character in display_text(line) if is_speakable(character)] == letters
