"""The meanings of a topic's nouns that are sure enough to be told; of the other nouns nothing is said.

Capitals tell which meanings can be meant at all; of those the best must lead the next by far, more so where
the noun is of the wide or the ambiguous kind. A wrong meaning told is worse than none.
"""

from __future__ import annotations

from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, is_uncountable
from renderer.backends.knowledge.meanings.fields import ALIVE, COUNTABLE, PERSON
from renderer.backends.knowledge.meanings.possible_senses import is_name, possible_senses
from renderer.backends.knowledge.meanings.senses import SenseChoice, chosen_senses
from renderer.backends.knowledge.meanings.topic_names import topic_names
from renderer.backends.knowledge.topic_nouns import TopicNoun
from renderer.contract.vocabulary import Language
from renderer.text.topical import topic_words

LEAST_LEAD: Final = 0.85
"""By this a meaning leads that is told without more ado."""
NEARLY_LEAD: Final = 0.66
"""By this the one noun that is told where there is no other."""
USUAL_LEAD: Final = 0.4
MOSTLY: Final = 0.7
FEWEST_TAGGED: Final = 5
"""By this lead where texts mean hardly another."""
AGREED_LEAD: Final = 0.8
AGREED: Final = 0.7
"""By this where the topic's other words speak for the meaning that much."""
AGAINST: Final = -0.1
"""And never where they speak for another."""
NAME_LEAD: Final = 0.2
FEWEST_NAMED: Final = 3
SHARED_PART: Final = 0.9
SHARED_TAGGED: Final = 10
ABSTRACT_LEAD: Final = 1.0
COMMON_USES: Final = 30
"""Acts, thoughts and measures need more, and those that texts speak of often mean too many things."""
WIDE_LEAD: Final = 1.5
WIDE_USES: Final = 60
"""Nouns that texts use more often than this, of the fields below, mean too much to be told by one sense."""
_WIDE: Final = frozenset({"03", "07", "09", "10", "11", "23", "24", "26", "28"})
_ABSTRACT: Final = _WIDE - {"26"} | {"04", "16"}
"""Fields of acts and thoughts, which texts of other times and subjects are tagged with otherwise."""
_ANY: Final = regex.compile(r"any\b")


def sure_senses(topic: str, nouns: tuple[TopicNoun, ...]) -> dict[str, tuple[Meaning, ...]]:
    """For nouns of an English topic the meanings that can be told without much doubt, the best first."""
    names = topic_names(topic)
    known = {one.noun: possible_senses(one, topic, names) for one in nouns}
    chosen = chosen_senses(known, topic_words(topic, Language.EN))
    fit = {
        one.noun: chosen[one.noun]
        for one in nouns
        if one.noun in chosen and not _is_unfit(one, chosen[one.noun].meaning)
    }
    sure = {noun: choice for noun, choice in fit.items() if _is_sure(choice)}
    return {noun: (choice.meaning, *choice.near) for noun, choice in (sure or _likeliest(fit)).items()}


def _likeliest(fit: dict[str, SenseChoice]) -> dict[str, SenseChoice]:
    """The one noun whose meaning is nearly sure, where of none it is: better than a script of questions."""
    held = {noun: one for noun, one in fit.items() if one.spoken_for >= AGAINST and one.lead >= NEARLY_LEAD}
    best = max(held, key=lambda noun: held[noun].lead, default="")
    return {best: held[best]} if best else {}


def _is_sure(one: SenseChoice) -> bool:
    if one.meaning.field in _WIDE and one.count > WIDE_USES:
        return one.lead >= WIDE_LEAD
    if _is_known_name(one):
        return True
    if one.spoken_for < AGAINST:
        return False
    if one.meaning.field in _ABSTRACT and one.spoken_for < AGREED:
        return one.lead >= ABSTRACT_LEAD and one.count <= COMMON_USES
    if one.share >= MOSTLY and one.count >= FEWEST_TAGGED:
        return one.lead >= USUAL_LEAD
    return one.lead >= (AGREED_LEAD if one.spoken_for >= AGREED else LEAST_LEAD)


def _is_known_name(one: SenseChoice) -> bool:
    """Whether it is the usual bearer of a name; much the usual one where towns and persons share it."""
    shared = PERSON in one.fields and len(one.fields) > 1
    if shared and (one.share < SHARED_PART or one.count < SHARED_TAGGED):
        return False
    tagged = one.share * one.count
    usual = tagged >= FEWEST_NAMED or (tagged and one.share >= SHARED_PART)
    return bool(one.meaning.is_instance and usual and one.lead >= NAME_LEAD)


def _is_unfit(one: TopicNoun, meaning: Meaning) -> bool:
    """Whether the meaning cannot stand in the topic: a thing that can be counted without any article."""
    return (
        one.is_bare
        and meaning.field in COUNTABLE
        and not is_name(meaning)
        and not _ANY.match(meaning.gloss)
        and (meaning.field in ALIVE or not is_uncountable(one.noun))
    )
