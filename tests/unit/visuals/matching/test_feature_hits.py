"""Where a text names a sea, a river or a state: the words of the name, its cues, and false friends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.features.hits import FeatureHit, feature_hits
from renderer.visuals.matching.features.names import feature_rows
from renderer.visuals.matching.features.spelling import ends_within, has_capital
from renderer.visuals.matching.function_words import is_content


def words_of(text: str, language: str) -> list[str]:
    return [piece.display for piece in tokenise(text, Language(language))] if text else []


def hits(text: str, language: str = "en", *, near: str = "", countries: str = "") -> list[FeatureHit]:
    return feature_hits(
        words_of(text, language),
        Language(language),
        near=words_of(near, language),
        countries=frozenset(countries.split()),
        at=frozenset({"in", "to"}),
        kinds=(),
        is_content=is_content,
    )


def codes(text: str, language: str = "en", *, near: str = "", countries: str = "") -> list[str]:
    return [feature_rows()[hit.row].code for hit in hits(text, language, near=near, countries=countries)]


@pytest.mark.parametrize(
    ("language", "text", "code", "said", "place"),
    [
        ("en", "Ships crossed the Black Sea.", "Black Sea", "Black Sea.", (3, 5)),
        ("en", "THE BLACK SEA", "Black Sea", "BLACK SEA", (1, 3)),
        ("en", "They crossed the Alps", "Alps", "the Alps", (2, 4)),
        ("de", "Schiffe des Schwarzen Meeres", "Black Sea", "Schwarzen Meeres", (2, 4)),
        ("de", "Das Nildelta versalzt", "Nile", "Nildelta", (1, 2)),
        ("ru", "Река Нил течёт", "Nile", "Нил", (1, 2)),
        ("ar", "في الصحراء الكبرى", "Sahara", "الصحراء الكبرى", (1, 3)),
        ("hi", "गंगा नदी", "Ganges", "गंगा नदी", (0, 2)),
        ("zh", "黑海的船", "Black Sea", "黑海", (0, 2)),
        ("zh", "德克萨斯州很大", "US-TX", "德克萨斯州", (0, 5)),
        ("ja", "船は黒海にいた", "Black Sea", "黒海", (2, 4)),
    ],
)
def test_the_longest_name_is_found_with_its_place(
    language: str, text: str, code: str, said: str, place: tuple[int, int]
) -> None:
    (hit,) = hits(text, language)
    assert feature_rows()[hit.row].code == code
    assert (hit.text, (hit.start, hit.end)) == (said, place)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "a black sea of hats"),
        ("en", "It was Black. Sea air came"),
        ("en", "Georgia smiled"),
        ("de", "Das Nilpferd gähnt"),
        ("ru", "Нил Армстронг летел"),
        ("zh", "西藏航空的飞机"),
        ("ja", "日本海運の社員"),
        ("en", ""),
    ],
)
def test_small_letters_people_and_companies_are_no_features(language: str, text: str) -> None:
    assert codes(text, language) == []


def test_several_features_are_found_in_their_order_and_do_not_overlap() -> None:
    found = hits("From Ohio to Texas and the Black Sea")
    assert [feature_rows()[hit.row].code for hit in found] == ["US-OH", "US-TX", "Black Sea"]
    assert all(before.end <= after.start for before, after in pairwise(found))


def test_a_doubtful_name_needs_a_cue() -> None:
    assert codes("Peaches grow in Georgia") == []
    (near,) = hits("Peaches grow in Georgia", near="Alabama")
    assert near.cued
    (beside,) = hits("The state of Georgia")
    assert beside.cued
    assert feature_rows()[near.row].code == feature_rows()[beside.row].code == "US-GA"


def test_a_cue_within_the_name_itself_is_none() -> None:
    assert codes("Georgia smiled", near="Georgia") == []


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("“Paris”", True),
        ("l'Amazone", True),
        ("d’Or", True),
        ("L'Amazone", True),
        ("L'amazone", False),
        ("¿Lima", True),
        ("paris", False),
        ("", False),
    ],
)
def test_a_capital_is_looked_for_behind_marks_and_articles(word: str, wanted: bool) -> None:  # noqa: FBT001
    assert has_capital(word) is wanted


@pytest.mark.parametrize(
    ("run", "wanted"),
    [(["Black.", "Sea"], True), (["“Black!”", "Sea"], True), (["Black", "Sea."], False), (["Sea."], False)],
)
def test_a_name_does_not_go_on_behind_a_full_stop(run: list[str], wanted: bool) -> None:  # noqa: FBT001
    assert ends_within(run) is wanted
