"""Which meaning of a noun a topic is about, after Lesk (1986) and Resnik (1995) without a corpus.

A meaning gains from words that its definition shares with the topic and with the definitions of the topic's
other nouns (rare words count most), from near common kinds in the is-a tree, and from fields that go
together; how often WordNet's texts were tagged with it decides what is left.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, Senses, ancestors
from renderer.backends.knowledge.near_senses import are_near
from renderer.backends.knowledge.word_weights import WORD, weights
from renderer.contract.vocabulary import Language
from renderer.text.topical import akin

ALONE: Final = 100.0
"""The lead of an only meaning."""
_NAMED: Final = 0.6
"""What a definition gains that names another noun of the topic."""
_ADDRESS: Final = regex.compile(r"\bterms? (?:of|for)\b|\bslang\b|\binformal\b|\bdisparaging\b")
"""Definitions of how people call each other."""
_OF_ADDRESS: Final = 0.6
"""What such a definition loses."""

_RARE: Final = regex.compile(
    r"^(?:an? )?former(?:ly)?\b|^(?:the )?(?:flesh|brain|tongue|meat) of\b|used as meat|\bcolou?r(?: of|$)|^\((?:astrology|baseball|basketball|cricket"
    r"|golf|football|chess|tennis|theology|New Testament|Old Testament|figurative|metonymy)\)"
)
"""Meat, colors, and terms of games and of faith: seldom what a topic's noun is."""
_AS_RARE: Final = 1.0
"""What such a definition loses."""

_USUAL: Final = {
    "05": 0.5, "17": 0.5, "08": 0.25, "20": 0.2, "06": 0.2, "28": 0.0, "04": 0.1, "11": 0.1, "22": 0.1,
    "13": -0.4, "07": -0.4, "23": -0.6, "18": -0.3, "25": -0.3, "24": -0.3, "10": -0.2, "12": -0.2, "16": -0.5,  # noqa: E501 - one text
}  # fmt: skip
"""What videos are about, by lexicographer file; 13 is food, 23 quantities, 16 motives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """What topics are about: words that speak of it, how well fields go with it, words of its definitions."""

    speaks: frozenset[str]
    fields: Mapping[str, float]
    defines: frozenset[str]


def _subject(speaks: str, defines: str, **fields: float) -> _Subject:
    return _Subject(
        speaks=frozenset(speaks.split()),
        defines=frozenset(defines.split()),
        fields={name.removeprefix("f"): value for name, value in fields.items()},
    )


_SUBJECTS: Final = (
    _subject(
        "breathe sing sleep dig hunt swim fly mate nest bite lay hatch hibernate migrate eat prey feed "
        "swallow "
        "grow taste bleed heal digest dance freeze drink defend animal animals bird birds insect "
        "insects fish "
        "tree trees body human skin blood eye eyes predator wild species",
        "animal animals organism organisms insect insects bird birds stem stems bud mammal mammals body",
        f05=1.0, f08=0.9, f20=0.7, f03=0.7, f17=0.2, f13=0.6,
    ),
    _subject(
        "orbit twinkle erupt smallest planet earth sun solar space galaxy ocean sea beach mountain desert "
        "tectonic volcano hot sky night",
        "earth planet planets sun celestial geology ocean sea",
        f17=1.0, f19=0.6, f11=0.5, f27=0.2,
    ),
    _subject(
        "army battle soldiers troops siege slaughter trenches fought won lost defeated conquered "
        "invaded king "
        "war weapon weapons empire kill kills killed between",
        "military army armed war enemy battle",
        f04=0.6, f06=0.5, f14=0.4, f18=0.6, f11=0.4, f15=0.2,
    ),
    _subject(
        "fail fails invest investors money price prices rate rates cost costs expensive savings "
        "depositors loan "
        "loans debt ruined rich poor pay tax housing credit stock stocks rise",
        "money financial bank banking price prices economic borrowing",
        f21=1.2, f14=0.4, f22=0.8, f09=0.6, f04=0.2, f10=0.1,
    ),
    _subject(
        "collapse collapsed wind storm earthquake earthquakes flood built stands leans tower road river "
        "engineers steel concrete",
        "structure structures building buildings tower river",
        f06=0.3, f17=0.1,
    ),
    _subject(
        "computer computers internet software data program programs app phone network",
        "computer computers software electronic program",
        f06=0.3, f10=0.4,
    ),
)  # fmt: skip
_TELLING_FIELDS: Final = ("05", "08", "20", "17", "21")
"""Fields of other nouns that settle a subject: animals, body parts, plants, natural objects, possessions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The meaning that fits a topic best, and those so `near` that they could be told as well.

    `lead` is by how much more than the next, `ALONE` where there is none; `spoken_for` is how much of that
    the topic's other words gave, `share` its part of the times that texts were tagged with the noun, `count`.
    """

    meaning: Meaning
    near: tuple[Meaning, ...]
    lead: float
    spoken_for: float
    share: float
    count: int


def chosen_senses(known: Mapping[str, Senses], words: tuple[str, ...]) -> dict[str, Chosen]:
    """The best of the known meanings of each noun in a topic of these `words` (stems)."""
    return {noun: _best(noun, known, words) for noun, found in known.items() if found}


def _best(noun: str, known: Mapping[str, Senses], words: tuple[str, ...]) -> Chosen:
    found = known[noun]
    priors = [_prior(sense) for sense in found]
    fits = [_fit(one, noun, known, words) for one, _ in found]
    scores = [prior + fit for prior, fit in zip(priors, fits, strict=True)]
    ranked = sorted(range(len(found)), key=lambda at: (-scores[at], at))
    best = ranked[0]
    near = [at for at in ranked if at == best or are_near(found[best][0], found[at][0])]
    others = [at for at in ranked if at not in near]
    count = sum(count for _, count in found)
    return Chosen(
        meaning=found[best][0],
        near=tuple(found[at][0] for at in near[1:]),
        lead=scores[best] - max(scores[at] for at in others) if others else ALONE,
        spoken_for=fits[best] - max(fits[at] for at in others) if others else ALONE,
        share=sum(found[at][1] for at in near) / count if count else 0.0,
        count=count,
    )


def _prior(sense: tuple[Meaning, int]) -> float:
    """What speaks for a meaning whatever the topic: how often it is meant, and what it is."""
    one, count = sense
    frequent = 0.35 * math.log1p(count) + _USUAL.get(one.field, 0.0)
    return (
        frequent - _OF_ADDRESS * bool(_ADDRESS.search(one.gloss)) - _AS_RARE * bool(_RARE.search(one.gloss))
    )


def _fit(
    one: Meaning,
    noun: str,
    known: Mapping[str, Senses],
    words: tuple[str, ...],
) -> float:
    """What the topic's other words say for a meaning."""
    own = noun.split()
    context = [word for word in words if not any(akin(word, part, Language.EN) for part in own)]
    said = weights(one)
    direct = sum(max((said[w] for w in said if akin(word, w, Language.EN)), default=0.0) for word in context)
    others = [found for other, found in known.items() if other != noun]
    fitting = _fitting(one, context, [_leading(found) for found in others if found])
    nouns = [other for other in known if other != noun]
    named = any(akin(other, word, Language.EN) for other in nouns for word in said)
    others_fit = sum(_beside(one, found) for found in others)
    return 0.8 * direct + _NAMED * named + fitting + others_fit


