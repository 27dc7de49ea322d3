"""How well a picture's title fits a phrase, in ten languages, and what must not be taken as a fit."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.imagery.relevance import relevance, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("…?!", ()),
        ("OldLighthouse_at-night.jpg", ("old", "lighthouse", "at", "night", "jpg")),
        ("l'été d'Anaïs", ("l", "été", "d", "anaïs")),
        ("समुद्र का पानी", ("समुद्र", "का", "पानी")),
        ("مَنارة قديمة", ("مَنارة", "قديمة")),
        ("東京タワーの夜", ("東京", "タワー", "夜")),
        ("古い灯台です", ("古", "灯台", "です")),
        ("长城2024年", ("长城", "2024", "年")),
        ("Straße", ("strasse",)),
        ("NASA", ("nasa",)),
    ],
)
def test_words_come_apart_as_their_script_writes_them(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("phrase", "title"),
    [
        ("lighthouse", "An old lighthouse"),
        ("lighthouses", "An old lighthouse"),
        ("faro", "Faros de España"),
        ("Leuchtturm", "Leuchttürme an der Nordsee; Leuchtturms Licht"),
        ("phare", "Le phare de Cordouan"),
        ("маяк", "Старый маяк"),
        ("маяка", "Старый маяке"),
        ("灯台", "夜の灯台"),
        ("长城", "中国的长城"),
        ("منارة", "منارة قديمة"),
        ("समुद्र", "समुद्र तट"),
        ("old lighthouse", "LIGHTHOUSE, OLD"),
    ],
)
def test_titles_that_name_the_phrase_fit_nearly_whole(phrase: str, title: str) -> None:
    assert 0.9 < relevance(phrase, title) < 1.0


@pytest.mark.parametrize(
    ("phrase", "title"),
    [
        ("sun", "sunglasses on a table"),
        ("cat", "cathedral"),
        ("car", "carpet"),
        ("whale", "Wales in winter"),
        ("маяк", "май"),
        ("灯台", "台"),
        ("長城", "長い夜"),
        ("सागर", "सा"),
        ("", "anything"),
        ("lighthouse", ""),
        ("?", "?"),
    ],
)
def test_titles_that_only_look_alike_do_not_fit(phrase: str, title: str) -> None:
    assert relevance(phrase, title) == 0.0


def test_every_word_of_the_phrase_counts_and_talkative_titles_count_a_little_less() -> None:
    half = relevance("old lighthouse", "lighthouse")
    whole = relevance("old lighthouse", "old lighthouse")
    assert whole == pytest.approx(2 * half, rel=0.01)
    talkative = relevance("old lighthouse", "old lighthouse " + "and more " * 60)
    assert talkative == pytest.approx(0.8)
    assert talkative < whole


def test_how_letters_are_stored_makes_no_difference() -> None:
    composed, parted = "phare d'été à Noël", unicodedata.normalize("NFD", "phare d'été à Noël")
    assert composed != parted
    assert relevance(parted, composed) == relevance(composed, composed) > 0.9


TEXTS = st.text(alphabet="abcé Aя海の्म-_'9", max_size=20)


@settings(max_examples=50, deadline=None)
@given(TEXTS, TEXTS)
def test_a_fit_is_a_share_and_a_text_fits_itself(phrase: str, title: str) -> None:
    assert 0.0 <= relevance(phrase, title) <= 1.0
    if words_of(phrase):
        assert relevance(phrase, phrase) >= 0.8
