"""Whole numbers as words, per language.

num2words handles en, es, pt, fr, de and ru (checked in tests/unit/text/normalization). It has no Hindi or
Chinese, and its Arabic gives construct forms ("ألفا" for 2000), so these three are spelled out here. Japanese
numbers stay digits: the speech engine reads them together with their counters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.arabic import arabic_cardinal
from renderer.text.normalization.chinese import chinese_cardinal, chinese_digits
from renderer.text.normalization.hindi import hindi_cardinal

LONGEST: Final = 15
"""Numbers with more digits than this (or a leading zero) are read digit by digit."""

SINGULAR_GERMAN: Final = 2000
"""Below it "ein" is dropped: tausendeins, not eintausendeins."""


def say_digits(digits: str, language: Language) -> str:
    """Read digit by digit."""
    if language is Language.JA:
        return digits
    if language is Language.ZH:
        return chinese_digits(digits)
    return " ".join(CARDINALS[language](int(digit)) for digit in digits)


def say_whole(digits: str, language: Language, *, gender: str = "m", counts: bool = False) -> str:
    """Read a whole number; `counts` when a noun of `gender` ("m", "f", "n") follows."""
    if len(digits) > LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return say_digits(digits, language)
    number = int(digits)
    if language is Language.RU:
        return str(spell(number, lang="ru", gender=gender))
    words = CARDINALS[language](number)
    return _agreeing(words, number, language, gender) if counts else words


def spell(number: object, **how: object) -> object:
    """Call `num2words`."""
    from num2words import num2words  # noqa: PLC0415 - sixty modules, for texts with figures alone

    return num2words(number, **how)


def without_and(words: str) -> str:
    """A number's words without "and" and without commas between its groups."""
    return re.sub(r",? and | , |, ", " ", words)


def _agreeing(words: str, number: int, language: Language, gender: str) -> str:
    """The cardinal's form before a noun: "un dólar", "una libra", "ein Euro", "eine Million"."""
    if language is Language.DE and number == 1:
        return "eine" if gender == "f" else "ein"
    if language is Language.FR and gender == "f":
        return re.sub(r"\bun$", "une", words)
    if language is Language.ES:
        return _spanish(words, feminine=gender == "f")
    if language is Language.PT and gender == "f":
        return re.sub(r"([czh]ent)os\b", r"\1as", re.sub(r"\bdois$", "duas", re.sub(r"\bum$", "uma", words)))
    return words


def _spanish(words: str, *, feminine: bool) -> str:
    if feminine:
        words = re.sub(r"(cient|quinient)os\b", r"\1as", words)
        return re.sub(r"uno$", "una", words)
    return re.sub(r"veintiuno$", "veintiún", re.sub(r"\buno$", "un", words))


def _spanish_cardinal(number: int) -> str:
    words = re.sub(r"veintiuno(?= mil)", "veintiún", str(spell(number, lang="es")))
    return re.sub(r"\buno(?= mil)", "un", words)


def _english(number: int) -> str:
    return without_and(str(spell(number, lang="en")))


def _portuguese(number: int) -> str:
    return str(spell(number, lang="pt_BR")).replace(", ", " ")


def _german(number: int) -> str:
    words = str(spell(number, lang="de"))
    return re.sub(r"^ein(tausend|hundert)", r"\1", words) if number < SINGULAR_GERMAN else words


def _spelt_in(code: str) -> Callable[[int], str]:
    return lambda number: str(spell(number, lang=code))


CARDINALS: Final[dict[Language, Callable[[int], str]]] = {
    Language.EN: _english,
    Language.ES: _spanish_cardinal,
    Language.ZH: chinese_cardinal,
    Language.HI: hindi_cardinal,
    Language.AR: arabic_cardinal,
    Language.PT: _portuguese,
    Language.FR: _spelt_in("fr"),
    Language.JA: str,
    Language.DE: _german,
    Language.RU: _spelt_in("ru"),
}
