"""Chooses the meaning of a noun that a topic is about, after Lesk (1986) and Resnik (1995) without a corpus.

A meaning scores for words that its definition shares with the topic and with the definitions of the topic's
other nouns (rare words count most), for near common ancestors in the is-a tree, and for fields that fit
each other; the number of times that WordNet's texts were tagged with it decides otherwise.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.lexicon_file import Meaning, Senses, ancestors
from renderer.backends.knowledge.meanings.fields import ANIMAL
from renderer.backends.knowledge.meanings.subjects import USUAL, fitting, leading
from renderer.backends.knowledge.meanings.word_weights import are_near, weights
from renderer.contract.vocabulary import Language
from renderer.text.topical import akin

ALONE: Final = 100.0
"""The lead of a meaning without rivals."""
_NAMED: Final = 0.6
"""Bonus of a definition that names another noun of the topic."""
_ADDRESS: Final = regex.compile(r"\bterms? (?:of|for)\b|\bslang\b|\binformal\b|\bdisparaging\b")
"""Definitions of forms of address."""
_OF_ADDRESS: Final = 0.6
"""Penalty of such a definition."""
_OF_OTHERS: Final = 1.0
"""Penalty of a definition that mentions humans where the topic is about an animal."""
_RARE: Final = regex.compile(
    r"^(?:an? )?former(?:ly)?\b|^(?:the )?(?:flesh|brain|tongue|meat) of\b|used as meat|\bcolou?r(?: of|$)"
    r"|^\((?:astrology|baseball|basketball|cricket|golf|football|chess|tennis"
    r"|theology|\w+ mythology|New Testament|Old Testament|figurative|metonymy)\)"
)
"""Definitions that topics seldom mean: former things, meat, colours, gods, terms of games and of faith."""
_AS_RARE: Final = 1.0
"""Penalty of such a definition."""


class SenseChoice(Struct, frozen=True, kw_only=True):
    """The meaning that fits a topic best, and meanings so `near` that they would do as well.

    `lead` is its advantage over the next meaning, `ALONE` if there is none; `spoken_for` is the part of it
    that is due to the topic's other words. `count` is how often texts were tagged with the noun, `share` the
    part of it that these meanings have; `fields` are those of all meanings of the noun.
    """

    meaning: Meaning
    near: tuple[Meaning, ...]
    lead: float
    spoken_for: float
    share: float
    count: int
    fields: frozenset[str]


def chosen_senses(known: Mapping[str, Senses], words: tuple[str, ...]) -> dict[str, SenseChoice]:
    """The best of the known meanings of each noun, in a topic of these `words` (stems)."""
    return {noun: _best(noun, known, words) for noun, found in known.items() if found}


def _best(noun: str, known: Mapping[str, Senses], words: tuple[str, ...]) -> SenseChoice:
    found = known[noun]
    priors = [_prior(sense) for sense in found]
    fits = [_fit(one, noun, known, words) for one, _ in found]
    scores = [prior + fit for prior, fit in zip(priors, fits, strict=True)]
    ranked = sorted(range(len(found)), key=lambda at: (-scores[at], at))
    best = ranked[0]
    near = [at for at in ranked if at == best or are_near(found[best][0], found[at][0])]
    others = [at for at in ranked if at not in near]
    count = sum(count for _, count in found)
    return SenseChoice(
        meaning=found[best][0],
        near=tuple(found[at][0] for at in near[1:]),
        lead=scores[best] - max(scores[at] for at in others) if others else ALONE,
        spoken_for=fits[best] - max(fits[at] for at in others) if others else ALONE,
        share=sum(found[at][1] for at in near) / count if count else 0.0,
        count=count,
        fields=frozenset(one.field for one, _ in found),
    )


def _prior(sense: tuple[Meaning, int]) -> float:
    """A meaning's score regardless of the topic: from its frequency, its field and its kind of definition."""
    one, count = sense
    frequent = 0.35 * math.log1p(count) + USUAL.get(one.field, 0.0)
    return (
        frequent - _OF_ADDRESS * bool(_ADDRESS.search(one.gloss)) - _AS_RARE * bool(_RARE.search(one.gloss))
    )


def _fit(
    one: Meaning,
    noun: str,
    known: Mapping[str, Senses],
    words: tuple[str, ...],
) -> float:
    """A meaning's score from the topic's other words."""
    own = noun.split()
    context = [word for word in words if not any(akin(word, part, Language.EN) for part in own)]
    said = weights(one)
    direct = sum(max((said[w] for w in said if akin(word, w, Language.EN)), default=0.0) for word in context)
    others = [found for other, found in known.items() if other != noun]
    fields = [leading(found) for found in others if found]
    fitted = fitting(one, context, fields) - _OF_OTHERS * (ANIMAL in fields and "human" in one.gloss)
    nouns = [other for other in known if other != noun]
    named = any(akin(other, word, Language.EN) for other in nouns for word in said)
    others_fit = sum(_beside(one, found) for found in others)
    return 0.8 * direct + _NAMED * named + fitted + others_fit


def _beside(one: Meaning, found: Senses) -> float:
    """The best match of a meaning among those of another noun of the topic, weighted by their frequency."""
    most = max((count for _, count in found), default=0)
    return max((_shared(one, other) * _usual(count, most) for other, count in found), default=0.0)


def _usual(count: int, most: int) -> float:
    """0.5 to 1 by the frequency of a meaning, relative to the noun's most frequent one."""
    return 0.5 + 0.5 * math.log1p(count) / math.log1p(most) if most else 1.0


@functools.lru_cache(maxsize=8192)
def _shared(first: Meaning, second: Meaning) -> float:
    """Similarity of two meanings: rare words that both definitions have, and the nearness of their kinds."""
    mine, others = weights(first), weights(second)
    common = sum(min(mine[word], others[word]) for word in mine.keys() & others.keys())
    return min(2.0, 0.3 * common) + 0.3 * _near(first, second)


def _near(first: Meaning, second: Meaning) -> float:
    """0 to 1 by the depth of the nearest common kind; everything shares the top of the tree."""
    up, over = (_path(one) for one in (first, second))
    common = [number for number in up if number in over]
    if not common:
        return 0.0
    depth = len(up) - up.index(common[0])
    return max(0.0, min(1.0, (depth - 3) / 5))


@functools.lru_cache(maxsize=4096)
def _path(one: Meaning) -> tuple[str, ...]:
    return (one.number, *(above.number for above in ancestors(one)))
