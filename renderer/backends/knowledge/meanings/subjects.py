"""What topics are about: animals and bodies, the earth, war, money, buildings, computers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, Senses

_WORD: Final = regex.compile(r"[a-z]{3,}")
USUAL: Final = {
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


def fitting(one: Meaning, context: Iterable[str], fields: Sequence[str]) -> float:
    """How well a meaning goes with the subjects that the topic's other words.

    And fields of nouns, speak of.
    """
    defined = set(_WORD.findall(one.gloss.casefold()))
    gains = 0.0
    for subject in _SUBJECTS:
        hits = sum(word in subject.speaks for word in context)
        hits += sum(subject.fields.get(field, 0.0) > 0.6 for field in fields)  # noqa: PLR2004 - its own fields
        fits = subject.fields.get(one.field, 0.0) + (0.7 if defined & subject.defines else 0.0)
        gains += fits * min(hits, 2) * 0.8
    return gains


def leading(found: Senses) -> str:
    """The field that settles a subject where a noun's meanings in such fields outweigh the others.

    Else "".
    """
    weight = {one.field: 0.0 for one, _ in found}
    for one, count in found:
        weight[one.field] += math.log1p(count) + USUAL.get(one.field, 0.0) + 0.5
    best = max(weight, key=weight.__getitem__)
    return best if best in _TELLING_FIELDS else ""