def _fitting(one: Meaning, context: Iterable[str], fields: Sequence[str]) -> float:
    """How well a meaning goes with the subjects that the topic's other words.

    And fields of nouns, speak of.
    """
    defined = set(WORD.findall(one.gloss.casefold()))
    gains = 0.0
    for subject in _SUBJECTS:
        hits = sum(word in subject.speaks for word in context)
        hits += sum(subject.fields.get(field, 0.0) > 0.6 for field in fields)  # noqa: PLR2004 - its own fields
        fits = subject.fields.get(one.field, 0.0) + (0.7 if defined & subject.defines else 0.0)
        gains += fits * min(hits, 2) * 0.8
    return gains


def _leading(found: Senses) -> str:
    """The field that settles a subject where a noun's meanings in such fields outweigh the others.

    Else "".
    """
    weight = {one.field: 0.0 for one, _ in found}
    for one, count in found:
        weight[one.field] += math.log1p(count) + _USUAL.get(one.field, 0.0) + 0.5
    best = max(weight, key=weight.__getitem__)
    return best if best in _TELLING_FIELDS else ""


def _beside(one: Meaning, found: Senses) -> float:
    """The best that a meaning shares with those of another noun of the topic, its rare ones counted less."""
    most = max((count for _, count in found), default=0)
    return max((_shared(one, other) * _usual(count, most) for other, count in found), default=0.0)


def _usual(count: int, most: int) -> float:
    """0.5 to 1 by how often texts mean this, against the noun's most frequent meaning."""
    return 0.5 + 0.5 * math.log1p(count) / math.log1p(most) if most else 1.0


@functools.lru_cache(maxsize=8192)
def _shared(first: Meaning, second: Meaning) -> float:
    """Rare words of both definitions, and how near the kinds are that both are of."""
    mine, others = weights(first), weights(second)
    common = sum(min(mine[word], others[word]) for word in mine.keys() & others.keys())
    return min(2.0, 0.3 * common) + 0.3 * _near(first, second)


def _near(first: Meaning, second: Meaning) -> float:
    """0 to 1 by the depth of the nearest common kind; the top of the tree is common to everything."""
    up, over = (_path(one) for one in (first, second))
    common = [number for number in up if number in over]
    if not common:
        return 0.0
    depth = len(up) - up.index(common[0])
    return max(0.0, min(1.0, (depth - 3) / 5))


@functools.lru_cache(maxsize=4096)
def _path(one: Meaning) -> tuple[str, ...]:
    return (one.number, *(above.number for above in ancestors(one)))
