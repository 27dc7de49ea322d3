"""Where a text names a sea, a river, a desert, a range, an island or a state, and means it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import japanese_words
from renderer.visuals.matching.features.names import FeatureName, FeatureNames, feature_names, feature_rows
from renderer.visuals.matching.features.spelling import (
    CASED,
    ENDS,
    HONORIFICS,
    IsContent,
    ends_within,
    has_capital,
)
from renderer.visuals.matching.plain import plain, readings, spellings

_UNSPACED: Final = frozenset({Language.ZH, Language.JA})
LONGEST: Final = 5
"""Words of the longest name that is looked for."""

_LONGEST_TEXT: Final = 14
_BESIDE: Final = 2
"""Words before a name among which a word for a state may be: "the state of Georgia"."""

_DIRECTIONS: Final = frozenset(
    (
        *("North", "South", "East", "West", "Northern", "Southern", "Eastern", "Western", "Central", "Upper"),
        *("Lower", "Rural", "Северный", "Южный", "Восточный", "Западный", "Северной", "Южной", "Восточной"),
        "Западной",
    )
)
"""Capitalised words before a state's name that do not make it a person's."""

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


class FeatureHit(Struct, frozen=True, kw_only=True):
    """A name in a text: the feature's row, whether one of its own cues is near, and its position.

    `start` and `end` count words, or characters in Chinese and Japanese.
    """

    row: int
    cued: bool
    text: str
    start: int
    end: int


class _Spelling(Struct, frozen=True, kw_only=True):
    """A spelling that may name features, and its possible readings."""

    names: tuple[FeatureName, ...]
    text: str
    start: int
    end: int


class _Text(Struct, frozen=True, kw_only=True):
    """Words, the words around them, and what makes a doubtful name certain."""

    words: Sequence[str]
    near: Sequence[str]
    language: Language
    countries: AbstractSet[str]
    at: AbstractSet[str]
    kinds: tuple[str, ...]
    is_content: IsContent


def feature_hits(
    words: Sequence[str],
    language: Language,
    *,
    near: Sequence[str],
    countries: AbstractSet[str],
    at: AbstractSet[str],
    kinds: tuple[str, ...],
    is_content: IsContent,
) -> list[FeatureHit]:
    """Features that the words name, in order, without names that mean something else here.

    `near`: further words of the text; `countries`: those it certainly names; `at`, `kinds`: the language's
    prepositions of place and nouns for places; `is_content`: whether a word is more than grammar.
    """
    names = feature_names(language)
    text = _Text(
        words=words,
        near=near,
        language=language,
        countries=countries,
        at=at,
        kinds=kinds,
        is_content=is_content,
    )
    found: list[FeatureHit] = []
    for spelling in _spellings(words, language, names):
        free = not found or spelling.start >= found[-1].end
        if free and (hit := _chosen(spelling, text)) is not None:
            found.append(hit)
    return found


def _chosen(spelling: _Spelling, text: _Text) -> FeatureHit | None:
    """The first reading with a cue nearby, otherwise the first that needs none."""
    said = _said(spelling, text)
    counted = [name for name in spelling.names if _counts(name, spelling, text, said)]
    cued = [name for name in counted if _is_cued(name, spelling, text, said)]
    best = next(iter((*cued, *counted)), None)
    if best is None:
        return None
    return FeatureHit(
        row=best.row, cued=bool(cued), text=spelling.text, start=spelling.start, end=spelling.end
    )


def _said(spelling: _Spelling, text: _Text) -> frozenset[str]:
    """What else is said: words in the spelling of cues, or the whole text without the name."""
    if text.language in _UNSPACED:
        whole = "".join(text.words)
        return frozenset(
            {whole[: spelling.start], whole[spelling.end :], "".join(text.near).replace(spelling.text, "")}
        )
    others = (*text.words[: spelling.start], *text.words[spelling.end :], *text.near)
    own = set(spelling.text.split())
    return frozenset(one for word in others if word not in own for one in readings(word, text.language))


def _is_cued(name: FeatureName, spelling: _Spelling, text: _Text, said: AbstractSet[str]) -> bool:
    """Whether one of its own cues is near, or a word for a state is beside it."""
    if _near(name.cues, said, text.language):
        return True
    return bool(feature_rows()[name.row].country) and _beside(spelling, text)


def _near(cues: Sequence[str], said: AbstractSet[str], language: Language) -> bool:
    if language in _UNSPACED:
        return any(cue in part for cue in cues for part in said)
    return any(word.startswith(cue) for cue in cues for word in said)


def _counts(name: FeatureName, spelling: _Spelling, text: _Text, said: AbstractSet[str]) -> bool:
    """Whether the text means this feature."""
    if text.language in CASED and not _written(name, spelling, text):
        return False
    if _near(name.vetoes, said, text.language):
        return False
    if _is_cued(name, spelling, text, said):
        return True
    state = feature_rows()[name.row].country
    if name.cues or name.doubt > 1:
        return False
    return not name.doubt or state in text.countries or _placed(spelling, text)


def _written(name: FeatureName, spelling: _Spelling, text: _Text) -> bool:
    """Whether its words are capitalised as required, and no first name precedes a state's name."""
    words = text.words
    run = words[spelling.start : spelling.end]
    if len(run) == len(name.capitals):
        for word, capital in zip(run, name.capitals, strict=True):
            if capital == "1" and not has_capital(word):
                return False
    state = feature_rows()[name.row].country
    if _is_first_name(name, spelling, text):
        return False
    if not state and not name.doubt and not name.cues:
        return True
    if text.language is Language.DE or not spelling.start or name.capitals[0] == "0":
        return True
    before = words[spelling.start - 1]
    opens = spelling.start == 1 or words[spelling.start - 2].endswith(ENDS)
    first_name = before[:1].isupper() and not before.endswith(ENDS) and text.is_content(before, text.language)
    return not first_name or (opens and not name.doubt) or before in _DIRECTIONS


