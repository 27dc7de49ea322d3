"""Numbers as words, per language.

num2words speaks en, es, pt, fr, de and ru (checked in tests/unit/text/normalization); it knows no Hindi or
Chinese, and its Arabic gives construct forms ("ألفا" for 2000), so those three are spelled here. Japanese
numbers stay digits: the speech engine reads them with their counters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.arabic import FEW, arabic_cardinal
from renderer.text.normalization.chinese import chinese_cardinal, chinese_digits
from renderer.text.normalization.hindi import hindi_cardinal
from renderer.text.normalization.number_words import spoken_words

LONGEST: Final = 15
"""More digits than this (or a leading zero) are read one by one."""

LONGEST_ORDINAL: Final = 6
RUSSIAN_PREPOSITIONS: Final = frozenset({"в", "во", "о", "об", "на"})
"""Before an ordinal they ask for its prepositional case."""
GROUP: Final = 3
"""Digits between two thousands separators (two in the Indian system)."""
FRENCH_PLURAL: Final = 2
TEENS: Final = range(11, 15)
COUNTED_IN_HUNDREDS: Final = range(1100, 2000)
"""Hindi years like उन्नीस सौ निन्यानवे."""
SINGULAR_GERMAN: Final = 2000
"""Below it "ein" is dropped: tausendeins, not eintausendeins."""

NUM2WORDS: Final[dict[Language, str]] = {
    Language.EN: "en",
    Language.ES: "es",
    Language.PT: "pt_BR",
    Language.FR: "fr",
    Language.DE: "de",
    Language.RU: "ru",
}

NUMBER: Final = r"\d(?:[\d.,'’\u00a0\u202f]*\d)?"
"""A number inside a token, digits already ASCII."""
DAY: Final = re.compile(r"0?[1-9]|[12]\d|3[01]")
"""The number of a day of a month."""

_SEPARATOR: Final = re.compile(r"[.,'’\u00a0\u202f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """`whole` and `fraction` are digit strings; `plain` when written without any separator."""

    whole: str
    fraction: str = ""
    plain: bool = True

    @property
    def value(self) -> Decimal:
        """The number itself."""
        return Decimal(f"{self.whole}.{self.fraction or '0'}")

    @property
    def is_whole(self) -> bool:
        """Without decimals."""
        return not self.fraction


def _num2words(number: object, **how: object) -> object:
    """What `num2words` says."""
    from num2words import num2words  # noqa: PLC0415 - sixty modules, for texts with figures alone

    return num2words(number, **how)


def parse_number(text: str, language: Language) -> Number | None:
    """A number from digits and separators as written in `language`; None for versions like 1.2.3.

    "1.234" is 1234 in German and 1.234 in English; a separator that cannot group thousands is a point.
    """
    separators = _SEPARATOR.findall(text)
    groups = _SEPARATOR.split(text)
    if not separators:
        return Number(whole=text)
    last = separators[-1]
    grouped = _are_thousands(groups)
    if last not in ".,":
        return Number(whole="".join(groups), plain=False) if grouped else None
    if len(set(separators)) > 1:
        decimal = separators.count(last) == 1 and _are_thousands(groups[:-1])
        return Number(whole="".join(groups[:-1]), fraction=groups[-1], plain=False) if decimal else None
    if grouped and (last != spoken_words(language).decimal or len(separators) > 1):
        return Number(whole="".join(groups), plain=False)
    return Number(whole=groups[0], fraction=groups[1], plain=False) if len(separators) == 1 else None


def _are_thousands(groups: list[str]) -> bool:
    """1,234,567 or the Indian 12,34,567."""
    head, *middle, tail = groups if len(groups) > 1 else [groups[0], "000"]
    return (
        1 <= len(head) <= GROUP
        and len(tail) == GROUP
        and all(len(group) in {GROUP - 1, GROUP} for group in middle)
    )


def say_digits(digits: str, language: Language) -> str:
    """One digit after the other."""
    if language is Language.JA:
        return digits
    if language is Language.ZH:
        return chinese_digits(digits)
    return " ".join(CARDINALS[language](int(digit)) for digit in digits)


def say_whole(digits: str, language: Language, *, gender: str = "m", counts: bool = False) -> str:
    """A whole number; `counts` when a noun of `gender` ("m", "f", "n") follows."""
    if len(digits) > LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return say_digits(digits, language)
    number = int(digits)
    if language is Language.RU:
        return str(_num2words(number, lang="ru", gender=gender))
    words = CARDINALS[language](number)
    return _agreeing(words, number, language, gender) if counts else words


def say_number(number: Number, language: Language, *, gender: str = "m", counts: bool = False) -> str:
    """A number with its decimals."""
    if number.is_whole:
        return say_whole(number.whole, language, gender=gender, counts=counts)
    if language is Language.JA:
        return f"{number.whole}.{number.fraction}"
    if language is Language.RU and len(number.fraction) < GROUP and len(number.whole) <= LONGEST:
        return str(_num2words(number.value.normalize(), lang="ru"))
    point = spoken_words(language).point
    joint = "" if language is Language.ZH else " "
    whole = say_whole(number.whole, language)
    return joint.join((whole, point, say_digits(number.fraction, language)))


def plural_form(forms: tuple[str, ...], number: Number, language: Language) -> str:
    """The form of a noun after a number."""
    return forms[min(_plural_index(number, language), len(forms) - 1)]


def _plural_index(number: Number, language: Language) -> int:
    value = number.value
    if language is Language.RU:
        return _slavic_index(number)
    if language is Language.AR:
        return 1 if number.is_whole and int(number.whole) % 100 in FEW else 0
    if language is Language.FR:
        return 0 if value < FRENCH_PLURAL else 1
    return 0 if value == 1 else 1


def _slavic_index(number: Number) -> int:
    if not number.is_whole:
        return 1
    tens, ones = int(number.whole) % 100, int(number.whole) % 10
    if ones == 1 and tens not in TEENS:
        return 0
    return 1 if ones in {2, 3, 4} and tens not in TEENS else 2


def say_year(digits: str, language: Language) -> str:
    """A year of four digits."""
    year = int(digits)
    if language is Language.EN:
        return _without_and(str(_num2words(year, lang="en", to="year"))).replace("oh-", "oh ")
    if language is Language.DE:
        return str(_num2words(year, lang="de", to="year"))
    if language is Language.ZH:
        return chinese_digits(digits)
    if language is Language.HI and year in COUNTED_IN_HUNDREDS:
        rest = f" {hindi_cardinal(year % 100)}" if year % 100 else ""
        return f"{hindi_cardinal(year // 100)} सौ{rest}"
    return say_whole(digits, language)


def say_ordinal(digits: str, language: Language, *, feminine: bool = False) -> str:
    """The ordinal, nominative; feminine where the language has it. Up to 6 digits."""
    if language not in NUM2WORDS or len(digits) > LONGEST_ORDINAL:
        return say_whole(digits, language)
    number = int(digits)
    word = _without_and(str(_num2words(number, lang=NUM2WORDS[language], to="ordinal")))
    if feminine and language in {Language.ES, Language.PT}:
        return re.sub(r"o\b", "a", word)
    if feminine and language is Language.FR and number == 1:
        return "première"
    if feminine and language is Language.RU:
        return str(_num2words(number, lang="ru", to="ordinal", gender="f"))
    return word


def say_russian_ordinal(digits: str, *, case: str, gender: str = "m", plural: bool = False) -> str:
    """A Russian ordinal in a case: n, g, d, a, i or p."""
    if len(digits) > LONGEST_ORDINAL:
        return say_whole(digits, Language.RU)
    number = int(digits)
    return str(_num2words(number, lang="ru", to="ordinal", case=case, gender=gender, plural=plural))


def _agreeing(words: str, number: int, language: Language, gender: str) -> str:
    """The cardinal in front of a noun: "un dólar", "una libra", "ein Euro", "eine Million"."""
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
    words = re.sub(r"veintiuno(?= mil)", "veintiún", str(_num2words(number, lang="es")))
    return re.sub(r"\buno(?= mil)", "un", words)


def _without_and(words: str) -> str:
    return re.sub(r",? and | , |, ", " ", words)


def _english(number: int) -> str:
    return _without_and(str(_num2words(number, lang="en")))


def _portuguese(number: int) -> str:
    return str(_num2words(number, lang="pt_BR")).replace(", ", " ")


def _german(number: int) -> str:
    words = str(_num2words(number, lang="de"))
    return re.sub(r"^ein(tausend|hundert)", r"\1", words) if number < SINGULAR_GERMAN else words


def _by_num2words(code: str) -> Callable[[int], str]:
    return lambda number: str(_num2words(number, lang=code))


CARDINALS: Final[dict[Language, Callable[[int], str]]] = {
    Language.EN: _english,
    Language.ES: _spanish_cardinal,
    Language.ZH: chinese_cardinal,
    Language.HI: hindi_cardinal,
    Language.AR: arabic_cardinal,
    Language.PT: _portuguese,
    Language.FR: _by_num2words("fr"),
    Language.JA: str,
    Language.DE: _german,
    Language.RU: _by_num2words("ru"),
}
