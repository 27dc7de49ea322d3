"""Amounts as ten languages write them: value, unit and displayed text; and what is not an amount."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import find_facts, quantities_in

EN, ES, ZH, HI, AR = Language.EN, Language.ES, Language.ZH, Language.HI, Language.AR
PT, FR, JA, DE, RU = Language.PT, Language.FR, Language.JA, Language.DE, Language.RU


def words(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "value", "unit", "shown"),
    [
        (EN, "It cost 3 million dollars.", 3e6, "USD", "3 million"),
        (EN, "It cost $1.5bn then.", 1.5e9, "USD", "$1.5bn"),
        (EN, "US$40 a head", 40, "USD", "US$40"),
        (EN, "It grew 50 percent.", 50, "%", "50"),
        (EN, "It grew 50 per cent.", 50, "%", "50"),
        (EN, "12,000 men marched", 12_000, "", "12,000"),
        (EN, "10² is a square", 10, "", "10²"),
        (ES, "Costó 3 millones de dólares.", 3e6, "USD", "3 millones"),
        (ES, "El 50 por ciento murió.", 50, "%", "50"),
        (ES, "El 50 % murió.", 50, "%", "50"),
        (ES, "12.000 hombres", 12_000, "", "12.000"),
        (ES, "12 000 hombres", 12_000, "", "12\u00a0000"),
        (ES, "2,5 billones", 2.5e12, "", "2,5 billones"),
        (PT, "Custou 3 milhões de reais.", 3e6, "BRL", "3 milhões"),
        (PT, "Custou R$300.", 300, "BRL", "R$300"),
        (PT, "Só 50 por cento ficou.", 50, "%", "50"),
        (PT, "Um rombo de 1,5 trilhão de euros", 1.5e12, "EUR", "1,5 trilhão"),
        (FR, "Il coûta 3 millions d'euros.", 3e6, "EUR", "3 millions"),
        (FR, "Il coûta 3 milliards de dollars.", 3e9, "USD", "3 milliards"),
        (FR, "50 pour cent des gens", 50, "%", "50"),
        (FR, "12 000 hommes", 12_000, "", "12\u00a0000"),
        (FR, "12\u202f000 hommes", 12_000, "", "12\u202f000"),
        (FR, "1 250 000 euros", 1_250_000, "EUR", "1\u00a0250\u00a0000"),
        (FR, "2 billions d'euros", 2e12, "EUR", "2 billions"),
        (DE, "3,5 Milliarden Dollar", 3.5e9, "USD", "3,5 Milliarden"),
        (DE, "1 Billion Euro", 1e12, "EUR", "1 Billion"),
        (DE, "50 % der Menschen", 50, "%", "50"),
        (DE, "12.000 Männer", 12_000, "", "12.000"),
        (RU, "3 миллиона рублей", 3e6, "RUB", "3 миллиона"),
        (RU, "2 триллиона долларов", 2e12, "USD", "2 триллиона"),
        (RU, "12 000 человек", 12_000, "", "12\u00a0000"),
        (RU, "15 000 долларов.", 15_000, "USD", "15\u00a0000"),
        (RU, "50 процентов людей", 50, "%", "50"),
        (HI, "3 करोड़ रुपये", 3e7, "INR", "3 करोड़"),
        (HI, "५० लाख लोग", 5e6, "", "५० लाख"),
        (HI, "1,00,000 लोग", 100_000, "", "1,00,000"),
        (HI, "50 प्रतिशत लोग", 50, "%", "50"),
        (AR, "3 ملايين دولار", 3e6, "USD", "3 ملايين"),
        (AR, "٥٠ بالمئة من الناس", 50, "%", "٥٠"),
        (AR, "50 في المئة من الناس", 50, "%", "50"),
        (AR, "50٪ من الناس", 50, "%", "50٪"),
        (ZH, "3亿元的损失", 3e8, "CNY", "3亿"),
        (ZH, "3万亿美元的债务", 3e12, "USD", "3万亿"),
        (ZH, "50%的人", 50, "%", "50%"),
        (JA, "3億円の損失", 3e8, "JPY", "3億"),
        (JA, "2兆ドル", 2e12, "USD", "2兆"),
        (JA, "50パーセントの人", 50, "%", "50"),
    ],
)
def test_an_amount_is_read_with_scale_and_unit(
    language: Language, text: str, value: float, unit: str, shown: str
) -> None:
    (found,) = quantities_in(words(text, language), language)
    assert (found.value, found.unit, found.text) == (Decimal(str(value)), unit, shown)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "Nobody counted anything."),
        (EN, "The U2 and the S5 and R2D2"),
        (EN, "Version 1.2.3 came out"),
        (EN, "It sank on April 15."),
        (EN, "a price of 1,5"),
        (DE, "Es sank am 15. April."),
        (RU, "Это было 12 декабря."),
        (ZH, "那是3月5日。"),
        (JA, "12月5日のこと。"),
        (AR, "في 5 مارس."),
    ],
)
def test_what_is_no_amount_is_not_found(language: Language, text: str) -> None:
    assert quantities_in(words(text, language), language) == ()


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        (EN, "12 000 men", [12, 0]),  # English groups digits with commas
        (FR, "12, 300 et 40", [12, 300, 40]),
        (FR, "1912 300 hommes", [1912, 300]),
        (RU, "12 0000", [12, 0]),
    ],
)
def test_only_groups_of_three_digits_are_one_number(language: Language, text: str, values: list[int]) -> None:
    found = quantities_in(text.split(), language)
    assert [int(one.value) for one in found] == values


@given(st.integers(1_000, 999_999_999), st.sampled_from([ES, PT, FR, DE, RU]))
@settings(max_examples=50, deadline=None)
def test_grouped_digits_are_read_in_every_spelling(number: int, language: Language) -> None:
    for space in (" ", "\u00a0", "\u202f", "."):
        text = f"{number:,}".replace(",", space)
        (found,) = quantities_in([*text.split(" "), "x"], language)
        assert found.value == number
        assert not found.unit


@pytest.mark.parametrize(
    ("language", "text", "trend"),
    [
        (EN, "Prices soar again", "up"),
        (EN, "The bank collapsed", "down"),
        (ES, "El precio cayó", "down"),
        (PT, "O preço subiu", "up"),
        (FR, "La dette augmente", "up"),
        (DE, "Der Preis fällt", "down"),
        (DE, "Die Wirtschaft wächst", "up"),
        (RU, "Рубль упал", "down"),
        (RU, "Доход вырос", "up"),
        (HI, "कीमत गिर गई", "down"),
        (AR, "ارتفع السعر", "up"),
        (ZH, "股价暴跌了", "down"),
        (JA, "株価が上昇した", "up"),
        (EN, "The sea is calm", ""),
        (DE, "Das Meer ist still", ""),
        (ZH, "大海很平静", ""),
        (JA, "海は静かだ", ""),
    ],
)
def test_a_trend_goes_where_its_word_says(language: Language, text: str, trend: str) -> None:
    assert find_facts(words(text, language), language).found.trend == trend
