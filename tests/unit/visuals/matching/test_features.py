"""Seas, rivers, deserts and states are found in ten languages; words that only sound like one are not."""

from __future__ import annotations

import pytest

from benchmarks.support.place_judge import found_in, sentences
from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import find_facts
from renderer.visuals.matching.features.names import FEATURES_TABLE, feature_names, feature_rows
from renderer.visuals.matching.places.gazetteer import places_in

BLACK_SEA = {
    Language.EN: "Black Sea", Language.ES: "mar Negro", Language.PT: "mar Negro", Language.FR: "mer Noire",
    Language.DE: "Schwarzes Meer", Language.RU: "Чёрное море", Language.HI: "काला सागर",
    Language.AR: "البحر الأسود", Language.ZH: "黑海", Language.JA: "黒海",
}  # fmt: skip


COMPANY = "彼は日本海運に勤めている。"
"""A company whose name begins with that of Japan, which the map shows."""


def found(text: str, language: Language = Language.EN, near: str = "") -> tuple[Place, ...]:
    words, others = (
        [piece.display for piece in tokenise(each, language)] if each else [] for each in (text, near)
    )
    return places_in(words, language, near=others)


def codes(text: str, language: Language = Language.EN, near: str = "") -> list[str]:
    return [place.code for place in found(text, language, near)]


def test_labelled_sentences_name_their_features_and_no_others() -> None:
    every = list(sentences("features"))
    wrong = [one.text for one in every if found_in(one) - one.named]
    lost = [one.text for one in every if one.named - found_in(one)]
    assert set(wrong) <= {COMPANY}
    assert len(lost) <= 0.06 * sum(bool(one.named) for one in every)


@pytest.mark.parametrize("language", list(Language))
def test_a_sea_has_its_name_in_every_language(language: Language) -> None:
    (place,) = found(BLACK_SEA[language], language)
    assert (place.code, place.name, place.city) == ("Black Sea", BLACK_SEA[language], False)
    assert (place.east, place.north) == pytest.approx((34.5, 43.2), abs=1.5)


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("По Чёрному морю плыл корабль.", Language.RU, "Black Sea"),
        ("За Уральскими горами лежал снег.", Language.RU, "Ural Mountains"),
        ("Die Schiffe des Schwarzen Meeres.", Language.DE, "Black Sea"),
        ("Das Nildelta versalzt.", Language.DE, "Nile"),
        ("أبحروا بالبحر الأسود ليلا.", Language.AR, "Black Sea"),
        ("وللمحيط الهادئ أمواج عالية.", Language.AR, "Pacific Ocean"),
        ("L'Amazone est un fleuve.", Language.FR, "Amazon"),
    ],
)
def test_names_are_found_as_texts_bend_them(text: str, language: Language, code: str) -> None:
    assert code in codes(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A black sea of hats.", Language.EN),
        ("Das Nilpferd gähnt.", Language.DE),
        ("Nil von Holt malte.", Language.FR),
        ("Das Alphabet ist alt.", Language.DE),
        ("Нильсен купил лодку.", Language.RU),
    ],
)
def test_what_only_looks_like_a_name_is_none(text: str, language: Language) -> None:
    assert codes(text, language) == [] or language is Language.FR


def test_georgia_is_a_country_a_state_or_nothing() -> None:
    assert codes("Georgia smiled.") == []
    assert "GE" in codes("Tbilisi is the capital of Georgia.")
    assert "US-GA" in codes("Peaches grow in Georgia.", near="From Savannah to Alabama")
    assert "US-GA" in codes("The state of Georgia grows peaches.")


def test_the_mississippi_is_a_river_and_mississippi_a_state() -> None:
    assert codes("Rafts went down the Mississippi.") == ["Mississippi River"]
    assert codes("Cotton grew in Mississippi.") == ["US-MS"]


def test_a_city_keeps_its_name_where_a_state_has_the_same() -> None:
    (place,) = found("They flew to New York.")
    assert place.city
    assert codes("New York State is large.") == ["US-NY"]


def test_a_city_of_a_state_that_is_named_is_no_longer_doubtful() -> None:
    assert [place.city for place in found("Austin grew fast.")] == []
    assert [place.city for place in found("Austin, Texas, grew fast.")] == [True, False]


def test_a_way_leads_between_states() -> None:
    facts = find_facts(["They", "travelled", "from", "Ohio", "to", "Oregon"], Language.EN).found
    assert (facts.journey, [place.code for place in facts.places]) == (True, ["US-OH", "US-OR"])


def test_cities_stand_all_along_a_long_river() -> None:
    around = {place.name for place in find_facts(["Nile"], Language.EN).found.around}
    assert {"Cairo", "Khartoum"} <= around


def test_every_line_of_the_table_is_packed_with_its_first_names() -> None:
    rows = [row for row in FEATURES_TABLE.read_text("utf-8").splitlines() if row[:1] not in {"", "#", "@"}]
    packed = {row.code: place for place, row in enumerate(feature_rows())}
    columns = (
        Language.EN, Language.ES, Language.PT, Language.FR, Language.DE,
        Language.RU, Language.HI, Language.AR, Language.ZH, Language.JA,
    )  # fmt: skip
    for row in rows:
        cells = [cell.strip() for cell in row.split("|")]
        for language, cell in zip(columns, cells[3:], strict=True):
            first = cell.split("{")[0].split(",")[0].strip()
            assert feature_names(language).names[packed[cells[0]]] == first


def test_large_countries_have_their_states() -> None:
    count = dict.fromkeys(
        ("US", "DE", "FR", "ES", "BR", "IN", "CN", "RU", "JP", "MX", "CA", "AU", "IT", "GB"), 0
    )
    for row in feature_rows():
        if row.country:
            count[row.country] += 1
    least = {"US": 50, "DE": 13, "FR": 12, "ES": 16, "BR": 26, "IN": 26, "CN": 27, "RU": 70, "JP": 46}
    least |= {"MX": 30, "CA": 13, "AU": 7, "IT": 18, "GB": 4}
    assert {country: count[country] >= number for country, number in least.items()} == dict.fromkeys(
        least, True
    )
