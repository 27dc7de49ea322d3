"""Eras beside a year, as in "401 BC", as they are written in ten languages."""

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
"""Spelt without spaces and points. In Chinese and Japanese they precede the number."""

_LONGEST: Final = 4
"""Words of the longest era."""

_YEAR: Final = frozenset(["г", "год", "года", "году"])
"""Words that may come between number and era."""

_AROUND: Final = " ,;:!?()[]«»“”\"'…؟،"


def era_behind(words: Sequence[str], at: int, language: Language) -> str:
    """The era written after the number at `at`, as it appears there; "" if there is none."""
    if not words[at].rstrip()[-1:].isdigit():
        return ""
    eras = _ERAS[language].split()
    first = at + 1 + (_bare(words[at + 1]) in _YEAR) if at + 1 < len(words) else at + 1
    following = words[first : first + _LONGEST]
    joined = accumulate(_bare(word) for word in following)
    ends = [number for number, text in enumerate(joined, start=1) if text in eras]
    return _shown(" ".join(following[: ends[-1]])) if ends else ""


def era_before(text: str, language: Language) -> str:
    """The era that a Chinese or Japanese text ends in; "" if there is none."""
    eras = sorted(_ERAS[language].split(), key=len, reverse=True)
    return next((era for era in eras if text.endswith(era)), "")


def _bare(word: str) -> str:
    """Only letters and their marks: "v." becomes "v", "J.-C." becomes "JC"."""
    return "".join(char for char in word.strip(_AROUND) if char not in ".-‑’'")


def _shown(era: str) -> str:
    """The era without closing punctuation; an abbreviation keeps its point."""
    bare = era.strip(_AROUND)
    return bare if "." in bare[:-1] else bare.rstrip(".।")
