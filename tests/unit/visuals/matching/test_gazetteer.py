"""Places are found under their names in ten languages; words that only look like one are not."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.support.place_judge import found_in, sentences
from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.painters.geography.outlines import Degrees, Detail, outlines, ring_area
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import find_facts
from renderer.visuals.matching.places.cities import cities
from renderer.visuals.matching.places.gazetteer import places_in
from renderer.visuals.matching.things import FLAG, countries

COARSE = outlines(Detail.COARSE)

LISBON = {
    Language.EN: "Lisbon", Language.ES: "Lisboa", Language.PT: "Lisboa", Language.FR: "Lisbonne",
    Language.DE: "Lissabon", Language.RU: "Лиссабон", Language.HI: "लिस्बन", Language.AR: "لشبونة",
    Language.ZH: "里斯本", Language.JA: "リスボン",
}  # fmt: skip


def words(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


@pytest.mark.parametrize("language", list(Language))
def test_a_city_has_its_name_in_every_language(language: Language) -> None:
    (found,) = places_in(words(LISBON[language], language), language)
    assert (found.code, found.city) == ("PT", True)
    assert found.name == LISBON[language]
    assert (found.east, found.north) == pytest.approx((-9.14, 38.73), abs=0.1)


@pytest.mark.parametrize("language", list(Language))
def test_a_country_is_named_on_its_mainland(language: Language) -> None:
    """Not on a far island of the same country code, such as France's Clipperton."""
    spoken = dict(countries(language))
    for code in sorted({flag.removeprefix(FLAG).upper() for flag in spoken} & {*COARSE.codes}):
        name = spoken[FLAG + code.lower()]
        for place in places_in(words(name, language), language):
            if place.code == code and not place.city:
                rings = COARSE.rings_of(code)
                main = [ring for ring in rings if ring_area(ring) >= max(0.25 * ring_area(rings[0]), 0.5)]
                assert not main or near(place, np.concatenate(main)), (name, place)


def near(place: Place, points: Degrees) -> bool:
    """Whether a place is within six degrees of the box around the points."""
    low, high = points.min(axis=0) - 6, points.max(axis=0) + 6
    return bool((low < (place.east, place.north)).all() and (high > (place.east, place.north)).all())


@pytest.mark.parametrize(
    ("language", "text", "place"),
    [
        (Language.ES, "Mary Shelley escribió junto al lago.", ""),
        (Language.FR, "Florence Arthaud traversa l'Atlantique.", ""),
        (Language.FR, "À Florence, Laurent régnait.", "IT"),
        (Language.ES, "Madrid creció deprisa.", "ES"),
        (Language.ES, "En Madrid. Después llegó el tren.", "ES"),
    ],
)
def test_a_first_name_with_a_surname_is_no_city(language: Language, text: str, place: str) -> None:
    found = {one.code for one in places_in(words(text, language), language) if one.city}
    assert found == ({place} if place else set())


def test_labelled_sentences_name_their_places_and_no_others() -> None:
    every = list(sentences())
    wrong = [one.text for one in every if found_in(one) - one.named]
    lost = [one.text for one in every if one.named - found_in(one)]
    assert wrong == []
    assert len(lost) <= 0.08 * sum(bool(one.named) for one in every)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("They met in Chad.", "TD"),
        ("The army of Jordan crossed the border.", "JO"),
        ("Tbilisi is the capital of Georgia.", "GE"),
    ],
)
def test_a_doubtful_name_counts_beside_a_cue(text: str, code: str) -> None:
    assert code in {place.code for place in places_in(words(text, Language.EN), Language.EN)}


@pytest.mark.parametrize(
    "text",
    [
        "Chad ate his lunch.",
        "Georgia married Jordan.",
        "Jack London wrote it.",
        "Elizabeth was the daughter of Henry.",
        "Raleigh lost his head.",
    ],
)
def test_names_of_people_are_no_places(text: str) -> None:
    assert places_in(words(text, Language.EN), Language.EN) == ()


def test_a_longer_name_of_other_meaning_is_no_city() -> None:
    assert places_in(words("瀬戸内の島々を巡る。", Language.JA), Language.JA) == ()
    assert places_in(words("瀬戸大橋を渡る。", Language.JA), Language.JA) == ()


def test_an_inflected_name_is_shown_as_the_language_calls_the_place() -> None:
    (found,) = places_in(words("Никто в Москве не спал.", Language.RU), Language.RU)
    assert (found.text, found.name) == ("Москве", "Москва")


def test_a_journey_needs_two_places_and_a_word_of_going() -> None:
    going = find_facts(words("The ship left Boston for Liverpool.", Language.EN), Language.EN).found
    both = find_facts(words("Boston and Liverpool had docks.", Language.EN), Language.EN).found
    assert (going.journey, both.journey) == (True, False)
    assert [place.name for place in going.places] == ["Boston", "Liverpool"]


def test_cities_around_a_place_are_near_it_and_apart() -> None:
    around = find_facts(["Lisbon"], Language.EN).found.around
    assert "Madrid" in {place.name for place in around}
    assert all(abs(place.north - 38.7) < 20 for place in around)


def test_every_language_can_write_many_cities() -> None:
    assert min(len(cities(language)) for language in Language) > 500