def _is_first_name(name: FeatureName, spelling: _Spelling, text: _Text) -> bool:
    """Whether a last name may follow: "Нил Армстронг"; not in English, whose titles have capitals anyway."""
    goes_on = spelling.end < len(text.words) and not text.words[spelling.end - 1].endswith(ENDS)
    called = feature_names(text.language).names[name.row]
    return (
        text.language not in {Language.EN, Language.DE}
        and goes_on
        and spelling.text == called
        and text.words[spelling.end][:1].isupper()
    )


def _beside(spelling: _Spelling, text: _Text) -> bool:
    """Whether a word for a state is right beside the name."""
    states = feature_names(text.language).beside
    if text.language in _UNSPACED:
        return "".join(text.words)[spelling.end :].startswith(tuple(states))
    near = [
        *text.words[max(spelling.start - _BESIDE, 0) : spelling.start],
        *text.words[spelling.end : spelling.end + 1],
    ]
    said = {one for word in near for one in readings(word, text.language)}
    return any(word.startswith(state) for state in states for word in said)


def _placed(spelling: _Spelling, text: _Text) -> bool:
    """Whether a preposition of place, or a noun for one, shows that a doubtful name is a place."""
    words, language = text.words, text.language
    if language in _UNSPACED:
        whole = "".join(words)
        around = (
            whole[max(spelling.start - _BESIDE, 0) : spelling.start] + " " + whole[spelling.end :][:_BESIDE]
        )
        return any(kind in around for kind in text.kinds)
    goes_on = spelling.end < len(words) and not words[spelling.end - 1].endswith(ENDS)
    follows = goes_on and words[spelling.end][:1].isupper() and language is not Language.DE
    before = plain(words[spelling.start - 1], language) if spelling.start else ""
    return before in text.at and not follows


def _spellings(words: Sequence[str], language: Language, names: FeatureNames) -> Iterator[_Spelling]:
    if language is Language.JA:
        parsed = [word.text for word in japanese_words("".join(words))]
        yield from _unspaced(parsed, names, language, aligned=True)
    elif language is Language.ZH:
        yield from _unspaced(words, names, language, aligned=False)
    else:
        yield from _spaced(words, language, names)


def _spaced(words: Sequence[str], language: Language, names: FeatureNames) -> Iterator[_Spelling]:
    """All runs of words that are names, the longest first at each word."""
    for at in range(len(words)):
        for size in range(min(LONGEST, len(words) - at), 0, -1):
            run = words[at : at + size]
            if not ends_within(run) and (found := _readings(run, language, names)):
                yield _Spelling(names=found, text=" ".join(run), start=at, end=at + size)


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
) -> Iterator[_Spelling]:
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
                yield _Spelling(names=found, text=text[at:end], start=at, end=end)
                at = end
                borders = borders | {end}
                break
        else:
            at += 1


def _is_other(text: str, start: int, end: int) -> bool:
    """Whether the context makes it a company, a person or a dish, or a dot makes it part of a longer name."""
    after = text[end:]
    return after.startswith((*_OTHER, *HONORIFICS, "·", "・")) or text[:start].endswith(("·", "・"))
