from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.backends.knowledge.summaries.collection import Summary, collected
from renderer.backends.knowledge.summaries.occurrences import occurrences
from renderer.backends.knowledge.summaries.related import linked, mentions, near
from renderer.backends.knowledge.summaries.source import looked_up
from renderer.backends.knowledge.summaries.subject import subject, subjects
from renderer.contract.vocabulary import Language
from tests.support.knowledge.summaries import ROWS, collection

KNOWN = collection()


def titles(topic: str) -> str:
    found = subject(looked_up(topic, KNOWN), KNOWN)
    return KNOWN.summaries[found.number].title if found else ""


def number(title: str) -> int:
    return next(at for at, row in enumerate(ROWS) if row[0] == title)


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Why octopuses have three hearts", "Octopus"),
        ("why do octopuses have three hearts", "Octopus"),
        ("The Octopus", "Octopus"),
        ("The deepest lake on Earth", "Lake Baikal"),
        ("What causes high blood pressure", "Hypertension"),
        ("The Boston Tea Party", ""),
        ("the boston tea party", ""),
        ("The tea of Boston", "Boston"),
        ("How cranes lift loads on building sites", "Crane (machine)"),
        ("How cranes migrate over mountains", "Crane (bird)"),
        ("How cranes sleep", ""),
        ("How matches light", ""),
        ("why is light fast", "Light"),
        ("what is light speech", ""),
        ("How Edison lit New York", "Thomas Edison"),
        ("Gandhi and the salt", "Mahatma Gandhi"),
        ("The Amazon and its forest", "Amazon River"),
        ("The Apple story: from a garage to the top", ""),
        ("The black death", "Black Death"),
        ("the light that failed", ""),
        ("Light: the fastest thing of all", "Light"),
        ("Thomas Edison: From Newsboy to Inventor", "Thomas Edison"),
        ("the imposter light", ""),
        ("THE BLACK DEATH", "Black Death"),
        ("the largest river on the continent", "Amazon River"),
        ("the largest lake on Earth", ""),
        ("How to bake a cake", ""),
        ("", ""),
        ("???", ""),
    ],
)
def test_a_topic_finds_the_article_that_it_is_about_or_none(topic: str, title: str) -> None:
    assert titles(topic) == title


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("the mystery of the mary celeste", ""),
        ("the mary rose", ""),
        ("queen mary of england", "Mary I"),
        ("how Mary I tried to undo the Reformation", "Mary I"),
        ("mary", "Mary I"),
    ],
)
def test_a_rulers_first_name_in_another_name_is_not_the_ruler(topic: str, title: str) -> None:
    told = "Mary I was Queen of England until 1558. She tried to undo the Reformation."
    rows = (Summary(title="Mary I", description="Queen (1516–1558)", extract=told, is_person=True),)
    collection = collected(rows, Language.EN)
    found = subject(looked_up(topic, collection), collection)
    assert (collection.summaries[found.number].title if found else "") == title


@pytest.mark.parametrize(
    ("topic", "both"),
    [
        ("octopuses vs squids", {"Octopus", "Squid"}),
        ("The octopus and its hearts", {"Octopus"}),
        ("Why octopuses have three hearts", {"Octopus"}),
    ],
)
def test_a_topic_of_two_things_is_about_both(topic: str, both: set[str]) -> None:
    found = subjects(looked_up(topic, KNOWN), KNOWN)
    assert {KNOWN.summaries[one.number].title for one in found} == both


@given(st.text(max_size=120))
def test_any_text_finds_an_article_or_none(text: str) -> None:
    about = looked_up(text, KNOWN)
    found = subject(about, KNOWN)
    assert found is None or 0 <= found.number < len(ROWS)
    assert set(about.names) <= set(about.words)


def test_occurrences_take_plurals_in_titles_and_inflected_forms_in_texts() -> None:
    found = occurrences("octopuses", KNOWN)
    assert found.titled == {number("Octopus")}
    assert found.anywhere == {number("Octopus"), number("Squid")}
    assert occurrences("cat", KNOWN).anywhere == frozenset()
    assert occurrences("edison", KNOWN).capital == 1
    assert occurrences("apple", KNOWN).capital < 0.5


def test_accents_are_looked_past() -> None:
    rows = (
        Summary(
            title="Étoile", description="Astre", extract="Une étoile est un astre. Les étoiles naissent."
        ),
    )
    assert occurrences("etoile", collected(rows, Language.FR)).titled == {0}
    assert occurrences("etoile", KNOWN).anywhere == frozenset()


def test_other_articles_tell_more_of_the_topic() -> None:
    about = looked_up("Why octopuses have three hearts", KNOWN)
    told = mentions(number("Octopus"), about, KNOWN)
    assert [one.sentence for one in told] == ["Like an octopus, a squid has three hearts and blue blood."]


def test_a_sentence_that_leans_on_others_is_not_taken_out_of_its_article() -> None:
    rows = (
        Summary(title="Tea", description="Drink", extract="Tea is a drink."),
        Summary(
            title="Boston", description="City", extract="Boston is old. This harbour had tea. It shipped tea."
        ),
        Summary(
            title="Harbour",
            description="Place",
            extract="A harbour may be old. The harbour of Boston had tea.",
        ),
    )
    small = collected(rows, Language.EN)
    told = mentions(0, looked_up("Tea in the harbour", small), small)
    assert [one.sentence for one in told] == ["The harbour of Boston had tea."]


def test_articles_that_the_text_names_and_that_name_it_are_near() -> None:
    assert linked(number("Boston"), KNOWN) == (number("Tea"),)
    assert near(number("Boston"), looked_up("Boston", KNOWN), KNOWN) == ()
    about = looked_up("Squids", KNOWN)
    assert linked(number("Squid"), KNOWN) == (number("Octopus"),)
    assert not near(number("Squid"), about, KNOWN)


def test_a_part_of_a_longer_name_is_nothing_that_the_text_names() -> None:
    rows = (
        Summary(
            title="Frida Kahlo", description="Painter", extract="Magdalena Carmen Frida Kahlo was a painter."
        ),
        Summary(title="Carmen", description="Opera", extract="Carmen is an opera about a woman."),
        Summary(title="Painter", description="Job", extract="A painter paints. Frida Kahlo was one."),
    )
    small = collected(rows, Language.EN)
    assert linked(0, small) == (2,)
    about = looked_up("Frida Kahlo", small)
    assert [one.number for one in near(0, about, small)] == [2, 2]
