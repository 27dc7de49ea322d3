"""Names, figures of speech and absent things are told from things, in eight languages."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.figures import (
    in_clause,
    is_absent,
    is_likened,
    is_name_alone,
    is_named_in,
    is_possessor,
    is_surname,
)

EN, ES, HI, AR = Language.EN, Language.ES, Language.HI, Language.AR
PT, FR, DE, RU = Language.PT, Language.FR, Language.DE, Language.RU


def place_of(text: str) -> tuple[list[str], int]:
    """The words, and the index of the one after "|"."""
    words = text.split()
    place = next(at for at, word in enumerate(words) if word.startswith("|"))
    words[place] = words[place].removeprefix("|")
    return words, place


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "then Inspector |Fox arrived"),
        (EN, "they met Dr. |Wolf there"),
        (EN, "and Jack |Fox ran away"),
        (ES, "llegó don |León ayer"),
        (ES, "vino la señora |Rosa aquí"),
        (PT, "chegou o senhor |Leão ontem"),
        (FR, "et madame |Loup riait"),
        (DE, "da kam Herr |Fuchs herein"),
        (DE, "sie sah Frau |Wolf an"),
        (RU, "пришёл доктор |Волк вчера"),
        (AR, "جاء السيد |أسد أمس"),
    ],
)
def test_behind_a_form_of_address_stands_a_name(language: Language, text: str) -> None:
    words, place = place_of(text)
    assert is_surname(words, place, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "|Foxes live in dens"),
        (EN, "the red |fox ran away"),
        (EN, "He stopped. |Foxes came"),
        (EN, "“Look!” |Foxes came"),
        (EN, "The Old |Fox And The Young Wolf"),
        (ES, "el |león rugió"),
        (DE, "der alte |Fuchs kam"),
        (RU, "старый |волк пришёл"),
        (HI, "पुराना |शेर आया"),
        (AR, "جاء |أسد كبير"),
    ],
)
def test_a_thing_is_no_name(language: Language, text: str) -> None:
    words, place = place_of(text)
    assert not is_surname(words, place, language)


@pytest.mark.parametrize(
    ("text", "word", "named"),
    [
        ("The dreadful crimes of Burke and Hare", "Hare", True),
        ("The story of (Hare), a killer", "Hare", True),
        ("How the hare lost", "Hare", False),
        ("Hare and tortoise", "Hare", False),
    ],
)
def test_a_title_tells_a_name(text: str, word: str, named: bool) -> None:  # noqa: FBT001
    assert is_named_in(text.split(), word, EN) is named


@pytest.mark.parametrize(
    ("language", "text", "likened"),
    [
        (EN, "a |sea of debt", True),
        (EN, "a |sea of their own lies", True),
        (EN, "the |sea of Japan", False),
        (EN, "the |sea was full of debt", False),
        (EN, "the |sea", False),
        (ES, "un |mar de deudas", True),
        (ES, "el |mar de Japón", False),
        (PT, "um |mar de dívidas", True),
        (FR, "une |mer de dettes", True),
        (FR, "une |vague d'espoirs", True),
        (FR, "une |mer du Nord", False),
        (DE, "eine |Flut von Briefen", True),
        (DE, "die |Flut an der Küste", False),
        (RU, "|море лжи", True),
        (RU, "|море шумело", False),
        (HI, "कर्ज का |सागर", False),
    ],
)
def test_an_amount_of_no_stuff_is_a_figure_of_speech(language: Language, text: str, likened: bool) -> None:  # noqa: FBT001
    words, place = place_of(text)
    assert is_likened(words, place + 1, language) is likened


@pytest.mark.parametrize(
    ("language", "text", "absent"),
    [
        (EN, "there was no |bread left", True),
        (EN, "it flew like a |bird", True),
        (EN, "without any |bread", True),
        (EN, "as big as |whales", True),
        (EN, "the |bread was not eaten", False),
        (EN, "no man ate the |bread", False),
        (ES, "sin |pan no hay vida", True),
        (ES, "el |pan se acabó", False),
        (PT, "sem o |pão", True),
        (FR, "sans le |pain", True),
        (FR, "comme un |oiseau", True),
        (DE, "ohne das |Brot", True),
        (DE, "kein |Brot mehr", True),
        (DE, "Wie ein |Mikroskop zeigt", False),
        (DE, "so groß wie ein |Wal", True),
        (RU, "без |хлеба нельзя", True),
        (RU, "как |птица в небе", True),
        (AR, "بدون |خبز", True),
        (AR, "لا |خبز هنا", True),
        (AR, "لا يأكل |خبز", False),
    ],
)
def test_what_is_missing_or_only_likened_is_told(language: Language, text: str, absent: bool) -> None:  # noqa: FBT001
    words, place = place_of(text)
    assert is_absent(words, place, language) is absent


@pytest.mark.parametrize(
    ("language", "text", "alone"),
    [
        (PT, "ele amava o |Rio demais", True),
        (PT, "o |Rio Negro corre", False),
        (PT, "o |rio corre", False),
        (PT, "|Rio abaixo", False),
        (ES, "vio el |Río otra vez", True),
        (EN, "he saw |Rio again", False),
    ],
)
def test_a_capital_alone_makes_a_city_of_a_river(language: Language, text: str, alone: bool) -> None:  # noqa: FBT001
    words, place = place_of(text)
    assert is_name_alone(words, place, language) is alone


@pytest.mark.parametrize(
    ("word", "language", "owns"),
    [
        ("farmer's", EN, True),
        ("farmers’", EN, True),
        ("farmers',", EN, True),
        ("James’s", EN, True),
        ("farmers", EN, False),
        ("d'eau", FR, False),
    ],
)
def test_a_possessor_says_whose_something_is(word: str, language: Language, owns: bool) -> None:  # noqa: FBT001
    assert is_possessor(word, language) is owns


@pytest.mark.parametrize(
    ("language", "text", "word", "inside"),
    [
        (EN, "the wolf that ate a king", "king", True),
        (EN, "the wolf that ate a king", "wolf", False),
        (EN, "That wolf ate a king", "king", False),
        (ES, "el lobo que comió un rey", "rey", True),
        (FR, "le loup qui mangea un roi", "loup", False),
        (RU, "волк, который съел царя", "царя", True),
        (AR, "الذئب الذي أكل ملكا", "ملكا", True),
    ],
)
def test_a_clause_that_tells_more_is_told(language: Language, text: str, word: str, inside: bool) -> None:  # noqa: FBT001
    assert in_clause(text.split(), word, language) is inside
