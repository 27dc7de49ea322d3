"""Eras behind a year, "401 BC": what they make of a number, as it is written in ten languages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from renderer.contract.vocabulary import Language

_ERAS: Final[dict[Language, str]] = {
    Language.EN: "BC BCE AD CE",
    Language.ES: "aC aEC dC dEC antesdeCristo despuésdeCristo",
    Language.PT: "aC AEC dC EC antesdeCristo depoisdeCristo",
    Language.FR: "avJC avantJC avantJésusChrist apJC aprèsJC aprèsJésusChrist",
    Language.DE: "vChr nChr vuZ nuZ vorChristus nachChristus",
    Language.RU: "донэ нэ донашейэры нашейэры доРождестваХристова отРождестваХристова",
    Language.HI: "ईसापूर्व ईपू ईस्वी",
    Language.AR: "قبلالميلاد قم بعدالميلاد للميلاد",
    Language.ZH: "公元前 西元前 公元",
    Language.JA: "紀元前 西暦",
}
"""Without spaces and points. Chinese and Japanese write them before the number."""

_LONGEST: Final = 4
"""Words of the longest."""

_YEAR: Final = frozenset(["г", "год", "года", "году"])
"""What may stand between them."""

_AROUND: Final = " ,;:!?()[]«»“”\"'…؟،"


def era_behind(words: Sequence[str], at: int, language: Language) -> str:
    """The era written behind the number at `at`, as it stands there; "" for none."""
    if not words[at].rstrip()[-1:].isdigit():
        return ""
    eras = _ERAS[language].split()
    first = at + 1 + (_bare(words[at + 1]) in _YEAR) if at + 1 < len(words) else at + 1
    following = words[first : first + _LONGEST]
    joined = accumulate(_bare(word) for word in following)
    ends = [number for number, text in enumerate(joined, start=1) if text in eras]
    return _shown(" ".join(following[: ends[-1]])) if ends else ""


def era_before(text: str, language: Language) -> str:
    """The era that a Chinese or Japanese text ends in; "" for none."""
    eras = sorted(_ERAS[language].split(), key=len, reverse=True)
    return next((era for era in eras if text.endswith(era)), "")


def _bare(word: str) -> str:
    """Letters and their marks alone: "v." is "v", "J.-C." is "JC"."""
    return "".join(char for char in word.strip(_AROUND) if char not in ".-‑’'")


def _shown(era: str) -> str:
    """Without what closes the sentence; an abbreviation keeps its point."""
    bare = era.strip(_AROUND)
    return bare if "." in bare[:-1] else bare.rstrip(".।")
