"""Sums of money as a narrator says them: signs, currency signs, cents, scales and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.number_words import spoken_words
from tests.unit.text.normalization.spoken_line import said

SPACED = [language for language in Language if is_spaced(language)]


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "He had -$5 left", "He had minus five dollars left"),
        ("en", "It fell by (-$1.5M)", "It fell by minus one point five million dollars"),
        ("fr", "Un solde de -5 €", "Un solde de moins cinq euros"),
        ("en", "He paid - $5 -", "He paid five dollars"),
    ],
)
def test_a_debt_keeps_its_sign(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "It costs $5-$10 a day", "It costs five to ten dollars a day"),
        ("en", "It costs $5–10.", "It costs five to ten dollars."),
        ("en", "About €1.5–2.5M", "About one point five to two point five million euros"),
        ("en", "$5-$10 million", "five to ten million dollars"),
        ("de", "Es kostet 5–10 €.", "Es kostet fünf bis zehn Euro."),
        ("es", "Cuesta $5-$10", "Cuesta cinco a diez dólares"),
    ],
)
def test_a_range_of_sums_names_its_currency_once(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("pt", "R$ 5 mil por mês", "cinco mil reais por mês"),
        ("pt", "Custou R$ 5 milhões", "Custou cinco milhões de reais"),
        ("es", "Costó $5 mil", "Costó cinco mil dólares"),
        ("es", "Costó $5K", "Costó cinco mil dólares"),
        ("es", "Costó 3 M€", "Costó tres millones de euros"),
        ("fr", "Il gagne 5 k€", "Il gagne cinq mille euros"),
        ("fr", "Il gagne 5 M€", "Il gagne cinq millions d'euros"),
    ],
)
def test_millions_of_a_currency_are_linked_to_it_and_thousands_are_not(
    language: str, text: str, wanted: str
) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "$1.00, $0.05 and £0.01", "one dollar, five cents and one penny"),
        ("en", "€1.5bn and £2.5m", "one point five billion euros and two point five million pounds"),
        ("en", "10 USD and US$50", "ten dollars and fifty dollars"),
        ("en", "¥500 and ₹1,00,000", "five hundred yen and one hundred thousand rupees"),
        ("es", "1 € y 1,99 €", "un euro y un euro con noventa y nueve céntimos"),
        ("pt", "R$ 1,99", "um real e noventa e nove centavos"),
        ("fr", "0,50 € et 2 Md€", "cinquante centimes et deux milliards d'euros"),
        ("de", "1 € und 0,99 €", "ein Euro und neunundneunzig Cent"),
        ("ru", "$1, $2, $5 и $21", "один доллар, два доллара, пять долларов и двадцать один доллар"),
        ("hi", "₹500 और ₹2.5 करोड़", "पाँच सौ रुपये और दो दशमलव पाँच करोड़ रुपये"),
        ("ar", "$1 ثم $5", "دولار واحد ثم خمسة دولارات"),
    ],
)
def test_sums_are_said_with_their_currency_and_cents(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@given(
    whole=st.integers(2, 10**9),
    cents=st.integers(1, 99),
    sign=st.sampled_from("$€£"),
    language=st.sampled_from(SPACED),
)
@settings(max_examples=50, deadline=None)
def test_every_sum_is_said_without_figures_or_signs(
    whole: int, cents: int, sign: str, language: Language
) -> None:
    point = spoken_words(language).decimal
    spoken = said(f"{sign}{whole}{point}{cents:02}", language)
    assert say_whole(str(whole), language).split(" ")[0][:2] == spoken[:2]
    assert not any(char.isdigit() or char in "$€£" for char in spoken)
