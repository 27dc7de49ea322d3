"""Numbers, money, years, comparisons, trends and places are read as written, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.core.codec import decode, encode
from renderer.core.picture_spec import PictureFacts
from renderer.painters.base import Need
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import find_facts


def facts(text: str, language: Language = Language.EN) -> PictureFacts:
    return find_facts([piece.display for piece in tokenise(text, language)], language).found


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (Language.EN, "It lost 89% of its value.", {"value": Decimal(89), "text": "89%", "unit": "%"}),
        (
            Language.EN,
            "They paid $4.2M for it.",
            {"value": Decimal(4200000), "text": "$4.2M", "unit": "USD"},
        ),
        (Language.EN, "About 2.5 million people.", {"value": Decimal(2500000), "text": "2.5 million"}),
        (Language.EN, "It weighs 1,500 tonnes.", {"value": Decimal(1500), "text": "1,500"}),
        (Language.DE, "Es kostete 1,5 Millionen Euro.", {"value": Decimal(1500000), "unit": "EUR"}),
        (Language.DE, "Rund 1.500 Menschen.", {"value": Decimal(1500)}),
        (Language.FR, "Près de 12 milliards d'euros", {"value": Decimal(12000000000)}),
        (Language.RU, "Всего 3 миллиона рублей.", {"value": Decimal(3000000), "unit": "RUB"}),
        (Language.ZH, "损失了3万亿元。", {"value": Decimal(3000000000000)}),
        (Language.JA, "100万円を払いました。", {"value": Decimal(1000000)}),
        (Language.HI, "उसने 50 हज़ार रुपये दिए।", {"value": Decimal(50000), "unit": "INR"}),
        (Language.AR, "دفع ٥٠ مليون دولار.", {"value": Decimal(50000000), "unit": "USD"}),
    ],
)
def test_numbers(language: Language, text: str, wanted: dict[str, object]) -> None:
    found = facts(text, language)
    assert {key: getattr(found.number, key) for key in wanted} == wanted


def test_years_are_no_counters() -> None:
    assert facts("It began in 1929 and ended in 1933.") == PictureFacts(years=(1929, 1933))


def test_small_counts_are_left_to_the_words() -> None:
    assert facts("It has 3 hearts.") == PictureFacts()


@pytest.mark.parametrize(
    ("text", "trend"), [("Prices rose for a decade.", "up"), ("The bank collapsed overnight.", "down")]
)
def test_trends(text: str, trend: str) -> None:
    assert facts(text).trend == trend


def test_needs_follow_the_data() -> None:
    found = find_facts(["In", "2008", "France", "lost", "$3", "billion"], Language.EN)
    assert found.meets == {Need.YEARS, Need.PLACE, Need.TREND, Need.NUMBER, Need.MONEY}


@settings(max_examples=80, deadline=None)
@given(text=st.text(max_size=50), language=st.sampled_from(list(Language)))
def test_any_text_is_safe_and_needs_have_their_data(text: str, language: Language) -> None:
    facts = find_facts(text.split(), language)
    assert (Need.NUMBER in facts.meets) == bool(facts.found.number.text)
    assert (Need.YEARS in facts.meets) == (bool(facts.found.years) and not facts.found.date.year)
    assert decode(encode(facts.found), PictureFacts) == facts.found


@given(number=st.integers(5, 10**12))
def test_an_english_number_is_read_back_exactly(number: int) -> None:
    found = facts(f"exactly {number:,} grains")
    year = 1000 <= number < 2100 and "," not in f"{number:,}"
    assert found.number.value == (0 if year else number)


def test_a_figure_that_no_picture_can_show_is_no_fact() -> None:
    assert not find_facts(["Pay", "1" * 16], Language.EN).meets
    assert not find_facts(["9" * 400, "million"], Language.EN).meets
    assert find_facts(["Pay", "9" * 15], Language.EN).found.number.value == int("9" * 15)
