"""Parses written numbers with separators and decimals, and says them and the nouns after them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.normalization.arabic import FEW
from renderer.text.normalization.cardinals import LONGEST, say_digits, say_whole, spell
from renderer.text.normalization.number_words import spoken_words

GROUP: Final = 3
"""Digits between two thousands separators (two in the Indian system)."""
FRENCH_PLURAL: Final = 2
TEENS: Final = range(11, 15)

NUMBER: Final = r"\d(?:[\d.,'’\u00a0\u202f]*\d)?"
"""A number inside a token, with digits already in ASCII."""

_SEPARATOR: Final = re.compile(r"[.,'’\u00a0\u202f]")


class Number(Struct, frozen=True, kw_only=True):
    """A parsed number; `whole` and `fraction` are digit strings, `plain` when it had no separators."""

    whole: str
    fraction: str = ""
    plain: bool = True

    @property
    def value(self) -> Decimal:
        """The number's value."""
        return Decimal(f"{self.whole}.{self.fraction or '0'}")

    @property
    def is_whole(self) -> bool:
        """Whether the number has no decimals."""
        return not self.fraction


def parse_number(text: str, language: Language) -> Number | None:
    """Parse digits and separators as written in `language`; None for versions like 1.2.3.

    "1.234" is 1234 in German and 1.234 in English; a separator that cannot group thousands is a decimal
    point.
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
    """Whether the digit groups are thousands: 1,234,567 or the Indian 12,34,567."""
    head, *middle, tail = groups if len(groups) > 1 else [groups[0], "000"]
    return (
        1 <= len(head) <= GROUP
        and len(tail) == GROUP
        and all(len(group) in {GROUP - 1, GROUP} for group in middle)
    )


def say_number(number: Number, language: Language, *, gender: str = "m", counts: bool = False) -> str:
    """Say a number with its decimals."""
    if number.is_whole:
        return say_whole(number.whole, language, gender=gender, counts=counts)
    if language is Language.JA:
        return f"{number.whole}.{number.fraction}"
    if language is Language.RU and len(number.fraction) < GROUP and len(number.whole) <= LONGEST:
        return str(spell(number.value.normalize(), lang="ru"))
    point = spoken_words(language).point
    joint = "" if language is Language.ZH else " "
    whole = say_whole(number.whole, language)
    return joint.join((whole, point, say_digits(number.fraction, language)))


def plural_form(forms: tuple[str, ...], number: Number, language: Language) -> str:
    """The noun form that the number requires."""
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
