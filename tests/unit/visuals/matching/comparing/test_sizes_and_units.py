"""Sizes that are compared: units of ten languages, areas, and sentences that compare no two things."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.comparing.measures import measures, speaks_of
from renderer.visuals.matching.comparing.sizes import MOST_COMPARED, spread_of
from renderer.visuals.matching.comparing.units import HEIGHT, LENGTH, MASS, SYMBOLS, WORDS
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import normalised
from tests.unit.visuals.matching.comparing.compared import sized

SPACED = [language for language in Language if language not in UNSPACED]


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        (
            "en",
            "Russia has 17,098,246 square kilometers, Canada 9,984,670 square kilometers.",
            "17,098,246 square kilometers",
        ),
        (
            "es",
            "España tiene 505.990 kilómetros cuadrados y Portugal 92.212 kilómetros cuadrados.",
            "505.990 kilómetros cuadrados",
        ),
        (
            "pt",
            "A Espanha tem 505.990 quilômetros quadrados e Portugal 92.212 quilômetros quadrados.",
            "505.990 quilômetros quadrados",
        ),
        (
            "fr",
            "La France a 551.695 kilomètres carrés, la Suisse 41.285 kilomètres carrés.",
            "551.695 kilomètres carrés",
        ),
        (
            "de",
            "Bayern hat 70.550 Quadratkilometer, Sachsen 18.450 Quadratkilometer.",
            "70.550 Quadratkilometer",
        ),
        ("en", "France has 551,695 km², Spain 505,990 km².", "551,695 km²"),
        ("zh", "四川面积48万平方公里，浙江面积10万平方公里。", "48万平方公里"),
    ],
)
def test_an_area_is_shown_as_an_area(language: str, text: str, shown: str) -> None:
    found = sized(text, language)
    assert found is not None
    assert found.spread == "area"
    assert found.measures[0].text == shown
    assert found.measures[0].value > found.measures[1].value


@pytest.mark.parametrize(
    ("language", "text", "labels", "spread"),
    [
        (
            "en",
            "The Eiffel Tower is 330 m tall, the Burj Khalifa 828 m.",
            ("Eiffel", "Burj Khalifa"),
            "height",
        ),
        ("en", "The Nile is 6,650 km long and the Amazon 6,400 km long.", ("Nile", "Amazon"), "length"),
        (
            "es",
            "La Torre Eiffel mide 330 metros, el Burj Khalifa 828 metros.",
            ("Eiffel", "Burj Khalifa"),
            "height",
        ),
        (
            "fr",
            "La tour Eiffel mesure 330 mètres de haut, le Burj Khalifa 828 mètres.",
            ("Eiffel", "Burj Khalifa"),
            "height",
        ),
        ("ru", "Эверест высотой 8849 метров, Эльбрус 5642 метра.", ("Эверест", "Эльбрус"), "height"),
        ("zh", "尼罗河长6650公里，长江长6300公里。", ("尼罗河", "长江"), "length"),
        (
            "ja",
            "ナイル川の長さは6650キロメートルで、長江は6300キロメートルです。",
            ("ナイル川", "長江"),
            "length",
        ),
    ],
)
def test_each_thing_has_its_own_number(
    language: str, text: str, labels: tuple[str, ...], spread: str
) -> None:
    found = sized(text, language)
    assert found is not None
    assert tuple(one.label for one in found.measures) == labels
    assert found.spread == spread


@pytest.mark.parametrize(
    "text",
    [
        "A mouse weighs 20 grams and an elephant 6 tonnes.",
        "Everest rises 8,849 m and weighs 3 tonnes.",
        "Everest rises 8,849 m, Everest 8,848 m.",
        "Everest rises 8,849 m, Elbrus 8,849 m.",
        "Everest rises 8,849 m.",
        "Everest has 5 camps and Elbrus 3 camps.",
    ],
    ids=["too far apart", "two kinds", "one name", "alike", "one", "no unit"],
)
def test_what_cannot_be_drawn_side_by_side_is_not_compared(text: str) -> None:
    assert sized(text, "en") is None


def test_a_list_is_no_comparison() -> None:
    names = ["Everest", "Elbrus", "Denali", "Vinson", "Aconcagua"]
    parts = [f"{name} rises {8000 - at} m" for at, name in enumerate(names)]
    four, five = ", ".join(parts[:MOST_COMPARED]), ", ".join(parts)
    assert len(sized(four, "en").measures) == MOST_COMPARED  # type: ignore[union-attr]
    assert sized(five, "en") is None


@pytest.mark.parametrize("language", list(Language))
def test_every_unit_and_cue_is_spelt_as_words_are_compared(language: Language) -> None:
    spelt = [*WORDS[language]] if language not in UNSPACED else []
    assert [word for word in spelt if normalised(word, language) not in {word, ""}] == []
    for table in (HEIGHT, LENGTH, MASS):
        assert table[language].split()
    assert {unit.kind for unit in WORDS[language].values()} == {"length", "mass", "area"}


@pytest.mark.parametrize("language", SPACED)
def test_units_and_their_signs_are_words_of_measure(language: Language) -> None:
    assert all(measures(normalised(word, language), language) for word in WORDS[language])
    assert all(measures(sign, language) for sign in SYMBOLS)
    assert not measures("xyz", language)
    assert not measures("", language)


@pytest.mark.parametrize(
    ("language", "words", "kind", "wanted"),
    [
        ("en", "It is very tall", "height", True),
        ("en", "It is very long", "height", False),
        ("de", "Er wiegt viel", "mass", True),
        ("fr", "Il pèse lourd", "mass", True),
        ("ja", "とても高い", "height", True),
        ("zh", "很重", "mass", True),
        ("zh", "很快", "mass", False),
    ],
)
def test_words_say_what_is_measured(language: str, words: str, kind: str, wanted: bool) -> None:  # noqa: FBT001
    assert speaks_of(kind, words.split(), Language(language)) is wanted


def test_masses_are_drawn_as_areas_whatever_is_said() -> None:
    assert spread_of(["a", "tall", "tower"], Language.EN, kind="mass") == "area"
    assert spread_of(["a", "tall", "tower"], Language.EN, kind="length") == "height"
    assert spread_of(["a", "road"], Language.EN, kind="length") == "length"
