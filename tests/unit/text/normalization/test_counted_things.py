"""Numbers with what they count: gender, plural, units, lone signs, and marks that must not be lost."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("200 casas e 300 pessoas", "duzentas casas e trezentas pessoas"),
        ("500 páginas", "quinhentas páginas"),
        ("421 casas", "quatrocentas e vinte e uma casas"),
        ("200 carros e 500 anos", "duzentos carros e quinhentos anos"),
    ],
)
def test_portuguese_hundreds_agree_with_what_they_count(text: str, wanted: str) -> None:
    assert said(text, "pt") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("21000 soldados", "veintiún mil soldados"),
        ("31000 años", "treinta y un mil años"),
        ("Son 21 000 000 de pesos", "Son veintiún millones de pesos"),
        ("101.000 libros", "ciento un mil libros"),
        ("Quedan 21.", "Quedan veintiuno."),
        ("121021", "ciento veintiún mil veintiuno"),
    ],
)
def test_spanish_one_is_short_before_thousands_and_millions(text: str, wanted: str) -> None:
    assert said(text, "es") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2 минуты и 2 часа", "две минуты и два часа"),
        ("1 неделя, 1 место, 1 день", "одна неделя, одно место, один день"),
        ("22 книги, 12 книг, 21 книга", "двадцать две книги, двенадцать книг, двадцать одна книга"),
        ("11 тонн, 2 стола", "одиннадцать тонн, два стола"),
        ("3 дороги", "три дороги"),
    ],
)
def test_russian_one_and_two_agree_with_what_they_count(text: str, wanted: str) -> None:
    assert said(text, "ru") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("مشى 2 كم، ثم 11 كم.", "مشى كيلومتران، ثم أحد عشر كيلومتر."),
        ("دفع 2 $، ثم رحل", "دفع دولاران، ثم رحل"),
    ],
)
def test_the_mark_behind_a_unit_that_its_number_swallows_stays(text: str, wanted: str) -> None:
    assert said(text, "ar") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("الـ20 والـ5", "العشرون والخمسة"), ("بـ5 و20", "بخمسة وعشرون"), ("ب10 دولارات", "بعشرة دولارات")],
)
def test_arabic_letters_lean_on_a_figure_with_or_without_a_stroke(text: str, wanted: str) -> None:
    assert said(text, "ar") == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "3 × 4 = 12", "three times four equals twelve"),
        ("en", "10 ÷ 2 and 5 − 3", "ten divided by two and five minus three"),
        ("en", "5 < 6 and 7 > 6", "five less than six and seven greater than six"),
        ("de", "3 × 4", "drei mal vier"),
        ("en", "One - two – three.", "One two, three."),
        ("en", "3× faster", "three times faster"),
        ("en", "He wrote <b> here", "He wrote less than b here"),
    ],
)
def test_a_sign_between_spaces_is_said(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "~50 people", "about fifty people"),
        ("de", "~5 km", "ungefähr fünf Kilometer"),
        ("ru", "~100", "примерно сто"),
        ("en", "≈50", "about fifty"),
        ("en", "~ so ~", "so"),
    ],
)
def test_a_wave_before_a_figure_is_about(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted
