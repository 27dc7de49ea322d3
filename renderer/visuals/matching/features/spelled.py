"""Spellings in a text that may name features: runs of words, German compounds, parts of unspaced text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import japanese_words
from renderer.visuals.matching.features.names import FeatureName, FeatureNames
from renderer.visuals.matching.features.spelling import HONORIFICS, ends_within
from renderer.visuals.matching.plain import plain, spellings

_LONGEST: Final = 5
"""Words of the longest name that is looked for."""

_LONGEST_TEXT: Final = 14
"""The same in characters, where text has no spaces."""

_COMPOUNDS: Final = re.compile(
    r"(?:küste|ufer|delta|tal|täler|becken|raum|region|insel|hafen|häfen|wüste|pass|pässe|gipfel|gletscher|"
    r"quelle|mündung|strand|strände|fluss|gebiet|sand|route|brücke|rand|flotte|überquerung|gebirge|hang|"
    r"vorland|wasser|bucht|schiff|staat|tiefe|graben|boden|tunnel|straße|strom)(?:s|es|n|en|ns)?"
)
"""Endings of German compounds of a feature's name: "Nildelta", "Pazifikküste"."""

_SHORTEST_HEAD: Final = 3
_SURE_TEXT: Final = 3
"""Minimum characters of a Chinese name that may begin inside a segmented word."""

_OTHER: Final = (
    *(
        "航空",
        "大学",
        "银行",
        "銀行",
        "日报",
        "新聞",
        "卫视",
        "保险",
        "证券",
        "集团",
        "公司",
        "海運",
        "海运",
        "市場",
        "スタンド",
    ),
    *("鉄道", "电视", "テレビ", "話", "话", "菜", "弁", "人寿"),
)
"""What follows a name in Chinese and Japanese if something is merely called after a place."""


class Spelled(Struct, frozen=True, kw_only=True):
    """A spelling that may name features, and its possible readings."""

    names: tuple[FeatureName, ...]
    text: str
    start: int
    end: int


def spelled_features(words: Sequence[str], language: Language, names: FeatureNames) -> Iterator[Spelled]:
    """All spellings of `names` in the text, first to last; where several begin, the longest first."""
    if language is Language.JA:
        parsed = [word.text for word in japanese_words("".join(words))]
        yield from _unspaced(parsed, names, language, aligned=True)
    elif language is Language.ZH:
        yield from _unspaced(words, names, language, aligned=False)
    else:
        yield from _spaced(words, language, names)


def _spaced(words: Sequence[str], language: Language, names: FeatureNames) -> Iterator[Spelled]:
    """All runs of words that are names, the longest first at each word."""
    for at in range(len(words)):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            run = words[at : at + size]
            if not ends_within(run) and (found := _readings(run, language, names)):
                yield Spelled(names=found, text=" ".join(run), start=at, end=at + size)


def _readings(run: Sequence[str], language: Language, names: FeatureNames) -> tuple[FeatureName, ...]:
    """The features that a run of words may name."""
    for spelt in spellings(run, language):
        if spelt in names.terms:
            return names.terms[spelt]
    if language is Language.DE and len(run) == 1:
        return _compound(plain(run[0], language), names)
    return ()


def _compound(word: str, names: FeatureNames) -> tuple[FeatureName, ...]:
    """Features in a German word composed of a feature's name and a word for a part of it."""
    for cut in range(len(word) - 3, _SHORTEST_HEAD - 1, -1):
        head = names.terms.get(word[:cut], ())
        sure = tuple(name for name in head if not (name.doubt or name.cues))
        if sure and _COMPOUNDS.fullmatch(word[cut:].removeprefix("-")):
            return sure
    return ()


def _unspaced(
    words: Sequence[str], names: FeatureNames, language: Language, *, aligned: bool
) -> Iterator[Spelled]:
    """Names that begin where a word begins and, if `aligned`, end where one ends."""
    text = "".join(words)
    borders = {0, *accumulate(len(word) for word in words)}
    at = 0
    while at < len(text):
        for end in range(min(at + _LONGEST_TEXT, len(text)), at + 1, -1):
            found = names.terms.get(plain(text[at:end], language))
            begins = at in borders or (not aligned and end - at >= _SURE_TEXT)
            ends = end in borders or not aligned
            if found and begins and ends and not _is_other(text, at, end):
                yield Spelled(names=found, text=text[at:end], start=at, end=end)
                at = end
                borders = borders | {end}
                break
        else:
            at += 1


def _is_other(text: str, start: int, end: int) -> bool:
    """Whether the context makes it a company, a person or a dish, or a dot makes it part of a longer name."""
    after = text[end:]
    return after.startswith((*_OTHER, *HONORIFICS, "·", "・")) or text[:start].endswith(("·", "・"))
