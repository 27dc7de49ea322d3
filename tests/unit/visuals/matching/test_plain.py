"""Words as the picture index spells them, German compounds, and Japanese words with their part of speech."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import japanese_words
from renderer.visuals.matching.compounds import tail_of
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.plain import plain, plain_text, readings, spellings


@pytest.mark.parametrize(
    ("language", "word", "wanted"),
    [
        ("fr", "L'Étoile,", "étoile"),
        ("fr", "l’eau", "eau"),
        ("fr", "qu'un", "un"),
        ("fr", "aujourd'hui", "aujourd'hui"),
        ("fr", "pêche", "pêche"),
        ("en", "farmer's", "farmer"),
        ("en", "James'", "james"),
        ("en", "“Cats”", "cats"),
        ("en", "co-op", "co-op"),
        ("en", "ＣＡＴ", "cat"),
        ("ru", "Ёлка", "елка"),
        ("de", "Straße", "strasse"),
        ("hi", "कुत्ता।", "कुत्ता"),
        ("es", "¡Niño!", "niño"),
        ("en", "—", ""),
        ("en", "", ""),
    ],
)
def test_case_marks_and_what_leans_on_a_word_go_and_accents_stay(
    language: str, word: str, wanted: str
) -> None:
    assert plain(word, Language(language)) == wanted


@given(word=st.text(max_size=10), language=st.sampled_from(Language))
@settings(max_examples=50, deadline=None)
def test_no_word_keeps_a_mark_at_its_edge(word: str, language: Language) -> None:
    found = plain(word, language)
    assert found == found.strip()
    assert not found.startswith((".", ",", "!", "?", "“", "«", "("))
    assert not found.endswith((".", ",", "!", "?", "”", "»", ")"))


def test_a_term_of_several_words_has_single_spaces() -> None:
    assert plain_text("The  “Black” — Sea,", Language.EN) == "the black sea"


def test_only_arabic_words_have_several_readings() -> None:
    assert readings("book", Language.EN) == ("book",)
    assert readings("والكتاب", Language.AR) == ("والكتاب", "كتاب", "الكتاب")
    assert readings("ولد", Language.AR) == ("ولد",), "what is left would be no word"


def test_arabic_names_are_looked_up_with_their_article_restored() -> None:
    assert spellings(["والبحر", "الأسود"], Language.AR) == ("والبحر الاسود", "البحر الاسود")
    assert "البحر الاسود" in spellings(["بالبحر", "الأسود"], Language.AR)
    assert spellings(["Black", "Sea,"], Language.EN) == ("black sea",)


@pytest.mark.parametrize(
    ("compound", "tail"),
    [
        ("goldmünze", "münze"),
        ("piratenschiff", "schiff"),
        ("segelschiff", "schiff"),
        ("einfluss", ""),
        ("münze", ""),
        ("abc", ""),
        ("xyzschrift", ""),
    ],
)
def test_a_german_compound_is_a_kind_of_its_end(compound: str, tail: str) -> None:
    assert tail_of(compound, picture_index(Language.DE)) == tail


def test_japanese_words_tell_people_places_and_things_apart() -> None:
    words = {word.text: word for word in japanese_words("織田信長は東京で猫を見た。")}
    assert words["織田信長"].person
    assert words["織田信長"].proper
    assert words["東京"].place
    assert not words["東京"].proper
    assert words["猫"].noun
    assert (words["猫"].person, words["猫"].place, words["猫"].proper) == (False, False, False)
    assert words["見"].base == "見る"
    assert not words["見"].noun


@given(text=st.text(st.sampled_from("猫犬が見た東京タワー、。ABC12 のは"), max_size=15))
@settings(max_examples=40, deadline=None)
def test_japanese_words_joined_are_the_text(text: str) -> None:
    assert "".join(word.text for word in japanese_words(text)) == text
