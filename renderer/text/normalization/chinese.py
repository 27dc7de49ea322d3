"""Chinese numerals."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "零一二三四五六七八九"
PLACES: Final = ("千", "百", "十", "")
TWO: Final = 2
THOUSAND: Final = 1000
BEYOND: Final = 10**12
GROUPS: Final = ("", "万", "亿")


def chinese_digits(digits: str) -> str:
    """Digit by digit, as in years: "2024" → "二零二四"."""
    return "".join(DIGITS[int(digit)] for digit in digits)


def chinese_cardinal(number: int) -> str:
    """Words of a whole number from 0 to 10^15; 两 before 千, 万 and 亿."""
    if number == 0:
        return DIGITS[0]
    text = _spelled(number)
    return text.removeprefix("一") if text.startswith("一十") else text


def _spelled(number: int) -> str:
    """Words of a number from 1 up; numbers beyond 万亿 are counted in 亿: 一万零一亿."""
    if number >= BEYOND:
        high, low = divmod(number, 10**8)
        gap = DIGITS[0] if 0 < low < 10**7 else ""
        return f"{_spelled(high)}亿{gap}{_spelled(low) if low else ''}"
    text = ""
    digits = str(number)
    size = -(-len(digits) // 4)
    padded = digits.zfill(4 * size)
    is_gap = False
    for index in range(size):
        group = int(padded[4 * index : 4 * index + 4])
        if group == 0:
            is_gap = bool(text)
            continue
        if text and (is_gap or group < THOUSAND):
            text += DIGITS[0]
        is_gap = False
        name = GROUPS[size - 1 - index]
        text += ("两" if group == TWO and name else _group(group)) + name
    return text


def _group(number: int) -> str:
    """Words of a group of four digits, 1 to 9999."""
    text = ""
    is_gap = False
    for digit, place in zip(f"{number:04}", PLACES, strict=True):
        if digit == "0":
            is_gap = bool(text)
            continue
        text += DIGITS[0] if is_gap else ""
        text += ("两" if digit == "2" and place == "千" else DIGITS[int(digit)]) + place
        is_gap = False
    return text
