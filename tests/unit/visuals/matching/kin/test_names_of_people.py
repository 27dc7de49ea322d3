"""Which capitalised words are a person's name, and Russian names in the nominative."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.kin.names import LONGEST_NAME, is_common, person
from renderer.visuals.matching.kin.places import is_place
from renderer.visuals.matching.kin.russian import after_na, nominative


@pytest.mark.parametrize(
    ("language", "words", "name"),
    [
        ("en", "King Henry VIII", "Henry VIII"),
        ("en", "Queen Victoria,", "Victoria"),
        ("en", "President Lincoln", "Lincoln"),
        ("en", "Young Mozart", "Mozart"),
        ("en", "Finally Anna", "Anna"),
        ("en", "Suddenly Anna", "Anna"),
        ("en", "McArthur", "McArthur"),
        ("en", "Alexander the Great", "Alexander the Great"),
        ("de", "König Ludwig XIV", "Ludwig XIV."),
        ("de", "Karl der Große", "Karl der Große"),
        ("de", "Jürgen", "Jürgen"),
        ("fr", "Reine Victoria", "Victoria"),
        ("fr", "Pierre Curie", "Pierre Curie"),
        ("es", "Rey Felipe", "Felipe"),
        ("pt", "Dom Pedro", "Pedro"),
        ("ru", "Царь Иван", "Иван"),
        ("ru", "Лев Толстой", "Лев Толстой"),
    ],
)
def test_ranks_and_adverbs_are_no_part_of_a_name(language: str, words: str, name: str) -> None:
    assert person(words, Language(language), is_place) == name


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The Sun"),
        ("en", "Facebook"),
        ("en", "Monday"),
        ("en", "Paris"),
        ("en", "London"),
        ("en", "Wolf"),
        ("en", "J."),
        ("en", "USA"),
        ("en", "iPhone"),
        ("en", "1984"),
        ("en", "of Kent"),
        ("en", "XIV"),
        ("en", "victoria"),
        ("de", "Soldaten"),
        ("de", "Bauer"),
        ("de", "Berlin"),
        ("fr", "Pierre"),
        ("fr", "La France"),
        ("es", "Dios"),
        ("pt", "Rio"),
        ("ru", "Москва"),
    ],
)
def test_what_may_be_anything_else_is_no_person(language: str, words: str) -> None:
    assert person(words, Language(language), is_place) == ""


def test_a_name_that_no_plate_can_show_is_none() -> None:
    long = "Maximilian Ferdinand Alexander Constantin"
    assert len(long) > LONGEST_NAME
    assert person(long, Language.EN, is_place) == ""
    assert person("Maximilian Ferdinand", Language.EN, is_place) == "Maximilian Ferdinand"


@pytest.mark.parametrize(
    ("language", "name", "wanted"),
    [
        ("en", "France", True),
        ("en", "New York", True),
        ("en", "Sydney", True),
        ("en", "Tokyo Rose", True),
        ("de", "Wien", True),
        ("ru", "Китай", True),
        ("en", "Victoria", False),
        ("en", "Florence", False),
        ("en", "Charlotte", False),
        ("en", "Henry", False),
    ],
)
def test_large_places_only_are_no_people(language: str, name: str, wanted: bool) -> None:  # noqa: FBT001
    assert is_place(name.split(), Language(language)) is wanted


def test_a_noun_with_a_capital_is_no_name_in_german() -> None:
    assert is_common("König", Language.DE)
    assert is_common("Wolf", Language.DE)
    assert not is_common("Anna", Language.DE)


@pytest.mark.parametrize(
    ("bent", "called"),
    [
        ("Ивана", "Иван"),
        ("Игоря", "Игорь"),
        ("Алексея", "Алексей"),
        ("Николая", "Николай"),
        ("Дмитрия", "Дмитрий"),
        ("Льва", "Лев"),
        ("Петра", "Пётр"),
        ("Павла I", "Павел I"),
        ("Анны", "Анна"),
        ("Ольги", "Ольга"),
        ("Софьи", "Софья"),
        ("Софии Палеолог", "София Палеолог"),
        ("Анны Карениной", "Анна Каренина"),
        ("Маргариты Тюдор", "Маргарита Тюдор"),
        ("Ивана Грозного", "Иван Грозный"),
        ("Юлия Цезаря", "Юлий Цезарь"),
        ("Екатерины Первой", "Екатерина Первая"),
    ],
)
def test_a_genitive_is_undone_where_its_ending_is_sure(bent: str, called: str) -> None:
    assert nominative(bent) == called


@pytest.mark.parametrize("bent", ["Ли", "Данте", "Гюго", "Толстого", "Мэри Стюарт Ли"])
def test_an_ending_that_may_be_several_gives_no_name(bent: str) -> None:
    assert nominative(bent) == ""


@pytest.mark.parametrize(
    ("bent", "called"),
    [
        ("Марии", "Мария"),
        ("Анне", "Анна"),
        ("Софье", "Софья"),
        ("Марии Ивановой", "Мария Иванова"),
        ("Анне Болейн", "Анна Болейн"),
        ("Марине Мнишек", "Марина Мнишек"),
        ("Дарье Донской", "Дарья Донская"),
        ("Гюго", ""),
    ],
)
def test_whom_he_married_is_called_in_the_nominative(bent: str, called: str) -> None:
    assert after_na(bent) == called


STEMS = st.text("абвгдезиклмнопрстуф", min_size=2, max_size=6).map(str.capitalize)


@given(stem=STEMS, last=st.sampled_from("бвдзлмнпрстф"))
@settings(max_examples=50, deadline=None)
def test_a_name_bent_by_the_book_comes_back(stem: str, last: str) -> None:
    assert nominative(f"{stem}{last}ы") == f"{stem}{last}а"
    assert nominative(f"{stem}{last}ии") == f"{stem}{last}ия"
    assert nominative(f"{stem}{last}ея") == f"{stem}{last}ей"
    assert nominative(f"{stem}{last}а") == f"{stem}{last}"
    assert after_na(f"{stem}{last}е") == f"{stem}{last}а"
    assert after_na(f"{stem}{last}ии") == f"{stem}{last}ия"
