"""Where a text names a sea, a river, a desert, a range, an island or a state, and means it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.features.names import FeatureName, feature_names, feature_rows
from renderer.visuals.matching.features.spelled import Spelled, spelled_features
from renderer.visuals.matching.features.spelling import CASED, ENDS, IsContent, has_capital
from renderer.visuals.matching.plain import plain, readings

_UNSPACED: Final = frozenset({Language.ZH, Language.JA})
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


class FeatureHit(Struct, frozen=True, kw_only=True):
    """A name in a text: the feature's row, whether one of its own cues is near, and its position.

    `start` and `end` count words, or characters in Chinese and Japanese.
    """

    row: int
    cued: bool
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
    for spelling in spelled_features(words, language, names):
        free = not found or spelling.start >= found[-1].end
        if free and (hit := _chosen(spelling, text)) is not None:
            found.append(hit)
    return found


def _chosen(spelling: Spelled, text: _Text) -> FeatureHit | None:
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


def _said(spelling: Spelled, text: _Text) -> frozenset[str]:
    """What else is said: words in the spelling of cues, or the whole text without the name."""
    if text.language in _UNSPACED:
        whole = "".join(text.words)
        return frozenset(
            {whole[: spelling.start], whole[spelling.end :], "".join(text.near).replace(spelling.text, "")}
        )
    others = (*text.words[: spelling.start], *text.words[spelling.end :], *text.near)
    own = set(spelling.text.split())
    return frozenset(one for word in others if word not in own for one in readings(word, text.language))


def _is_cued(name: FeatureName, spelling: Spelled, text: _Text, said: AbstractSet[str]) -> bool:
    """Whether one of its own cues is near, or a word for a state is beside it."""
    if _near(name.cues, said, text.language):
        return True
    return bool(feature_rows()[name.row].country) and _beside(spelling, text)


def _near(cues: Sequence[str], said: AbstractSet[str], language: Language) -> bool:
    if language in _UNSPACED:
        return any(cue in part for cue in cues for part in said)
    return any(word.startswith(cue) for cue in cues for word in said)


def _counts(name: FeatureName, spelling: Spelled, text: _Text, said: AbstractSet[str]) -> bool:
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


def _written(name: FeatureName, spelling: Spelled, text: _Text) -> bool:
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


def _is_first_name(name: FeatureName, spelling: Spelled, text: _Text) -> bool:
    """Whether a last name may follow: "Нил Армстронг"; not in English, whose titles have capitals anyway."""
    goes_on = spelling.end < len(text.words) and not text.words[spelling.end - 1].endswith(ENDS)
    called = feature_names(text.language).names[name.row]
    return (
        text.language not in {Language.EN, Language.DE}
        and goes_on
        and spelling.text == called
        and text.words[spelling.end][:1].isupper()
    )


def _beside(spelling: Spelled, text: _Text) -> bool:
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


def _placed(spelling: Spelled, text: _Text) -> bool:
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
