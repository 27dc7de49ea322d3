"""Words that the matcher took in a wrong sense in strangers' scripts; names that look like things."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language, VideoMode
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.matching.subjects import match_subjects
from tests.support.narrated import script_of


def shown(text: str, language: Language, title: str = "") -> set[str]:
    words = [piece.display for piece in tokenise(text, language)]
    titled = [piece.display for piece in tokenise(title, language)]
    return {name for subject in match_subjects(words, language, title=titled) for name in subject.artwork}


@pytest.mark.parametrize(
    ("language", "meant", "other", "artwork"),
    [
        (Language.PT, "Achou a chave da porta.", "Achou um clarinete sem três chaves.", "key"),
        (Language.ES, "Perdió la llave de casa.", "Le falta una llave al clarinete.", "key"),
        (Language.DE, "Der Schlüssel lag da.", "Die Noten stehen im Violinschlüssel.", "key"),
        (Language.DE, "Er saß auf einem Stuhl.", "Der Chefredakteur verlor seinen Stuhl.", "chair"),
        (Language.RU, "Козёл стоял на горе.", "На козлах сидели кучера в масках.", "goat"),
        (
            Language.ES,
            "El pastor llevó el rebaño.",
            "En el rebaño de llamas hay una fila para la comida.",
            "ram",
        ),
        (Language.PT, "O pastor e o rebanho.", "As fotos do rebanho de bois.", "ram"),
        (Language.HI, "किसान खेत में था।", "कविता खेत के पीछे दाँव सीखती थी।", "game-wheat"),
        (Language.ES, "Leyó una página.", "Pagó por transferencia, fuera de la página.", "open-book"),
        (Language.AR, "شدّ الرجل الحبل.", "قصّ الحبل ولفّ الطفل.", "knot"),
        (Language.JA, "武士の戦いが始まった。", "戦いの前に首を振る。", "crossed-swords"),
        (Language.EN, "The king wore it.", "He turned king's evidence.", "crown"),
        (Language.PT, "Há uma ponte no rio.", "A febre passou pela ponte e chegou ao Rio.", "game-river"),
        (Language.ES, "Cruzó el río.", "Un barco llegó a Río en mayo.", "game-river"),
        (Language.DE, "Er verlor einen Schuh.", "Der Rüttelschuh bewegt das Korn.", "running-shoe"),
        (Language.EN, "The judge wrote a guide.", "A lawyer wrote a guide.", "game-gavel"),
        (Language.JA, "裁判官が話した。", "弁護士が話した。", "game-gavel"),
        (Language.ES, "El gallo cantó.", "Las gallinas duermen.", "rooster"),
        (Language.ES, "El virus llegó.", "La peste llegó.", "game-virus"),
        (Language.EN, "Its blood is red.", "Its blood is blue.", "drop-of-blood"),
        (Language.FR, "La guerre commence.", "Il aime La Guerre des étoiles.", "crossed-swords"),
    ],
)
def test_a_line_says_which_sense_it_uses(language: Language, meant: str, other: str, artwork: str) -> None:
    assert artwork in shown(meant, language)
    assert artwork not in shown(other, language)


def test_somebody_of_the_title_is_no_animal_at_the_beginning_of_a_sentence() -> None:
    title = "Burke and Hare, suppliers of the dead"
    assert "rabbit" not in shown("Hare filled his coffin with bark.", Language.EN, title)
    assert "rabbit" in shown("Hares filled the field.", Language.EN, "Why a hare boxes in March")
    assert "rabbit" in shown("Rabbits dig.", Language.EN, "Why Rabbits Dig So Much")


def test_a_peasant_comes_with_no_tractor() -> None:
    assert "tractor" not in shown("La campesina subió.", Language.ES)
    assert "game-wheat" in shown("La campesina subió.", Language.ES)


@pytest.mark.parametrize(
    ("language", "title", "missing"),
    [
        (Language.PT, "O bicho sem dentes que come trinta mil por dia", "tooth"),
        (Language.AR, "كيف يبرّد البرج البيت بلا كهرباء", "high-voltage"),
        (Language.EN, "The island without a clock", "mantelpiece-clock"),
    ],
)
def test_what_the_title_says_is_missing_is_not_what_the_video_is_about(
    language: Language, title: str, missing: str
) -> None:
    script = script_of(title, [[title], [title], [title]], language)
    topic = topic_of(script, VideoMode.WEIRD_FACTS)
    assert missing not in topic.anchor


@pytest.mark.parametrize(
    ("language", "title", "about", "aside"),
    [
        (Language.EN, "How a farmer's daughter became a pilot", "small-airplane", "tractor"),
        (Language.EN, "The night the volcano woke", "volcano", "crescent-moon"),
        (Language.PT, "A pirâmide que engoliu uma cidade", "money-bag", "cityscape"),
        (Language.PT, "O menino que construiu um moinho de vento", "game-windmill", ""),
        (Language.DE, "Wie ein Mikroskop das Kleine zeigt", "microscope", ""),
        (Language.DE, "Als ein Brot Milliarden kostete", "bread", ""),
    ],
)
def test_a_title_is_about_what_it_names_itself(
    language: Language, title: str, about: str, aside: str
) -> None:
    """Not whose it is, nor when it happens, nor what a clause says of it."""
    script = script_of(title, [["O lucro e o dinheiro."], [title], [title]], language)
    anchor = topic_of(script, VideoMode.CLEAN_EDUCATIONAL).anchor
    assert about in anchor
    assert aside not in anchor


def test_what_happens_comes_before_when() -> None:
    found = match_subjects(["At", "night", "sharks", "hunt."], Language.EN)
    assert [subject.artwork[0] for subject in found] == ["shark", "crescent-moon"]


@pytest.mark.parametrize(
    ("language", "text", "missing"),
    [
        (Language.PT, "Ele deixou a escola porque não havia dinheiro.", "money-bag"),
        (Language.ES, "En la escuela no tenía dinero.", "money-bag"),
        (Language.FR, "À l'école il n'y a pas de pain.", "bread"),
        (Language.DE, "Er lief wie ein Pferd zur Schule.", "horse"),
    ],
)
def test_what_is_missing_or_only_likened_comes_last(language: Language, text: str, missing: str) -> None:
    found = match_subjects(text.split(), language)
    assert len(found) > 1
    assert missing in found[-1].artwork
    assert [subject.unreal for subject in found] == [False] * (len(found) - 1) + [True]


@pytest.mark.parametrize(
    ("language", "text", "artwork"),
    [
        (Language.FR, "La jungle tuait plus vite que la boue.", "palm-tree"),
        (Language.DE, "Er floh im Zweiten Weltkrieg.", "military-helmet"),
        (Language.ES, "Sus glóbulos rojos son ovalados.", "drop-of-blood"),
        (Language.ES, "Las gallinas duermen.", "chicken"),
        (Language.PT, "A água do Rio Negro é escura.", "game-river"),
    ],
)
def test_a_word_has_its_own_picture(language: Language, text: str, artwork: str) -> None:
    assert artwork in shown(text, language)
