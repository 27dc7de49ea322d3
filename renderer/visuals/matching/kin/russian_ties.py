"""Ties in Russian, which inflects names: by apposition, a copula or a dash, by marriage, by "his"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.kin.names import IsPlace, person
from renderer.visuals.matching.kin.russian import after_na, nominative
from renderer.visuals.matching.kin.ties import Role, Tie
from renderer.visuals.matching.kin.words import WORDS

_ROLES: Final[tuple[tuple[Role, str], ...]] = (
    ("child", "сын|дочь|сыном|дочерью|сыновья|дочери|дети|сыновьями|дочерьми|детьми"),
    ("parent", "отец|мать|отцом|матерью"),
    ("sibling", "брат|сестра|братом|сестрой|братья|сёстры|братьями|сёстрами|близнецы|близнецами"),
)
_NOMINATIVE: Final = ("one", "too", "both", "whose")


def russian_ties(text: str, is_place: IsPlace) -> Iterator[Tie]:
    """Ties in a sentence; none if it asks, doubts or is about something other than people."""
    words = WORDS[Language.RU]
    if "?" in text or regex.search(rf"(?i)(?<![\p{{L}}-])(?:{words.doubt}|{words.other})(?!\p{{L}})", text):
        return
    for pattern in _patterns():
        for hit in pattern.finditer(text, overlapped=True):
            yield from _read(hit, is_place)


def _read(hit: regex.Match[str], is_place: IsPlace) -> Iterator[Tie]:
    found = {name: part for name, part in hit.groupdict().items() if part and name not in {"k", "between"}}
    names = {name: _called(part, name, is_place) for name, part in found.items()}
    between = hit.groupdict().get("between") or ""
    if not all(names.values()) or regex.search(rf"(?i)\b(?:{WORDS[Language.RU].roles})\b", between):
        return
    word = (hit.groupdict().get("k") or "").casefold()
    role: Role = next((role for role, forms in _ROLES if word in forms.split("|")), "spouse")
    end = max(hit.end(name) for name in names)
    others = [names[key] for key in ("of", "also", "wed", "whose") if key in names]
    for one in (names[key] for key in ("too", "one") if key in names):
        for other in others:
            if one != other:
                yield Tie(one=one, role=role, other=other, end=end)
    if "both" in names and names["both"] != names["one"]:
        yield Tie(one=names["one"], role=role, other=names["both"], end=end)


def _called(part: str, name: str, is_place: IsPlace) -> str:
    """The name in the nominative."""
    bare = person(part, Language.RU, is_place)
    if name in _NOMINATIVE or not bare:
        return bare
    undo: Callable[[str], str] = after_na if name == "wed" else nominative
    return undo(bare)


@lru_cache(maxsize=1)
def _patterns() -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(text, flags=regex.VERSION1) for text in _texts())


def _texts() -> Iterator[str]:
    w = WORDS[Language.RU]
    kin = f"{w.child}|{w.parent}|{w.spouse}|{w.sibling}|{w.children}|{w.siblings}"
    piece = rf"(?!(?i:{kin})(?!\p{{L}}))\p{{Lu}}\p{{L}}*(?:-\p{{L}}+)*"
    name = rf"(?>{piece}(?:\s(?:(?:{w.names_of})\s)?{piece}){{0,3}})(?![\p{{L}}-])"
    rank = rf"(?:(?i:{w.rank})\s+){{0,2}}"
    start = rf"(?<!\p{{Lu}}\p{{L}}*\s(?:(?:{w.names_of})\s)?)(?<![\p{{L}}-])"
    quality = rf"(?:(?:{w.quality})\s+){{0,2}}"
    single = rf"(?P<k>(?i:{w.child}|{w.parent}|{w.spouse}|{w.sibling}))(?!\p{{L}})"
    several = rf"(?P<k>(?i:{w.children}))(?!\p{{L}})"
    brothers = rf"(?P<k>(?i:{w.siblings}))(?!\p{{L}})"
    one = rf"(?P<one>{name})"
    parents = rf"{rank}(?P<of>{name})(?:\s+и\s+{rank}(?P<also>{name}))?"
    yield rf"{start}{one}\s*,\s+{quality}{single}\s+{parents}"
    yield rf"(?:^|[,;]\s+){rank}{one}\s*(?:{w.is_})\s+{quality}{single}\s+{parents}"
    yield rf"{start}(?P<too>{name})\s+и\s+{one}\s*(?:,|{w.are})\s*{quality}{several}\s+{parents}"
    yield rf"{start}(?P<both>{name})\s+и\s+{one}\s*(?:{w.are})\s+{quality}{brothers}(?!\s+{rank}{piece})"
    yield rf"{brothers}\s+(?P<both>{name})\s+и\s+{one}"
    yield rf"{start}(?P<whose>{name}),?\s+и\s+(?:{w.own})\s+{quality}{single}\s+{rank}{one}"
    yield rf"(?i:^|,\s+){quality}{single}\s+{parents}\s*(?:—|–|,)\s+{rank}{one}(?=\s*[,.!…]|$)"
    yield rf"{start}{one}\s+(?:{w.married})\s+{rank}(?P<wed>{name})"
    yield rf"{start}{one}\s+вышла замуж за\s+{rank}(?P<of>{name})"
    yield rf"{start}(?P<both>{name})\s+и\s+{one}\s+(?:{w.wedded})"
