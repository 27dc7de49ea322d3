"""A displayed number has the unit that the text gives it."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.comparing.series import with_unit
from renderer.visuals.matching.facts import find_facts


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        (Language.EN, "The tower is 828 metres tall.", "828 metres"),
        (Language.EN, "It covers 1,200 square miles, they say", "1,200 square miles"),
        (Language.EN, "About 70,000 people died.", "70,000"),
        (Language.EN, "It cost $4.2 million.", "$4.2 million"),
        (Language.ES, "Su cámara mide 90 kilómetros de largo.", "90 kilómetros"),
        (Language.DE, "Er wiegt 34 Kilogramm.", "34 Kilogramm"),
        (Language.RU, "Его высота 330 метров.", "330 метров"),
        (Language.HI, "यह 828 मीटर ऊँची है।", "828 मीटर"),
        (Language.AR, "يبلغ ارتفاعه 828 مترا", "828 مترا"),
        (Language.ZH, "828米高的塔。", "828米"),
        (Language.JA, "高さは330メートルです。", "330メートル"),
    ],
)
def test_a_number_is_shown_with_its_unit(language: Language, text: str, shown: str) -> None:
    words = [piece.display for piece in tokenise(text, language)]
    assert with_unit(find_facts(words, language), words, language).found.number.text == shown
