"""Comparisons by size and changes are read in ten languages, with their names, or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import PictureFacts
from renderer.painters.base import Need
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.comparing.contrasts import contrasted
from renderer.visuals.matching.comparing.series import charted
from renderer.visuals.matching.facts import Facts, find_facts


def read(text: str, language: Language, *, heard: int = 0) -> Facts:
    """What the text compares in its words after the first `heard`."""
    words = [piece.display for piece in tokenise(text, language)]
    own = words[heard:]
    facts = charted(find_facts(own, language), own, language)
    return contrasted(facts, own, language, before=words[:heard])


def found(text: str, language: Language = Language.EN) -> PictureFacts:
    return read(text, language).found


@pytest.mark.parametrize(
    ("language", "text", "labels", "values", "spread"),
    [
        (
            "en",
            "Everest rises 8,849 metres, Kilimanjaro 5,895 m.",
            ("Everest", "Kilimanjaro"),
            (8849, 5895),
            "height",
        ),
        (
            "en",
            "An elephant weighs 6 tonnes, a blue whale 150 tonnes.",
            ("elephant", "blue whale"),
            (6000, 150000),
            "area",
        ),
        (
            "de",
            "Der Mount Everest ist 8.849 Meter hoch, die Zugspitze nur 2.962 Meter.",
            ("Mount Everest", "Zugspitze"),
            (8849, 2962),
            "height",
        ),
        (
            "es",
            "Un elefante pesa 6 toneladas y una ballena 150 toneladas.",
            ("elefante", "ballena"),
            (6000, 150000),
            "area",
        ),
        (
            "pt",
            "O Amazonas tem 6.992 quilômetros e o Nilo 6.650 quilômetros.",
            ("Amazonas", "Nilo"),
            (6992000, 6650000),
            "length",
        ),
        (
            "fr",
            "Un éléphant pèse 6 tonnes, une baleine 150 tonnes.",
            ("éléphant", "baleine"),
            (6000, 150000),
            "area",
        ),
        ("ru", "Слон весит 6 тонн, а кит 150 тонн.", ("Слон", "кит"), (6000, 150000), "area"),
        (
            "hi",
            "एवरेस्ट की ऊँचाई 8,849 मीटर है और किलिमंजारो की 5,895 मीटर।",
            ("एवरेस्ट", "किलिमंजारो"),
            (8849, 5895),
            "height",
        ),
        (
            "ar",
            "يبلغ ارتفاع إيفرست 8,849 مترا، وارتفاع كليمنجارو 5,895 مترا.",
            ("إيفرست", "كليمنجارو"),
            (8849, 5895),
            "height",
        ),
        (
            "zh",
            "珠穆朗玛峰高8,849米，而乞力马扎罗山高5895米。",
            ("珠穆朗玛峰", "乞力马扎罗山"),
            (8849, 5895),
            "height",
        ),
        (
            "ja",
            "エベレストの高さは8,849メートルで、富士山は3,776メートルです。",
            ("エベレスト", "富士山"),
            (8849, 3776),
            "height",
        ),
    ],
)
def test_measured_things_are_compared_in_one_unit(
    language: str, text: str, labels: tuple[str, ...], values: tuple[int, ...], spread: str
) -> None:
    facts = found(text, Language(language))
    assert tuple(one.label for one in facts.sizes) == labels
    assert tuple(one.value for one in facts.sizes) == tuple(map(Decimal, values))
    assert facts.spread == spread


@pytest.mark.parametrize(
    ("language", "text", "labels", "times"),
    [
        ("en", "An elephant is twice as heavy as a rhinoceros.", ("elephant", "rhinoceros"), 2),
        ("de", "Ein Elefant ist doppelt so schwer wie ein Nashorn.", ("Elefant", "Nashorn"), 2),
        ("de", "Der Wal ist 25-mal so schwer wie ein Elefant.", ("Wal", "Elefant"), 25),
        ("fr", "Un éléphant est deux fois plus lourd qu'un rhinocéros.", ("éléphant", "rhinocéros"), 2),
        ("es", "Un elefante pesa el doble que un rinoceronte.", ("elefante", "rinoceronte"), 2),
        ("pt", "O elefante é duas vezes mais pesado que o rinoceronte.", ("elefante", "rinoceronte"), 2),
        ("ru", "Слон вдвое тяжелее носорога.", ("Слон", "носорога"), 2),
        ("hi", "हाथी गाय से दस गुना भारी होता है।", ("हाथी", "गाय"), 10),
        ("ar", "الحوت أثقل بعشر مرات من الفيل.", ("الحوت", "الفيل"), 10),
        ("zh", "蓝鲸的重量是大象的25倍。", ("蓝鲸", "大象"), 25),
        ("ja", "クジラはゾウの25倍の重さがあります。", ("クジラ", "ゾウ"), 25),
    ],
)
def test_so_many_times_the_other(language: str, text: str, labels: tuple[str, ...], times: int) -> None:
    sizes = found(text, Language(language)).sizes
    assert tuple(one.label for one in sizes) == labels
    assert sizes[0].value == times * sizes[1].value


@pytest.mark.parametrize(
    "text",
    [
        "You are twice as likely to win.",
        "The bridge is 300 m long and 40 m wide.",
        "It was 3,000 m against 8,849 m.",
        "A whale weighs 150 tonnes and swims 40 km.",
        "Twice a year the river rises.",
        "Three times the heavy door opened.",
    ],
)
def test_without_two_names_and_one_measure_nothing_is_compared(text: str) -> None:
    assert not found(text).sizes


@pytest.mark.parametrize(
    ("language", "text", "labels"),
    [
        ("en", "In 1900 the town had 5,000 people; today it has 2 million.", ("1900", "Today")),
        ("en", "Once a desert, now a garden.", ("Once", "Now")),
        ("en", "Before the war it was a city, after the war it was ash.", ("Before", "After")),
        ("de", "Vor dem Krieg lebten hier Tausende, nach dem Krieg niemand.", ("Vorher", "Nachher")),
        ("fr", "Autrefois une forêt, aujourd'hui un désert.", ("Autrefois", "Aujourd'hui")),
        ("es", "Antes era un bosque, hoy es un desierto.", ("Antes", "Hoy")),
        ("pt", "Antes havia floresta, hoje há deserto.", ("Antes", "Hoje")),
        ("ru", "Раньше здесь было море, а сегодня пустыня.", ("Раньше", "Сегодня")),
        ("hi", "पहले यहाँ जंगल था, आज रेगिस्तान है।", ("पहले", "आज")),
        ("ar", "قبل الحرب كانت مدينة، وبعد الحرب أصبحت رمادا.", ("قبل", "بعد")),
        ("zh", "从前这里是海，如今是沙漠。", ("从前", "如今")),
        ("ja", "かつてここは海でしたが、今は砂漠です。", ("かつて", "今")),
    ],
)
def test_two_states_of_one_thing(language: str, text: str, labels: tuple[str, ...]) -> None:
    assert tuple(state.label for state in found(text, Language(language)).change) == labels


@pytest.mark.parametrize(
    ("language", "text", "amounts"),
    [
        ("en", "A house cost $120,000 in 1990 and $400,000 in 2020.", (120_000, 400_000)),
        ("en", "In 1900 the town had 5,000 people; today it has 2 million.", (5_000, 2_000_000)),
        ("zh", "1990年这里有5000人，2020年有200万人。", (5_000, 2_000_000)),
    ],
)
def test_each_state_has_its_own_amount(language: str, text: str, amounts: tuple[int, ...]) -> None:
    facts = found(text, Language(language))
    assert tuple(state.value for state in facts.change) == amounts
    assert facts.series == facts.change


@pytest.mark.parametrize(
    "text",
    [
        "The war lasted from 1914 to 1918.",
        "Before noon he ate, and after midnight he slept.",
        "Today it rains.",
        "Now and then, once in a while.",
    ],
)
def test_a_stretch_of_time_is_no_change(text: str) -> None:
    assert not found(text).change


def test_what_is_compared_is_shown_where_the_last_of_it_is_said() -> None:
    text = "Everest rises 8,849 metres, Kilimanjaro only 5,895 metres."
    first = contrasted(
        find_facts(["Everest", "rises", "8,849", "metres,"], Language.EN),
        ["Everest", "rises", "8,849", "metres,"],
        Language.EN,
        before=[],
    )
    assert Need.SIZES not in first.meets
    assert Need.SIZES in read(text, Language.EN, heard=4).meets
    behind = read(text + " Both are cold.", Language.EN, heard=8)
    assert Need.SIZES not in behind.meets


def test_things_are_drawn_where_each_has_a_drawing_of_its_own() -> None:
    both = found("An elephant is twice as heavy as a rhinoceros.").sizes
    assert [one.artwork for one in both] == ["elephant", "rhinoceros"]
    assert not any(one.artwork for one in found("Everest rises 8,849 m, Kilimanjaro 5,895 m.").sizes)


def test_bars_of_measured_things_carry_their_names() -> None:
    series = found("Everest rises 8,849 metres, Kilimanjaro 5,895 metres.").series
    assert [entry.label for entry in series] == ["Everest", "Kilimanjaro"]
