"""A year with its era is shown with it, and no bare number is made of it."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import find_facts


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        (Language.EN, "The temple burnt down in 356 BC.", "356 BC"),
        (Language.EN, "In 79 AD, the mountain exploded", "79 AD"),
        (Language.ES, "en el año 218 a. C. cruzó los Alpes", "218 a. C."),
        (Language.ES, "murió en 44 a.C., en Roma", "44 a.C."),
        (Language.PT, "em 218 a.C. cruzou os Alpes", "218 a.C."),
        (Language.FR, "En 52 av. J.-C., il perdit", "52 av. J.-C."),
        (Language.FR, "en 52 avant Jésus-Christ.", "52 avant Jésus-Christ"),
        (Language.DE, "Im Jahr 218 v. Chr. zog er los", "218 v. Chr."),
        (Language.RU, "В 218 году до н. э. он перешёл Альпы", "218 до н. э."),
        (Language.HI, "326 ईसा पूर्व में वह आया", "326 ईसा पूर्व"),
        (Language.AR, "في عام 138 قبل الميلاد أرسل رسولا", "138 قبل الميلاد"),
        (Language.JA, "紀元前138年、皇帝は使者を送った", "紀元前138年"),
    ],
)
def test_a_year_is_shown_with_its_era(language: Language, text: str, shown: str) -> None:
    words = [piece.display for piece in tokenise(text, language)]
    assert find_facts(words, language).found.number.text == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("They ran 400 ad campaigns.", "400"),
        ("It held 223, BC won.", "223"),
        ("About 300 people came.", "300"),
    ],
)
def test_what_is_no_era_makes_no_year_of_an_amount(text: str, shown: str) -> None:
    words = [piece.display for piece in tokenise(text, Language.EN)]
    assert find_facts(words, Language.EN).found.number.text == shown
