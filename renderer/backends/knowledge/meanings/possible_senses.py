"""Narrows the meanings of a topic's noun by its capitals and by the words beside it."""

from __future__ import annotations

from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, Senses, senses
from renderer.backends.knowledge.meanings.fields import (
    COMMUNICATION,
    COUNTABLE,
    NATURAL_OBJECT,
    PERSON,
    PLACE,
)
from renderer.backends.knowledge.meanings.topic_names import TopicNames
from renderer.backends.knowledge.topic_nouns import TopicNoun
from renderer.contract.vocabulary import Language
from renderer.text.topical import stem, stop_stems

_FEWEST_TAGGED: Final = 3
_BEFALL: Final = frozenset(
    {"fall", "rise", "sack", "siege", "partition", "collapse", "decline", "end", "death"}
)
_BEFALLS: Final = regex.compile(
    r"\bsurrender|\bplunder|\barmed force|\bstrength or number\b|\bdividing\b|\bdying\b|\bfinal stage\b"
)
"""Definitions of what can happen to a named town, state or person."""
_WITH_THE: Final = regex.compile(r"\b(?:river|sea|ocean|desert)\b")
"""Definitions of waters and deserts, which have "the" before their names."""
_MYTH: Final = regex.compile(r"\bmythology\)|\bgod(?:dess)? of\b")
"""Definitions of gods, who are not meant where their names are borrowed ("the Apollo missions")."""
_IN_THE_SKY: Final = regex.compile(r"\b(?:planet|satellite|star|galaxy)\b")
"""Definitions of names that are often in lower case: the earth, the moon, the sun."""
_SEVERAL: Final = regex.compile(r"\b(?:islands|group|countries|states|region|empire|road|route)\b", regex.I)
"""Definitions of places that have "the" before their names."""


def possible_senses(one: TopicNoun, topic: str, names: TopicNames) -> Senses:
    """The meanings of a noun that its capitals and the words beside it allow."""
    every = senses(one.noun)
    written = one.written.removesuffix("'s").removesuffix("’s")
    if names.is_part(written) or (not one.is_plural and _is_of_a_people(every)):
        return ()
    if written in names.names or (topic.startswith(written) and one.is_bare and _is_first_a_name(every)):
        which = _says_which(written, topic)
        real = tuple(sense for sense in every if not (which and _MYTH.search(sense[0].gloss)))
        return _of_names(real, has_the=one.article == "the" and not which)
    if written in names.common or one.is_plural:
        every = tuple(sense for sense in every if not is_name(sense[0]) or _may_be_small(sense[0]))
    if one.noun in _BEFALL and _is_of_a_name(written, topic, names):
        return tuple(sense for sense in every if _BEFALLS.search(sense[0].gloss))
    return every


def _says_which(written: str, topic: str) -> bool:
    """Whether a name is an attribute, so that "the" belongs to another noun ("the Chernobyl disaster")."""
    after = regex.search(rf"\b{regex.escape(written)} (\p{{Ll}}\w+)", topic)
    return bool(after) and stem(after[1], Language.EN) not in stop_stems(Language.EN)


def _of_names(every: Senses, *, has_the: bool) -> Senses:
    """The capitalised meanings, preferably individuals; with "the", no persons and no towns."""
    found = tuple(sense for sense in every if is_name(sense[0]))
    single = tuple(sense for sense in found if sense[0].is_instance)
    if not single:
        return found
    if len(single) == 1 and _is_a_surname(single[0], every.index(single[0])):
        return ()
    if not has_the:
        return tuple(
            sense
            for sense in single
            if sense[0].field != NATURAL_OBJECT or not _WITH_THE.search(sense[0].gloss)
        )
    return tuple(
        sense
        for sense in single
        if sense[0].field != PERSON and (sense[0].field != PLACE or _SEVERAL.search(sense[0].gloss))
    )


def _is_a_surname(sense: tuple[Meaning, int], at: int) -> bool:
    """Whether a person is a rare bearer of a name, who is never tagged in texts and not listed first."""
    one, count = sense
    return one.field == PERSON and at > 0 and count == 0


def _is_first_a_name(every: Senses) -> bool:
    """Whether a noun that opens a topic without an article is a usual name: otherwise it would have one."""
    usual = any(is_name(one) and (count or at == 0) for at, (one, count) in enumerate(every))
    first, count = every[0]
    only = all(one.is_instance for one, _ in every) or (is_name(first) and count >= _FEWEST_TAGGED)
    return usual and (first.field in COUNTABLE or only)


def is_name(one: Meaning) -> bool:
    """Whether a meaning is written with a capital."""
    return one.is_instance or one.word[:1].isupper()


def _is_of_a_people(every: Senses) -> bool:
    """Whether a word such as "Spanish" names both a language and a people, and is mostly an adjective."""
    fields = {one.field for one, _ in every if is_name(one) and not one.is_instance}
    return COMMUNICATION in fields and len(fields) > 1


def _may_be_small(one: Meaning) -> bool:
    """Whether a name can also be in lower case or plural: peoples, and names such as "the earth"."""
    return (one.field == PERSON and not one.is_instance) or (
        one.field == NATURAL_OBJECT and bool(_IN_THE_SKY.search(one.gloss))
    )


def _is_of_a_name(written: str, topic: str, names: TopicNames) -> bool:
    after = regex.search(rf"\b{regex.escape(written)} of (?:the )?(\p{{Lu}}\w+)", topic)
    return bool(after) and after[1] in names.names
