"""Ordinals and years as words, per language."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_whole, spell, without_and
from renderer.text.normalization.chinese import chinese_digits
from renderer.text.normalization.hindi import hindi_cardinal

LONGEST_ORDINAL: Final = 6
RUSSIAN_PREPOSITIONS: Final = frozenset({"в", "во", "о", "об", "на"})
"""Prepositions that put an ordinal in the prepositional case."""
COUNTED_IN_HUNDREDS: Final = range(1100, 2000)
"""Years that Hindi counts in hundreds, like उन्नीस सौ निन्यानवे."""

NUM2WORDS: Final[dict[Language, str]] = {
    Language.EN: "en",
    Language.ES: "es",
    Language.PT: "pt_BR",
    Language.FR: "fr",
    Language.DE: "de",
    Language.RU: "ru",
}

DAY: Final = re.compile(r"0?[1-9]|[12]\d|3[01]")
"""The number of a day of the month."""


def say_year(digits: str, language: Language) -> str:
    """Say a year of four digits."""
    year = int(digits)
    if language is Language.EN:
        return without_and(str(spell(year, lang="en", to="year"))).replace("oh-", "oh ")
    if language is Language.DE:
        return str(spell(year, lang="de", to="year"))
    if language is Language.ZH:
        return chinese_digits(digits)
    if language is Language.HI and year in COUNTED_IN_HUNDREDS:
        rest = f" {hindi_cardinal(year % 100)}" if year % 100 else ""
        return f"{hindi_cardinal(year // 100)} सौ{rest}"
    return say_whole(digits, language)


def say_ordinal(digits: str, language: Language, *, feminine: bool = False) -> str:
    """Say the ordinal of up to 6 digits in the nominative; feminine where the language has that form."""
    if language not in NUM2WORDS or len(digits) > LONGEST_ORDINAL:
        return say_whole(digits, language)
    number = int(digits)
    word = without_and(str(spell(number, lang=NUM2WORDS[language], to="ordinal")))
    if feminine and language in {Language.ES, Language.PT}:
        return re.sub(r"o\b", "a", word)
    if feminine and language is Language.FR and number == 1:
        return "première"
    if feminine and language is Language.RU:
        return str(spell(number, lang="ru", to="ordinal", gender="f"))
    return word


def say_russian_ordinal(digits: str, *, case: str, gender: str = "m", plural: bool = False) -> str:
    """Say a Russian ordinal in a case: n, g, d, a, i or p."""
    if len(digits) > LONGEST_ORDINAL:
        return say_whole(digits, Language.RU)
    number = int(digits)
    return str(spell(number, lang="ru", to="ordinal", case=case, gender=gender, plural=plural))
