"""Names that a translation must keep, and words that only look like names."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.names import fixed_names, names_person, people

FIXED: dict[str, set[str]] = {
    "Watch YouTube and eBay with GPT-4 on an A320.": {"YouTube", "eBay", "GPT-4", "A320"},
    "Ask @sea_folk about #octopus on www.example.org today.": {"@sea_folk", "#octopus", "www.example.org"},
    "On Monday an English ship left London for the NATO.": set(),
    "It's O.K. to say U.S. here, isn't it? Don't.": set(),
    "Im Jahr 1848 sah man 12 Schiffe.": set(),
}


@pytest.mark.parametrize("text", FIXED)
def test_forms_that_nobody_translates(text: str) -> None:
    assert fixed_names(text, Language.DE) == FIXED[text]


def test_other_scripts_may_spell_brands_in_their_own_letters() -> None:
    assert fixed_names("Watch YouTube with GPT-4 and @sea_folk.", Language.HI) == {"GPT-4", "@sea_folk"}


def test_people_are_told_within_sentences_where_capitals_tell_anything() -> None:
    text = "Then we met Dora Lind. Every Monday she sails, said Paul Reed."
    assert people(text, source=Language.EN, target=Language.ES) == {"Dora Lind", "Paul Reed"}
    assert not people(text, source=Language.EN, target=Language.JA)
    assert not people("Dann sah Der Alte Mann ein Schiff.", source=Language.DE, target=Language.EN)


def test_a_name_with_another_ending_is_the_name() -> None:
    assert names_person("Das Boot von Dora Linds Bruder", "Dora Lind")
    assert not names_person("Das Boot ihres Bruders", "Dora Lind")
