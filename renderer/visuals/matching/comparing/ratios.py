"""How many times one thing is another: "twice as heavy as", "doppelt so hoch wie", "の3倍の重さ".

Only if a word says what is compared: heights, lengths, masses or sizes. "Twice as likely" has no size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, Spread
from renderer.visuals.matching.comparing.measures import Name, Sizes, clean_name, speaks_of
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import normalised

_MOST: Final = Decimal(200)

_TIMES: Final[dict[Language, str]] = {
    Language.EN: "times",
    Language.ES: "veces",
    Language.PT: "vezes",
    Language.FR: "fois",
    Language.DE: "mal",
    Language.RU: "раз раза",
    Language.HI: "गुना गुनी गुने",
    Language.AR: "مرات مره مرة ضعف اضعاف",
}
"""Words after a number that make it a factor."""

_FACTORS: Final[dict[Language, dict[str, int]]] = {
    Language.EN: {"twice": 2},
    Language.ES: {"doble": 2, "triple": 3},
    Language.PT: {"dobro": 2, "triplo": 3},
    Language.FR: {"double": 2, "triple": 3},
    Language.DE: {"doppelt": 2, "zweimal": 2, "dreimal": 3, "viermal": 4, "fünfmal": 5, "zehnmal": 10},
    Language.RU: {"вдвое": 2, "втрое": 3, "вчетверо": 4, "впятеро": 5},
    Language.HI: {"दोगुना": 2, "दुगुना": 2, "दोगुनी": 2, "तिगुना": 3, "तीनगुना": 3},
    Language.AR: {"بمرتين": 2, "مرتين": 2, "ضعف": 2, "ضعفا": 2},
}
"""Words that are factors themselves."""

_SPREADS: Final[tuple[tuple[str, Spread], ...]] = (
    ("height", "height"),
    ("mass", "area"),
    ("length", "length"),
)
"""What words speak of, and how two things that differ in it are drawn beside each other."""

_NUMBERS: Final[dict[Language, str]] = {
    Language.EN: "two three four five six seven eight nine ten",
    Language.ES: "dos tres cuatro cinco seis siete ocho nueve diez",
    Language.PT: "duas três quatro cinco seis sete oito nove dez",
    Language.FR: "deux trois quatre cinq six sept huit neuf dix",
    Language.DE: "zwei drei vier fünf sechs sieben acht neun zehn",
    Language.RU: "два три четыре пять шесть семь восемь девять десять",
    Language.HI: "दो तीन चार पांच छह सात आठ नौ दस",
    Language.AR: "مرتين ثلاث اربع خمس ست سبع ثماني تسع عشر",
}
"""Number words from two to ten."""

_CHINESE: Final = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_COUNT: Final = r"(\d+(?:\.\d+)?|[两二三四五六七八九十])"
_IS_TIMES: Final[dict[Language, re.Pattern[str]]] = {
    Language.ZH: re.compile(rf"([^，。；！？]+?)(?:是|约为|大约是|相当于|等于)([^，。；！？]+?)的{_COUNT}倍"),
    Language.JA: re.compile(rf"([^、。！？]+?)(?:は|が)(?:、)?([^、。！？]+?)の(?:約|およそ)?{_COUNT}倍"),
}


class _Factor(Struct, frozen=True, kw_only=True):
    """A factor and the range of words that express it."""

    value: Decimal
    start: int
    end: int


def ratio_in(words: Sequence[str], language: Language, names: Sequence[Name]) -> Sizes | None:
    """The larger and the smaller thing, or None; the unit is the thing that the other is compared to."""
    spread = _spread(words, language)
    if not spread:
        return None
    if language in UNSPACED:
        return _written_together(words, language, spread)
    factor = _factor(words, language)
    if factor is None or not 1 < factor.value <= _MOST:
        return None
    before = [name for name in names if name.end <= factor.start]
    behind = [name for name in names if name.start >= factor.end and name.text]
    if language is Language.HI:
        pair = (before[0].text, before[-1].text) if len(before) > 1 else ("", "")
        at = factor.end - 1
    else:
        pair = (before[-1].text, behind[0].text) if before and behind else ("", "")
        at = behind[0].start if behind else 0
    return _sizes(pair, factor.value, spread, at)


def _spread(words: Sequence[str], language: Language) -> Spread:
    return next((spread for kind, spread in _SPREADS if speaks_of(kind, words, language)), "")


def _sizes(pair: tuple[str, str], factor: Decimal, spread: Spread, at: int) -> Sizes | None:
    if not all(pair) or pair[0] == pair[1]:
        return None
    larger = Measure(label=pair[0], value=factor, text=f"× {_shown(factor)}")
    return Sizes(
        measures=(larger, Measure(label=pair[1], value=Decimal(1), text="× 1")), spread=spread, at=at
    )


def _shown(factor: Decimal) -> str:
    return str(int(factor)) if factor == int(factor) else str(factor)


def _factor(words: Sequence[str], language: Language) -> _Factor | None:
    plain = [normalised(word, language) for word in words]
    own = {normalised(word, language): value for word, value in _FACTORS[language].items()}
    numbers = [normalised(word, language) for word in _NUMBERS[language].split()]
    times = tuple(normalised(word, language) for word in _TIMES[language].split())
    for place, word in enumerate(plain):
        before = plain[place - 1] if place else ""
        if word in times and (value := _number(before, numbers)):
            return _Factor(value=value, start=place - 1, end=place + 1)
        joined = re.fullmatch(rf"(\d+)-?(?:{'|'.join(times)})", word)
        if joined or word in own:
            value = Decimal(joined[1]) if joined else Decimal(own[word])
            return _Factor(value=value, start=place, end=place + 1)
    return None


def _number(word: str, numbers: Sequence[str]) -> Decimal:
    bare = word.removeprefix("ب")
    if bare in numbers:
        return Decimal(numbers.index(bare) + 2)
    digits = re.fullmatch(r"\d+(?:[.,]\d+)?", bare)
    return Decimal(digits[0].replace(",", ".")) if digits else Decimal(0)


def _written_together(words: Sequence[str], language: Language, spread: Spread) -> Sizes | None:
    text = "".join(words)
    hit = _IS_TIMES[language].search(text)
    if hit is None:
        return None
    value = Decimal(_CHINESE.get(hit[3], 0) or hit[3])
    pair = clean_name(_owner(hit[1])), clean_name(_owner(hit[2]))
    return _sizes(pair, value, spread, hit.start(3)) if 1 < value <= _MOST else None


def _owner(text: str) -> str:
    """The thing that has the measure: "蓝鲸" in "蓝鲸的重量"."""
    return re.split(r"的|の(?=重|大|高|長|体)", text)[0]
