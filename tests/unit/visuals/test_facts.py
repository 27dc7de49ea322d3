"""Numbers, money, years, comparisons, trends and places are read as written, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segment import tokenise
from renderer.visuals.facts import find_facts
from renderer.visuals.painters.base import Need


def facts(text: str, language: Language = Language.EN) -> dict[str, str]:
    return find_facts([piece.display for piece in tokenise(text, language)], language).data


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (Language.EN, "It lost 89% of its value.", {"number": "89", "number_text": "89%", "unit": "%"}),
        (
            Language.EN,
            "They paid $4.2M for it.",
            {"number": "4200000", "number_text": "$4.2M", "currency": "USD"},
        ),
        (Language.EN, "About 2.5 million people.", {"number": "2500000", "number_text": "2.5 million"}),
        (Language.EN, "It weighs 1,500 tonnes.", {"number": "1500", "number_text": "1,500"}),
        (Language.DE, "Es kostete 1,5 Millionen Euro.", {"number": "1500000", "currency": "EUR"}),
        (Language.DE, "Rund 1.500 Menschen.", {"number": "1500"}),
        (Language.FR, "Près de 12 milliards d'euros", {"number": "12000000000"}),
        (Language.RU, "Всего 3 миллиона рублей.", {"number": "3000000", "currency": "RUB"}),
        (Language.ZH, "损失了3万亿元。", {"number": "3000000000000"}),
        (Language.JA, "100万円を払いました。", {"number": "1000000"}),
        (Language.HI, "उसने 50 हज़ार रुपये दिए।", {"number": "50000", "currency": "INR"}),
        (Language.AR, "دفع ٥٠ مليون دولار.", {"number": "50000000", "currency": "USD"}),
    ],
)
def test_numbers(language: Language, text: str, wanted: dict[str, str]) -> None:
    found = facts(text, language)
    assert {key: found.get(key) for key in wanted} == wanted


def test_years_are_no_counters() -> None:
    assert facts("It began in 1929 and ended in 1933.") == {"years": "1929;1933"}


def test_two_amounts_with_their_years_are_a_comparison() -> None:
    found = facts("A house cost $120,000 in 1990 and $400,000 in 2020.")
    assert found["values"] == "120000;400000"
    assert found["labels"] == "1990;2020"


def test_unlike_units_are_not_compared() -> None:
    assert "values" not in facts("He spent 30% of $500.")


def test_small_counts_are_left_to_the_words() -> None:
    assert facts("It has 3 hearts.") == {}


@pytest.mark.parametrize(
    ("text", "trend"), [("Prices rose for a decade.", "up"), ("The bank collapsed overnight.", "down")]
)
def test_trends(text: str, trend: str) -> None:
    assert facts(text)["trend"] == trend


def test_needs_follow_the_data() -> None:
    found = find_facts(["In", "2008", "France", "lost", "$3", "billion"], Language.EN)
    assert found.meets == {Need.YEARS, Need.PLACE, Need.TREND, Need.NUMBER, Need.MONEY}


@settings(max_examples=80, deadline=None)
@given(text=st.text(max_size=50), language=st.sampled_from(list(Language)))
def test_any_text_is_safe_and_needs_have_their_data(text: str, language: Language) -> None:
    found = find_facts(text.split(), language)
    assert (Need.NUMBER in found.meets) == ("number" in found.data)
    assert (Need.YEARS in found.meets) == ("years" in found.data)
    if Need.COMPARISON in found.meets:
        assert len(found.data["values"].split(";")) == len(found.data["labels"].split(";")) >= 2


@given(number=st.integers(5, 10**12))
def test_an_english_number_is_read_back_exactly(number: int) -> None:
    found = facts(f"exactly {number:,} grains")
    year = 1000 <= number < 2100 and "," not in f"{number:,}"
    assert found.get("number", "") == ("" if year else str(number))
