"""Splits a line where its script changes, so that each part gets a voice that can read it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.script import Token

VOICE_NAMES: Final[dict[Language, str]] = {
    Language.EN: "en-us",
    Language.ES: "es",
    Language.ZH: "cmn",
    Language.HI: "hi",
    Language.AR: "ar",
    Language.PT: "pt-br",
    Language.FR: "fr",
    Language.DE: "de",
    Language.RU: "ru",
}
"""espeak's voice names (it refuses "fr-fr" and "zh"). Japanese is missing: none can read kanji."""

SCRIPT_VOICES: Final[dict[str, str]] = {
    "ARABIC": "ar",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "CJK": "cmn",
    "CYRILLIC": "ru",
    "DEVANAGARI": "hi",
    "GEORGIAN": "ka",
    "GREEK": "el",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KANNADA": "kn",
    "KATAKANA": "ja",
    "MALAYALAM": "ml",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
}
"""First word of a letter's Unicode name → espeak voice. Latin is missing: every espeak voice reads it."""

OWN_SCRIPTS: Final[dict[Language, frozenset[str]]] = {
    Language.AR: frozenset({"ARABIC"}),
    Language.HI: frozenset({"DEVANAGARI"}),
    Language.JA: frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    Language.RU: frozenset({"CYRILLIC"}),
    Language.ZH: frozenset({"CJK"}),
}


class ScriptRun(Struct, frozen=True, kw_only=True):
    """Adjacent tokens for one espeak voice."""

    voice: str
    tokens: tuple[Token, ...]


def foreign_script(text: str, *, own: frozenset[str]) -> str:
    """The script of the first letter that is not Latin, as a key of `SCRIPT_VOICES`; "" when it is `own`."""
    for letter in text:
        if letter.isascii() or not letter.isalpha():
            continue
        script = unicodedata.name(letter, "").partition(" ")[0]
        if script in SCRIPT_VOICES:
            return "" if script in own else script
    return ""


def runs_by_script(tokens: Sequence[Token], *, language: Language, own_voice: str) -> tuple[ScriptRun, ...]:
    """The runs in order; together they contain every token once."""
    own = OWN_SCRIPTS.get(language, frozenset())

    def voice_of(token: Token) -> str:
        return SCRIPT_VOICES.get(foreign_script(token.spoken, own=own), own_voice)

    return tuple(ScriptRun(voice=voice, tokens=tuple(run)) for voice, run in groupby(tokens, key=voice_of))
