"""Thumbnails have at most six words, and these are a part of the title that makes sense alone."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import weighs_little
from renderer.visuals.short_title import MOST_CHARACTERS, MOST_WORDS, short_title

TITLES = {
    Language.EN: ("Why $4.2M in gold sat under a bakery for 83 years", "gold"),
    Language.ES: ("El volcán Paricutín que nació en un maizal en 1943", "volcán"),
    Language.PT: ("Como os juros compostos mudam tudo na sua vida", "juros"),
    Language.FR: ("L'énigme du vol 19 disparu en 1945 au large", "vol 19"),
    Language.DE: ("Die Brieftaube, die im Ersten Weltkrieg 194 Soldaten rettete", "Brieftaube"),
    Language.RU: ("Почему у осьминога три сердца и голубая кровь внутри", "сьминога"),
    Language.AR: ("كيف ينهار سوق الأسهم في ثلاثة أيام فقط", "الأسهم"),
    Language.HI: ("महँगाई आपकी बचत को धीरे धीरे कैसे खाती है", "महँगाई"),
    Language.ZH: ("1929年华尔街崩盘的前一天发生了什么", "华尔街"),
    Language.JA: ("1908年のツングースカ大爆発の謎に迫る", "ツングースカ"),
}


@pytest.mark.parametrize("language", list(Language))
def test_a_long_title_is_shortened_to_what_it_is_about(language: Language) -> None:
    title, subject = TITLES[language]
    short = short_title(title, language)
    assert subject in short
    assert short.casefold() in title.casefold()
    if language in {Language.ZH, Language.JA}:
        assert len(short) <= MOST_CHARACTERS
        assert short[-1] not in "的の"
    else:
        assert len(short.split()) <= MOST_WORDS
        assert not weighs_little(short.split()[-1], language)


@pytest.mark.parametrize("language", list(Language))
def test_a_short_title_stays_as_it_is(language: Language) -> None:
    word = TITLES[language][1]
    assert short_title(f" {word} ", language) == word


def test_a_title_of_one_endless_word_is_that_word() -> None:
    assert short_title("x" * 300, Language.EN) == "x" * 300
    assert not short_title("   ", Language.EN)
