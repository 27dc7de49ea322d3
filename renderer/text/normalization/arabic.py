"""Arabic cardinals in pausal form, masculine counting, as a newsreader says them."""

from __future__ import annotations

from typing import Final

BELOW_TWENTY: Final = (
    "صفر",
    "واحد",
    "اثنان",
    "ثلاثة",
    "أربعة",
    "خمسة",
    "ستة",
    "سبعة",
    "ثمانية",
    "تسعة",
    "عشرة",
    "أحد عشر",
    "اثنا عشر",
    "ثلاثة عشر",
    "أربعة عشر",
    "خمسة عشر",
    "ستة عشر",
    "سبعة عشر",
    "ثمانية عشر",
    "تسعة عشر",
)
TENS: Final = ("", "", "عشرون", "ثلاثون", "أربعون", "خمسون", "ستون", "سبعون", "ثمانون", "تسعون")
HUNDREDS: Final = (
    "",
    "مئة",
    "مئتان",
    "ثلاثمئة",
    "أربعمئة",
    "خمسمئة",
    "ستمئة",
    "سبعمئة",
    "ثمانمئة",
    "تسعمئة",
)
TWO: Final = 2
FEW: Final = range(3, 11)
"""Counts after which the noun takes the plural."""
STEPS: Final = (
    (10**12, "تريليون", "تريليونان", "تريليونات"),
    (10**9, "مليار", "ملياران", "مليارات"),
    (10**6, "مليون", "مليونان", "ملايين"),
    (10**3, "ألف", "ألفان", "آلاف"),
)


_DAYS: Final = (
    "الأول",
    "الثاني",
    "الثالث",
    "الرابع",
    "الخامس",
    "السادس",
    "السابع",
    "الثامن",
    "التاسع",
    "العاشر",
)
_TENS_OF_DAYS: Final = {20: "العشرين", 30: "الثلاثين"}


def arabic_day(number: int) -> str:
    """The day of a month, 1 to 31, in the form used after "in" and "on": "في الحادي والعشرين من"."""
    if number <= len(_DAYS):
        return _DAYS[number - 1]
    if number in _TENS_OF_DAYS:
        return _TENS_OF_DAYS[number]
    tens, ones = number // 10 * 10, number % 10
    first = "الحادي" if ones == 1 else _DAYS[ones - 1]
    return f"{first} و{_TENS_OF_DAYS[tens]}" if tens in _TENS_OF_DAYS else f"{first} عشر"


def arabic_cardinal(number: int) -> str:
    """Words of a whole number from 0 to 10^15."""
    parts = []
    rest = number
    for size, one, two, few in STEPS:
        count, rest = divmod(rest, size)
        if count == 1:
            parts.append(one)
        elif count == TWO:
            parts.append(two)
        elif count:
            parts.append(f"{_below_thousand(count)} {few if count % 100 in FEW else one}")
    if rest or not parts:
        parts.append(_below_thousand(rest))
    return " و".join(parts)


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    parts = [HUNDREDS[hundreds]] if hundreds else []
    if rest >= len(BELOW_TWENTY):
        tens, ones = divmod(rest, 10)
        parts += [BELOW_TWENTY[ones]] if ones else []
        parts.append(TENS[tens])
    elif rest or not parts:
        parts.append(BELOW_TWENTY[rest])
    return " و".join(parts)


def with_clitic(letters: str, said: str) -> str:
    """Clitic letters joined to a spoken figure, keeping a single article: "ل" + "الخامس" is "للخامس"."""
    bare = said.removeprefix("ال")
    if bare == said or not letters.endswith("ل"):
        return letters + said
    return letters + (bare if letters.endswith("ال") else f"ل{bare}")
