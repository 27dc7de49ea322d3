"""Numbers with what they count: gender, plural, units, lone signs, and marks that must not be lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.nouns import forms_of
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import Number, plural_form
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


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "5kg, 1kg, 1 lb and 6 ft", "five kilograms, one kilogram, one pound and six feet"),
        (
            "en",
            "It is 40°, -40°F, 99.9%",
            "It is forty degrees, minus forty degrees Fahrenheit, ninety-nine point nine percent",
        ),
        ("en", "10K, 5M people, 3x faster", "ten thousand, five million people, three times faster"),
        (
            "es",
            "25 °C, 21 personas, 31 casas",
            "veinticinco grados Celsius, veintiuna personas, treinta y una casas",
        ),
        ("pt", "1 casa, 2 carros, 50%", "uma casa, dois carros, cinquenta por cento"),
        (
            "fr",
            "3,5 km, 80 %, 31 nations",
            "trois virgule cinq kilomètres, quatre-vingts pour cent, trente et une nations",
        ),
        ("de", "1 h, 2 h, 1,5 Mio. Leute", "eine Stunde, zwei Stunden, eins Komma fünf Millionen Leute"),
        ("ru", "1 мин, 2 т, 5 т, 21 км", "одна минута, две тонны, пять тонн, двадцать один километр"),
        ("hi", "5 किमी, 10%", "पाँच किलोमीटर, दस प्रतिशत"),
        ("ar", "1 كم ثم 3 كم و50%", "كيلومتر واحد ثم ثلاثة كيلومترات وخمسون بالمئة"),
    ],
)
def test_units_are_said_in_the_number_of_what_they_measure(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            "en",
            "A 10-year-old wall, COVID-19, H2O and R2-D2",
            "A ten year old wall, COVID nineteen, H two O and R two D two",
        ),
        ("en", "C++, AT&T, #LifeHack and @home", "C plus plus, AT and T, hashtag Life Hack and at home"),
        ("en", "24/7, 50/50, 5/8, ½", "twenty-four seven, fifty-fifty, five over eight, one half"),
        ("en", "See nasa.gov or me@ex.org", "See nasa dot gov or me at ex dot org"),
        (
            "de",
            "z. B. Nr. 5, bzw. ca. 30 usw.",
            "zum Beispiel Nummer fünf, beziehungsweise circa dreißig und so weiter.",
        ),
        ("ru", "№ 5 и т. д.", "номер пять и так далее."),
    ],
)
def test_codes_tags_and_short_forms_are_taken_apart(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@given(
    number=st.integers(0, 10**6),
    language=st.sampled_from([language for language in Language if is_spaced(language)]),
    data=st.data(),
)
@settings(max_examples=50, deadline=None)
def test_every_unit_of_every_language_is_said_without_figures(
    number: int, language: Language, data: st.DataObject
) -> None:
    unit = data.draw(st.sampled_from(sorted(spoken_words(language).units)))
    spoken = said(f"{number}{unit}", language)
    assert spoken
    assert not any(char.isdigit() for char in spoken)
    noun = plural_form(forms_of(spoken_words(language).units[unit])[0], Number(whole=str(number)), language)
    assert noun in spoken or language is Language.AR


def test_a_unit_with_full_stops_may_cling_to_its_number() -> None:
    assert said("5कि.ग्रा. चावल", "hi") == "पाँच किलोग्राम चावल"
