"""The meanings of a topic's nouns that are certain enough to be explained; other nouns are left out.

Capitals decide which meanings are possible at all; the best of them must lead the next by far, even more
where the noun is wide or ambiguous. Explaining a wrong meaning is worse than explaining none.
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
"""Least lead of a meaning that is accepted without further conditions."""
NEARLY_LEAD: Final = 0.66
"""Least lead of the one noun that is accepted where none is sure."""
USUAL_LEAD: Final = 0.4
MOSTLY: Final = 0.7
FEWEST_TAGGED: Final = 5
"""Least uses of a noun for which `USUAL_LEAD` is enough where texts use the meaning `MOSTLY`."""
AGREED_LEAD: Final = 0.8
AGREED: Final = 0.7
"""Support by the topic's other words from which `AGREED_LEAD` is enough."""
AGAINST: Final = -0.1
"""Support below which a meaning is rejected, unless its noun is wide or a known name."""
NAME_LEAD: Final = 0.2
FEWEST_NAMED: Final = 3
SHARED_PART: Final = 0.9
SHARED_TAGGED: Final = 10
ABSTRACT_LEAD: Final = 1.0
COMMON_USES: Final = 30
"""Most uses of a noun of acts, thoughts or measures, which also needs `ABSTRACT_LEAD`, to be accepted."""
WIDE_LEAD: Final = 1.5
WIDE_USES: Final = 60
"""Uses above which a noun of a `_WIDE` field needs `WIDE_LEAD`, as it means too many things."""
_WIDE: Final = frozenset({"03", "07", "09", "10", "11", "23", "24", "26", "28"})
_ABSTRACT: Final = _WIDE - {"26"} | {"04", "16"}
"""Fields of acts and thoughts, whose tags depend on the time and the subject of the tagged texts."""
_ANY: Final = regex.compile(r"any\b")


def sure_senses(topic: str, nouns: tuple[TopicNoun, ...]) -> dict[str, tuple[Meaning, ...]]:
    """For nouns of an English topic, the meanings that are hardly in doubt, the best first."""
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
    """The noun with the surest meaning, used if no meaning is sure: better than a script of questions."""
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
    """Whether it is the usual bearer of a name; by a large margin where persons and others share it."""
    shared = PERSON in one.fields and len(one.fields) > 1
    if shared and (one.share < SHARED_PART or one.count < SHARED_TAGGED):
        return False
    tagged = one.share * one.count
    usual = tagged >= FEWEST_NAMED or (tagged and one.share >= SHARED_PART)
    return bool(one.meaning.is_instance and usual and one.lead >= NAME_LEAD)


def _is_unfit(one: TopicNoun, meaning: Meaning) -> bool:
    """Whether the meaning does not fit the noun's form: a countable thing without any article."""
    return (
        one.is_bare
        and meaning.field in COUNTABLE
        and not is_name(meaning)
        and not _ANY.match(meaning.gloss)
        and (meaning.field in ALIVE or not is_uncountable(one.noun))
    )
