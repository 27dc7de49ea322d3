"""Figures and signs in Chinese and Japanese, replaced inside the token, since words are not spaced.

Japanese figures stay digits: Open JTalk knows their readings with counters (三つ, 10個, 24時間).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_digits
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import NUMBER, Number, parse_number, say_number
from renderer.text.normalization.ordinals import say_year
from renderer.text.normalization.signs import CURRENCY_CODES, CURRENCY_SIGNS, SCALE_SIZES

CLASSIFIERS: Final = "个只条本位名次种天张块颗件座头匹辆部台家岁倍年分秒小周"
_CODE: Final = "|".join(re.escape(sign) for sign in CURRENCY_SIGNS)
_CODES: Final = "|".join(map(re.escape, CURRENCY_CODES))
_MONEY: Final = re.compile(
    rf"(?P<sign>{_CODE})\s?(?P<number>{NUMBER})(?P<scale>(?:bn|[KMBTkm])(?![A-Za-z])|[万亿億兆千百]+)?"
)
_MONEY_AFTER: Final = re.compile(rf"(?P<number>{NUMBER})\s?(?P<sign>[€$£₹₽₩]|(?:{_CODES})(?![A-Za-z]))")
_ISO: Final = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)")
_CLOCK: Final = re.compile(r"(?<!\d)([01]?\d|2[0-4]):([0-5]\d)(?!\d)")
_RATIO: Final = re.compile(r"(?<=\d):(?=\d)")
_RANGE: Final = re.compile(r"(?<=\d)[-–~〜～](?=\d)")
_MINUS: Final = re.compile(r"(?<![\w\d])[-−](?=\d)")
_PERCENT: Final = re.compile(rf"(?P<number>{NUMBER})\s?[%％]")
_ZH_YEAR: Final = re.compile(r"(?<!\d)(\d{4})(?=年)")
_ERA_YEAR: Final = re.compile(r"(?<=公元|西元)(前?)(\d{3})(?=年)")
"""Read digit by digit like all years; years of one or two digits are read as numbers."""
_WESTERN_ERA: Final = re.compile(r"(?<![A-Za-z])(BC|AD)\s?(?=\d+[年世])")
_WESTERN_ERAS: Final = {
    Language.ZH: {"BC": "公元前", "AD": "公元"},
    Language.JA: {"BC": "紀元前", "AD": "西暦"},
}
_LEAD: Final = len("公元前")
"""Characters before a token that may hold the era of its year."""
_CODE_NUMBER: Final = re.compile(r"(?<=[A-Za-z]-)\d+|(?<=[A-Za-z])\d+")
_NUMBER: Final = re.compile(NUMBER)
_FRACTION: Final = re.compile(r"(?<!\d)(\d{1,3})/(\d{1,3})(?!\d)")
_LONE_TWO: Final = re.compile(rf"(?<![\d.])2(?=[{CLASSIFIERS}])")


def unspaced_forms(texts: Sequence[str], language: Language) -> tuple[str, ...]:
    """Spoken forms of tokens from which silent signs are already removed.

    A currency sign or figure that segmentation separated from its neighbour must already be joined to it
    (`text.lines`).
    """
    behind = [*texts[1:], ""][: len(texts)]
    if language is Language.JA:
        return tuple(map(_japanese, texts, behind))
    leads = ("".join(texts[max(0, index - _LEAD) : index])[-_LEAD:] for index in range(len(texts)))
    return tuple(map(_chinese, texts, leads, behind))


def _chinese(text: str, lead: str, following: str) -> str:
    words = spoken_words(Language.ZH)
    text = _western_era(text, following, Language.ZH)
    text = _era_year(text, lead, following)
    text = _ISO.sub(lambda found: f"{found[1]}年{int(found[2])}月{int(found[3])}日", text)
    text = _CLOCK.sub(partial(_clock, hour="点"), text)
    text = _RATIO.sub(words.ratio, text)
    text = _MONEY.sub(_money_reader(Language.ZH), text)
    text = _MONEY_AFTER.sub(_money_reader(Language.ZH), text)
    text = _units(text, Language.ZH)
    text = _FRACTION.sub(lambda found: f"{_read(found[2])}分之{_read(found[1])}", text)
    text = _PERCENT.sub(lambda found: f"百分之{_read(found['number'])}", text)
    text = _MINUS.sub(words.minus, _RANGE.sub(words.range, text))
    text = _ZH_YEAR.sub(lambda found: say_year(found[1], Language.ZH), text + following[:1])
    text = _LONE_TWO.sub("两", text)
    text = text[: len(text) - len(following[:1])]
    text = _CODE_NUMBER.sub(lambda found: say_digits(found[0], Language.ZH), text)
    return _signs(_NUMBER.sub(lambda found: _read(found[0]), text), Language.ZH)


def _western_era(text: str, following: str, language: Language) -> str:
    after = following[:1]
    said = _WESTERN_ERA.sub(lambda found: _WESTERN_ERAS[language][found[1]], text + after)
    return said[: len(said) - len(after)]


def _era_year(text: str, lead: str, following: str) -> str:
    """Read the year after an era; the era may be in the tokens before, 年 in the one after."""
    after = following[:1]
    said = _ERA_YEAR.sub(lambda found: found[1] + say_year(found[2], Language.ZH), lead + text + after)
    return said[len(lead) : len(said) - len(after)]


def _japanese(text: str, following: str) -> str:
    words = spoken_words(Language.JA)
    text = _western_era(text, following, Language.JA)
    text = _ISO.sub(lambda found: f"{found[1]}年{int(found[2])}月{int(found[3])}日", text)
    text = _CLOCK.sub(partial(_clock, hour="時"), text)
    text = _RATIO.sub(words.ratio, text)
    text = _MONEY.sub(_money_reader(Language.JA), text)
    text = _MONEY_AFTER.sub(_money_reader(Language.JA), text)
    text = _units(text, Language.JA)
    text = _FRACTION.sub(lambda found: f"{found[2]}分の{found[1]}", text)
    text = _MINUS.sub(words.minus, _RANGE.sub(words.range, text))
    text = _NUMBER.sub(lambda found: _without_commas(found[0]), text)
    return _signs(text, Language.JA)


def _read(digits: str) -> str:
    number = parse_number(digits, Language.ZH)
    return say_number(number, Language.ZH) if number else say_digits(re.sub(r"\D", "", digits), Language.ZH)


def _without_commas(digits: str) -> str:
    number = parse_number(digits, Language.JA)
    return say_number(number, Language.JA) if number else digits


def _clock(found: re.Match[str], *, hour: str) -> str:
    return f"{int(found[1])}{hour}" + (f"{int(found[2])}分" if found[2] != "00" else "")


def _money_reader(language: Language) -> Callable[[re.Match[str]], str]:
    def read(found: re.Match[str]) -> str:
        number = parse_number(found["number"], language)
        sign = found["sign"]
        code = "CNY" if language is Language.ZH and sign in "¥￥" else CURRENCY_SIGNS[sign]
        name = spoken_words(language).currencies[code]
        if number is None:
            return found[0]
        scale = found.groupdict().get("scale") or ""
        if scale in SCALE_SIZES:
            return _by_myriads(number, SCALE_SIZES[scale], language) + name
        plain = number.whole + (f".{number.fraction}" if number.fraction else "")
        return f"{plain}{scale}{name}"

    return read


def _by_myriads(number: Number, zeros: int, language: Language) -> str:
    """4.2M → 420万: these languages have no words for the scale letters."""
    digits = str(int(number.value * Decimal(10) ** zeros))
    names = (
        ((12, "兆"), (8, "億"), (4, "万"))
        if language is Language.JA
        else ((12, "万亿"), (8, "亿"), (4, "万"))
    )
    for size, name in names:
        if len(digits) > size and digits.endswith("0" * size):
            return digits[:-size] + name
    return digits


def _units(text: str, language: Language) -> str:
    for unit, name in spoken_words(language).units.items():
        if unit in text:
            end = r"(?![A-Za-z])" if unit[-1].isalpha() else ""
            text = re.sub(rf"(?<=\d)\s?{re.escape(unit)}{end}", name, text)
    return text


def _signs(text: str, language: Language) -> str:
    for sign, name in spoken_words(language).symbols.items():
        text = text.replace(sign, name)
    kept = (letter if _is_sounding(letter) else " " if letter.isspace() else "" for letter in text)
    return re.sub(r" +", " ", "".join(kept)).strip()


def _is_sounding(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or letter in "、。，！？；：.,!?'-ー・"
