"""Historic places in sentences of ten languages, and where they are on today's map."""

from __future__ import annotations

import math

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.places.cities import cities
from renderer.visuals.matching.places.gazetteer import places_in
from renderer.visuals.matching.places.historic import historic_places
from renderer.visuals.matching.places.names import historic_terms

NAMED = [
    (Language.EN, "The fall of Constantinople ended an empire.", "Constantinople", "TR"),
    (Language.EN, "In 79 the ash buried Pompeii and Herculaneum.", "Pompeii", "IT"),
    (Language.EN, "Nine hikers died on the Dyatlov Pass.", "Dyatlov Pass", "RU"),
    (Language.EN, "He was born in Troy, they said.", "Troy", "TR"),
    (Language.EN, "Angkor Wat stood empty.", "Angkor Wat", "KH"),
    (Language.ES, "La caída de Constantinopla lo cambió todo.", "Constantinopla", "TR"),
    (Language.ES, "Aníbal salió de Cartago.", "Cartago", "TN"),
    (Language.PT, "As ruínas de Machu Picchu ficam no alto.", "Machu Picchu", "PE"),
    (Language.PT, "Troia caiu numa noite.", "Troia", "TR"),
    (Language.FR, "La chute de Carthage fut terrible.", "Carthage", "TN"),
    (Language.FR, "Les soldats de Verdun ne dormaient pas.", "Verdun", "FR"),
    (Language.DE, "Der Untergang von Pompeji dauerte einen Tag.", "Pompeji", "IT"),
    (Language.DE, "Leningrads Bewohner hungerten.", "Leningrad", "RU"),
    (Language.RU, "Падение Константинополя изменило мир.", "Константинополь", "TR"),
    (Language.RU, "Взрыв в Чернобыле услышали ночью.", "Чернобыль", "UA"),
    (Language.RU, "Жители Помпей не успели уйти.", "Помпеи", "IT"),
    (Language.RU, "Туристы погибли на перевале Дятлова.", "перевал Дятлова", "RU"),
    (Language.HI, "मोहनजोदड़ो एक पुराना शहर है।", "मोहनजोदड़ो", "PK"),
    (Language.AR, "سقوط القسطنطينية غير العالم.", "القسطنطينية", "TR"),
    (Language.AR, "بنيت البتراء في الصخر.", "البتراء", "JO"),
    (Language.ZH, "君士坦丁堡的陷落改变了世界。", "君士坦丁堡", "TR"),
    (Language.ZH, "庞贝古城被火山灰掩埋。", "庞贝", "IT"),
    (Language.JA, "コンスタンティノープルの陥落は世界を変えた。", "コンスタンティノープル", "TR"),
    (Language.JA, "カルタゴは滅びた。", "カルタゴ", "TN"),
]
COUNTRIES = [
    (Language.EN, "The kings of Siam built temples.", "Siam", "TH"),
    (Language.DE, "Die Könige von Persien bauten Straßen.", "Persien", "IR"),
    (Language.RU, "Цари Персии строили дороги.", "Персия", "IR"),
    (Language.ZH, "波斯的国王修建了道路。", "波斯", "IR"),
]
NOT_NAMED = [
    (Language.EN, "Petra wrote a letter to her sister."),
    (Language.EN, "Troy scored twice and went home."),
    (Language.EN, "The Jamestown brothers sold shoes."),
    (Language.ES, "Palmira cantaba por la noche."),
    (Language.DE, "Petra backt Kuchen."),
    (Language.JA, "江戸っ子は寿司が好きだ。"),
]
FAR_FROM_CITIES = {"Rapa Nui", "Iwo Jima", "Tunguska"}


def words(text: str, language: Language) -> list[str]:
    return [text] if language in {Language.ZH, Language.JA} else text.split()


@pytest.mark.parametrize(("language", "text", "name", "code"), NAMED)
def test_a_place_of_history_is_a_point_with_its_name(
    language: Language, text: str, name: str, code: str
) -> None:
    found = {place.name: place for place in places_in(words(text, language), language)}
    assert name in found, found
    assert (found[name].code, found[name].city) == (code, True)


@pytest.mark.parametrize(("language", "text", "name", "code"), COUNTRIES)
def test_an_old_name_of_a_country_is_the_country(language: Language, text: str, name: str, code: str) -> None:
    (place,) = places_in(words(text, language), language)
    assert (place.name, place.code, place.city) == (name, code, False)


@pytest.mark.parametrize(("language", "text"), NOT_NAMED)
def test_names_that_mean_something_else_need_a_cue(language: Language, text: str) -> None:
    assert places_in(words(text, language), language) == ()


@pytest.mark.parametrize("place", historic_places(), ids=lambda place: place.name(Language.EN))
def test_every_place_lies_near_cities_of_its_country(place: object) -> None:
    assert place in historic_places()
    here = next(each for each in historic_places() if each is place)
    distances = [
        math.hypot((city.east - here.east) * math.cos(math.radians(here.north)), city.north - here.north)
        for city in cities(Language.EN)
        if city.code == here.code
    ]
    assert here.name(Language.EN) in FAR_FROM_CITIES or min(distances) < 4


@pytest.mark.parametrize("language", Language)
def test_no_place_of_history_is_written_on_maps_of_today(language: Language) -> None:
    written = {city.name for city in cities(language)}
    missing_today = {"Constantinople", "Konstantinopel", "Карфаген", "君士坦丁堡", "カルタゴ", "قرطاج"}
    assert not written & missing_today
    terms = [term for term, _, _ in historic_terms(language)]
    assert all(terms)
    assert len(set(terms)) > 40
