"""Grapheme clusters and the script each belongs to; neutral clusters take that of a neighbour."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

import regex
import uharfbuzz as hb
from msgspec import Struct
from msgspec.structs import replace

COMMON: Final = "Zyyy"
# Han, kana and bopomofo share faces, baseline and metrics, so they count as one script here.
_EAST_ASIAN: Final = frozenset({"Hani", "Hira", "Kana", "Bopo"})
_CLUSTER: Final = regex.compile(r"\X")
_EMOJI: Final = regex.compile(r"[\p{Emoji_Presentation}\p{Regional_Indicator}]|.\uFE0F|.\u20E3")
_DIGIT: Final = regex.compile(r"[\p{Nd}\p{Sc}%‰№]")


class ClusterKind(StrEnum):
    """What decides the choice of a face for a cluster."""

    LETTER = "letter"
    NUMBER = "number"
    EMOJI = "emoji"
    NEUTRAL = "neutral"


class Cluster(Struct, frozen=True):
    """Code points [start, end) that a reader perceives as one character.

    `neutral` stays true for punctuation after it has taken kind and script from a neighbour.
    """

    text: str
    start: int
    end: int
    kind: ClusterKind
    script: str
    neutral: bool = False


def graphemes(text: str) -> tuple[str, ...]:
    """Extended grapheme clusters (UAX #29)."""
    return tuple(_CLUSTER.findall(text))


def shows_emoji(text: str) -> bool:
    """Whether any cluster of `text` is displayed as an emoji."""
    return any(map(_EMOJI.match, _CLUSTER.findall(text)))


@lru_cache(maxsize=8192)
def script_of(character: str) -> str:
    """ISO 15924 code of one character's script; `COMMON` for punctuation, European digits and marks."""
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    script = buffer.script or COMMON
    return "Hani" if script in _EAST_ASIAN else script


@lru_cache(maxsize=8192)
def _kind_of(cluster: str) -> tuple[ClusterKind, str]:
    if _EMOJI.match(cluster):
        return ClusterKind.EMOJI, COMMON
    script = next((s for s in map(script_of, cluster) if s != COMMON), COMMON)
    if script != COMMON:
        return ClusterKind.LETTER, script
    return (ClusterKind.NUMBER, COMMON) if _DIGIT.match(cluster[0]) else (ClusterKind.NEUTRAL, COMMON)


@lru_cache(maxsize=8192)
def clusters(text: str) -> tuple[Cluster, ...]:
    """The grapheme clusters of `text` in logical order; neutral ones are resolved by their neighbours."""
    found: list[Cluster] = []
    for match in _CLUSTER.finditer(text):
        kind, script = _kind_of(match[0])
        found.append(Cluster(match[0], match.start(), match.end(), kind, script, kind is ClusterKind.NEUTRAL))
    before: Cluster | None = None
    for index, cluster in enumerate(found):
        if not cluster.neutral:
            before = cluster
            continue
        after = next((later for later in found[index:] if not later.neutral), None)
        guide = before or after
        if guide is not None and guide.kind is not ClusterKind.EMOJI:
            found[index] = replace(cluster, kind=guide.kind, script=guide.script)
    return tuple(found)
