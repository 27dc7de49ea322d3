"""A cut inside a clause is where a phrase ends, not between a word and one that leans on it."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.direction.clause_cuts import clause_cut_cost


@pytest.mark.parametrize(
    ("language", "better", "worse"),
    [
        (Language.HI, ("में", "चालीस"), ("चालीस", "हज़ार")),
        (Language.HI, ("लोग", "आँखों"), ("बैंक", "का")),
        (Language.HI, ("में", "नाम"), ("का", "नाम")),
        (Language.ZH, ("心脏", "和"), ("蓝色", "的")),
        (Language.ZH, ("心脏", "和"), ("的", "血液")),
        (Language.ZH, ("飞机", "从"), ("收到", "了")),
        (Language.JA, ("ベニクラゲは", "年を"), ("年を", "とると")),
        (Language.JA, ("船が", "大西洋を"), ("一隻の", "船が")),
        (Language.JA, ("人は", "鳥に"), ("似て", "いる")),
        (Language.RU, ("перчатки", "и"), ("потрогала", "ветер")),
        (Language.EN, ("captain", "and"), ("old", "captain")),
        (Language.EN, ("captain", "and"), ("the", "captain")),
    ],
)
def test_a_cut_where_a_phrase_ends_costs_less(
    language: Language, better: tuple[str, str], worse: tuple[str, str]
) -> None:
    assert clause_cut_cost(*better, language) < clause_cut_cost(*worse, language)
