from __future__ import annotations

import pytest

from renderer.backends.knowledge.summaries.collection import Collection, Summary, collected
from renderer.backends.knowledge.summaries.related import mentions, near
from renderer.backends.knowledge.summaries.source import looked_up
from renderer.contract.vocabulary import Language

BRIDGE = "A bridge is a structure that carries a road across an obstacle."


def _collection(other: Summary, language: Language = Language.EN) -> Collection:
    return collected((Summary(title="Bridge", description="structure", extract=BRIDGE), other), language)


def _near(other: Summary) -> list[str]:
    collection = _collection(other)
    about = looked_up("How bridges carry weight", collection)
    return [collection.summaries[one.number].title for one in near(0, about, collection)]


def test_a_kind_of_the_subject_is_near_it() -> None:
    kind = Summary(title="Truss bridge", description="type of bridge", extract="A truss bridge is a bridge.")
    assert _near(kind) == ["Truss bridge"]


@pytest.mark.parametrize(
    "called", ["or simply bridge,", "also known simply as bridge,", "often simply called a bridge,"]
)
def test_something_else_by_the_name_of_the_subject_is_not_near_it(called: str) -> None:
    game = Summary(
        title="Contract bridge",
        description="card game",
        extract=f"Contract bridge, {called} is a trick-taking card game. Bridge is played by four.",
    )
    assert _near(game) == []


def test_a_sentence_that_only_says_simply_hides_nothing() -> None:
    kind = Summary(
        title="Beam bridge",
        description="type of bridge",
        extract="A beam bridge is simply laid on two piers and is the oldest bridge.",
    )
    assert _near(kind) == ["Beam bridge"]


METAL = "Vamium is a metal. It is soft and white and burns in air."
WOMAN = "Anna Berg was a chemist. She won a prize for the discovery of the metal vamium."
LISTED = "Otto Kross was a chemist. Kross discovered four forms of the metals tolium, brenium and vamium."


def _who_discovered(other: str, *, is_person: bool) -> tuple[str, ...]:
    collection = collected(
        (
            Summary(title="Vamium", description="metal", extract=METAL),
            Summary(title="Otto Kross", description="chemist", extract=LISTED, is_person=True),
            Summary(title="Anna Berg", description="chemist", extract=other, is_person=is_person),
        ),
        Language.EN,
    )
    return tuple(
        one.sentence for one in mentions(0, looked_up("Who discovered vamium", collection), collection)
    )


def test_a_sentence_with_the_topics_words_close_together_comes_first() -> None:
    assert "Anna Berg" in _who_discovered(WOMAN, is_person=True)[0]


def test_a_pronoun_for_a_person_brings_the_persons_name() -> None:
    assert WOMAN in _who_discovered(WOMAN, is_person=True)
    assert not any("She won" in sentence for sentence in _who_discovered(WOMAN, is_person=False))


def test_few_articles_that_give_the_subject_by_name_are_near_it() -> None:
    rows = (
        Summary(title="Taj Mahal", description="tomb", extract="The Taj Mahal is a tomb in Agra."),
        Summary(title="Red Fort", description="fort", extract="Its design is that of the Taj Mahal."),
        Summary(title="Koala", description="animal", extract="The koala is as white as a taj mahal."),
    )
    collection = collected(rows, Language.EN)
    found = near(0, looked_up("Taj Mahal", collection), collection)
    assert [collection.summaries[one.number].title for one in found] == ["Red Fort"]


def test_a_sentence_about_somebody_whom_it_does_not_name_is_not_told() -> None:
    rows = (
        Summary(title="Molière", description="auteur", extract="Molière est un auteur de comédies."),
        Summary(
            title="Tulsîdâs",
            description="poète",
            extract="Tulsîdâs est un poète. On dit qu'il est à l'hindi ce que Molière est au français.",
        ),
    )
    collection = collected(rows, Language.FR)
    assert not near(0, looked_up("Molière", collection), collection)
