"""Plain sentences show what they name without a further word, unless another meaning is told."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.subjects import is_setting, is_stand_in, match_subjects

EN, ES, PT, FR, DE = Language.EN, Language.ES, Language.PT, Language.FR, Language.DE
RU, HI, AR, ZH, JA = Language.RU, Language.HI, Language.AR, Language.ZH, Language.JA


def drawn(text: str, language: Language) -> set[str]:
    """Every drawing that the sentence calls for."""
    words = [text] if language in {ZH, JA} else text.split()
    return {name for subject in match_subjects(words, language) for name in subject.artwork}


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        (EN, "He ate the mules, then the dogs.", "dog"),
        (EN, "He ate the mules, then the dogs.", "donkey"),
        (EN, "They built cabins by a lake.", "national-park"),
        (EN, "They built cabins by a lake.", "hut"),
        (EN, "She bought a book.", "books"),
        (EN, "A patient with a fever came in.", "thermometer"),
        (ES, "El gato miró la casa.", "cat"),
        (ES, "No dormía: el insomnio duró un mes.", "bed"),
        (PT, "O rio subiu e o burro parou.", "game-river"),
        (FR, "Le livre resta sur la table.", "books"),
        (FR, "La chaleur tua les poissons.", "fish"),
        (DE, "Der Esel blieb stehen.", "donkey"),
        (RU, "Кошка спала у озера.", "national-park"),
        (HI, "झील सूख गई।", "national-park"),
        (AR, "جفت البحيرة.", "national-park"),
        (ZH, "他在湖边养了一只猫。", "cat"),
        (JA, "湖のそばで眠りについた。", "national-park"),
    ],
)
def test_a_plain_sentence_shows_what_it_names(language: Language, text: str, name: str) -> None:
    assert name in drawn(text, language)


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        (EN, "The right wing of the party won.", "wing"),
        (EN, "The Greek letter stands for a vowel.", "envelope"),
        (EN, "The nuclear plant was shut down.", "seedling"),
        (EN, "A rock band played a song.", "rock"),
        (EN, "The family of languages is old.", "people-hugging"),
        (ES, "La planta nuclear cerró.", "seedling"),
        (ES, "Arrancó una hoja del cuaderno.", "leaf-fluttering-in-wind"),
        (PT, "Ele nasceu no Rio de Janeiro.", "game-river"),
        (FR, "Une livre de beurre coûtait deux sous.", "books"),
        (DE, "Die Schlange vor der Bank war lang.", "snake"),
        (RU, "Компьютерная мышь лежала у клавиатуры.", "mouse"),
        (ZH, "他不会走狗。", "dog"),
    ],
)
def test_another_meaning_shows_nothing(language: Language, text: str, name: str) -> None:
    assert name not in drawn(text, language)


def test_what_only_stands_for_something_comes_after_things() -> None:
    found = match_subjects(["The", "company", "bought", "a", "horse", "in", "January."], EN)
    assert [subject.artwork[0] for subject in found] == ["horse", "office-building", "calendar"]
    assert [is_setting(subject.artwork) for subject in found] == [False, True, True]
    assert [is_stand_in(subject.artwork) for subject in found] == [False, True, False]
