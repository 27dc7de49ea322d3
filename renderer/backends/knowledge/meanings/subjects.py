"""Subjects that topics are about, as evidence for meanings: animals, the earth, war, money and others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.lexicon_file import Meaning, Senses

_WORD: Final = regex.compile(r"[a-z]{3,}")
USUAL: Final = {
    "05": 0.5, "17": 0.5, "08": 0.25, "20": 0.2, "06": 0.2, "28": 0.0, "04": 0.1, "11": 0.1, "22": 0.1,
    "13": -0.4, "07": -0.4, "23": -0.6, "18": -0.3, "25": -0.3, "24": -0.3, "10": -0.2, "12": -0.2,
    "16": -0.5,
}  # fmt: skip
"""How usual each lexicographer file is in topics of videos; 13 is food, 23 quantities, 16 motives."""
_SPOKEN: Final = 0.8
"""Score for each word of the topic that indicates a subject, times the meaning's fit with the subject."""
_MOST_SPOKEN: Final = 2
"""Most words that count for one subject."""
_DEFINED: Final = 0.7
"""Fit of a definition that has one of a subject's words."""
_GOES_WELL: Final = 0.6
"""Fit of a field above which its nouns indicate the subject."""


class _Subject(Struct, frozen=True, kw_only=True):
    """A subject: words that indicate it, how well each field fits it, and words of its definitions."""

    speaks: frozenset[str]
    fields: Mapping[str, float]
    defines: frozenset[str]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUBJECTS: Final = (
    _Subject(
        speaks=_words(
            "breathe sing sleep dig hunt swim fly mate nest bite lay hatch hibernate migrate eat prey feed"
            " swallow grow taste bleed heal digest dance freeze drink defend animal animals bird birds insect"
            " insects fish tree trees body human skin blood eye eyes predator wild species"
        ),
        fields={"05": 1.0, "08": 0.9, "20": 0.7, "03": 0.7, "17": 0.2, "13": 0.6},
        defines=_words(
            "animal animals organism organisms insect insects bird birds stem stems bud mammal mammals body"
        ),
    ),
    _Subject(
        speaks=_words(
            "orbit twinkle erupt smallest planet earth sun solar space galaxy ocean sea beach mountain desert"
            " tectonic volcano hot sky night"
        ),
        fields={"17": 1.0, "19": 0.6, "11": 0.5, "27": 0.2},
        defines=_words("earth planet planets sun celestial geology ocean sea"),
    ),
    _Subject(
        speaks=_words(
            "army battle soldiers troops siege slaughter trenches fought won lost defeated conquered invaded"
            " king war weapon weapons empire kill kills killed between"
        ),
        fields={"04": 0.6, "06": 0.5, "14": 0.4, "18": 0.6, "11": 0.4, "15": 0.2},
        defines=_words("military army armed war enemy battle"),
    ),
    _Subject(
        speaks=_words(
            "fail fails invest investors money price prices rate rates cost costs expensive savings"
            " depositors loan loans debt ruined rich poor pay tax housing credit stock stocks rise"
        ),
        fields={"21": 1.2, "14": 0.4, "22": 0.8, "09": 0.6, "04": 0.2, "10": 0.1},
        defines=_words("money financial bank banking price prices economic borrowing"),
    ),
    _Subject(
        speaks=_words(
            "collapse collapsed wind storm earthquake earthquakes flood built stands leans tower road river"
            " engineers steel concrete"
        ),
        fields={"06": 0.3, "17": 0.1},
        defines=_words("structure structures building buildings tower river"),
    ),
    _Subject(
        speaks=_words("computer computers internet software data program programs app phone network"),
        fields={"06": 0.3, "10": 0.4},
        defines=_words("computer computers software electronic program"),
    ),
)
_TELLING_FIELDS: Final = ("05", "08", "20", "17", "21")
"""Fields of nouns that indicate a subject: animals, body parts, plants, natural objects, possessions."""


def fitting(one: Meaning, context: Iterable[str], fields: Sequence[str]) -> float:
    """How well a meaning fits the subjects indicated by the topic's words and by the fields of its nouns."""
    words = tuple(context)
    defined = set(_WORD.findall(one.gloss.casefold()))
    gains = 0.0
    for subject in _SUBJECTS:
        hits = sum(word in subject.speaks for word in words)
        hits += sum(subject.fields.get(field, 0.0) > _GOES_WELL for field in fields)
        fits = subject.fields.get(one.field, 0.0) + (_DEFINED if defined & subject.defines else 0.0)
        gains += fits * min(hits, _MOST_SPOKEN) * _SPOKEN
    return gains


def leading(found: Senses) -> str:
    """The field with most weight among a noun's meanings; "" if it indicates no subject."""
    weight = {one.field: 0.0 for one, _ in found}
    for one, count in found:
        weight[one.field] += math.log1p(count) + USUAL.get(one.field, 0.0) + 0.5
    best = max(weight, key=weight.__getitem__)
    return best if best in _TELLING_FIELDS else ""
