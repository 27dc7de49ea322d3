"""Cardinals spelled in Arabic, Chinese and Hindi: known ones, and all others read back to their number."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.text.normalization.arabic import BELOW_TWENTY, HUNDREDS, TENS, arabic_cardinal
from renderer.text.normalization.chinese import chinese_cardinal, chinese_digits
from renderer.text.normalization.hindi import BELOW_HUNDRED, hindi_cardinal

NUMBERS = st.one_of(
    st.integers(0, 10**4),
    st.integers(0, 10**15 - 1),
    st.builds(lambda head, zeros: head * 10**zeros, st.integers(1, 999), st.integers(0, 12)),
)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "صفر"),
        (2, "اثنان"),
        (11, "أحد عشر"),
        (21, "واحد وعشرون"),
        (100, "مئة"),
        (200, "مئتان"),
        (365, "ثلاثمئة وخمسة وستون"),
        (1000, "ألف"),
        (2000, "ألفان"),
        (3000, "ثلاثة آلاف"),
        (11_000, "أحد عشر ألف"),
        (103_000, "مئة وثلاثة آلاف"),
        (2_000_001, "مليونان وواحد"),
        (1_948, "ألف وتسعمئة وثمانية وأربعون"),
        (5 * 10**9, "خمسة مليارات"),
    ],
)
def test_arabic_numbers(number: int, words: str) -> None:
    assert arabic_cardinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "零"),
        (2, "二"),
        (10, "十"),
        (15, "十五"),
        (100, "一百"),
        (101, "一百零一"),
        (110, "一百一十"),
        (222, "二百二十二"),
        (1_001, "一千零一"),
        (2_000, "两千"),
        (10_000, "一万"),
        (20_000, "两万"),
        (100_000, "十万"),
        (100_500, "十万零五百"),
        (120_000_000, "一亿两千万"),
        (100_000_001, "一亿零一"),
        (10**12, "一万亿"),
        (2 * 10**13, "二十万亿"),
        (1_000_100_000_000, "一万零一亿"),
        (1_234_500_000_010, "一万两千三百四十五亿零一十"),
    ],
)
def test_chinese_numbers(number: int, words: str) -> None:
    assert chinese_cardinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "शून्य"),
        (19, "उन्नीस"),
        (49, "उनचास"),
        (100, "एक सौ"),
        (1_001, "एक हज़ार एक"),
        (99_999, "निन्यानवे हज़ार नौ सौ निन्यानवे"),
        (100_000, "एक लाख"),
        (15_000_000, "एक करोड़ पचास लाख"),
        (1_400_000_000, "एक अरब चालीस करोड़"),
        (10**11, "एक खरब"),
    ],
)
def test_hindi_numbers(number: int, words: str) -> None:
    assert hindi_cardinal(number) == words


def test_a_year_is_read_digit_by_digit_in_chinese() -> None:
    assert chinese_digits("1905") == "一九零五"


def from_chinese(words: str) -> int:
    """Value of a Chinese numeral; 亿 multiplies everything before it, 万 what is between 亿 and itself."""
    if "亿" in words:
        high, _, low = words.rpartition("亿")
        return from_chinese(high) * 10**8 + from_chinese(low)
    if "万" in words:
        high, _, low = words.partition("万")
        return from_chinese(high) * 10**4 + from_chinese(low)
    total = digit = 0
    for sign in words:
        if sign in "十百千":
            total, digit = total + (digit or 1) * 10 ** ("十百千".index(sign) + 1), 0
        else:
            digit = 2 if sign == "两" else "零一二三四五六七八九".index(sign)
    return total + digit


def from_hindi(words: str) -> int:
    """Value of a Hindi numeral: pairs of a count and the name of its magnitude."""
    sizes = {"सौ": 100, "हज़ार": 10**3, "लाख": 10**5, "करोड़": 10**7, "अरब": 10**9, "खरब": 10**11}
    total, group = 0, 0
    for word in words.split():
        if word == "खरब":
            total, group = (total + group) * sizes[word], 0
        elif word in sizes:
            total, group = total + group * sizes[word], 0
        else:
            group = BELOW_HUNDRED.index(word)
    return total + group


def from_arabic(words: str) -> int:
    """Value of an Arabic numeral: parts joined by "and", each with the name of its magnitude."""
    sizes = {"ألف": 10**3, "آلاف": 10**3, "مليون": 10**6, "ملايين": 10**6}
    sizes |= {"مليار": 10**9, "مليارات": 10**9, "تريليون": 10**12, "تريليونات": 10**12}
    pairs = {"ألفان": 2 * 10**3, "مليونان": 2 * 10**6, "ملياران": 2 * 10**9, "تريليونان": 2 * 10**12}
    values = {word: at * 100 for at, word in enumerate(HUNDREDS) if word}
    values |= {word: at * 10 for at, word in enumerate(TENS) if word}
    values |= {word: at for at, word in enumerate(BELOW_TWENTY)}
    total = group = 0
    for part in regex.split(r" و(?=\S)", words):
        *count, last = part.split(" ") if part not in values else [part]
        if last in sizes:
            group += values[" ".join(count)] if count else not group
            total, group = total + group * sizes[last], 0
        elif last in pairs:
            total += pairs[last]
        else:
            group += values[part]
    return total + group


@given(number=NUMBERS)
@settings(max_examples=50, deadline=None)
def test_a_chinese_number_can_be_read_back(number: int) -> None:
    assert from_chinese(chinese_cardinal(number)) == number


@given(number=NUMBERS)
@settings(max_examples=50, deadline=None)
def test_a_hindi_number_can_be_read_back(number: int) -> None:
    assert from_hindi(hindi_cardinal(number)) == number


@given(number=NUMBERS)
@settings(max_examples=50, deadline=None)
def test_an_arabic_number_can_be_read_back(number: int) -> None:
    assert from_arabic(arabic_cardinal(number)) == number


@pytest.mark.parametrize("spell", [arabic_cardinal, chinese_cardinal, hindi_cardinal])
def test_no_two_numbers_below_ten_thousand_are_said_alike(spell: object) -> None:
    assert callable(spell)
    assert len({spell(number) for number in range(10_000)}) == 10_000
