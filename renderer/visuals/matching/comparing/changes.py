"""Two states of one thing in a sentence: then and now, before and after, a year and a later one.

Two years alone are a period. They are states if an amount is given for each, or if the words say that
something rose or fell between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, product
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, PictureFacts
from renderer.visuals.matching.comparing.measures import Amount, cleaned
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.plain import readings
from renderer.visuals.matching.stemming import normalised, stem

_THEN: Final[dict[Language, str]] = {
    Language.EN: "once formerly originally",
    Language.ES: "antes antaño antiguamente",
    Language.PT: "antes outrora antigamente",
    Language.FR: "autrefois jadis avant",
    Language.DE: "einst früher damals",
    Language.RU: "раньше когда-то прежде некогда",
    Language.HI: "पहले कभी",
    Language.AR: "قديما سابقا",
    Language.ZH: "从前 过去 以前 曾经",
    Language.JA: "かつて 昔 以前",
}
_NOW: Final[dict[Language, str]] = {
    Language.EN: "today now nowadays",
    Language.ES: "hoy ahora actualmente",
    Language.PT: "hoje agora atualmente",
    Language.FR: "aujourd'hui maintenant désormais",
    Language.DE: "heute jetzt heutzutage",
    Language.RU: "сегодня теперь сейчас ныне",
    Language.HI: "आज अब",
    Language.AR: "اليوم الآن حاليا",
    Language.ZH: "今天 如今 现在",
    Language.JA: "今日 現在 今では 今は",
}
_BEFORE_AFTER: Final[dict[Language, tuple[str, str]]] = {
    Language.EN: ("before", "after"),
    Language.ES: ("antes", "después"),
    Language.PT: ("antes", "depois"),
    Language.FR: ("avant", "après"),
    Language.DE: ("vor vorher", "nach nachher"),
    Language.RU: ("до", "после"),
    Language.HI: ("पहले", "बाद"),
    Language.AR: ("قبل", "بعد"),
    Language.ZH: ("之前", "之后"),
    Language.JA: ("前", "後"),
}
_SHOWN: Final[dict[Language, tuple[str, str]]] = {
    language: (before.split()[-1], after.split()[-1]) for language, (before, after) in _BEFORE_AFTER.items()
}
"""Labels of the two states."""

_REACH: Final = 3
"""Words around "before" and "after" in which both must name the same thing."""

_ADJACENT: Final = 2


class Change(Struct, frozen=True, kw_only=True):
    """Two states, the earlier first; `at`: where the later one is named, in words or in characters."""

    states: tuple[Measure, Measure]
    at: int


class _Moment(Struct, frozen=True):
    label: str
    at: int


def change_in(
    words: Sequence[str], language: Language, facts: PictureFacts, amounts: Sequence[Amount]
) -> Change | None:
    """The two states that a text mentions; `facts` are those of the whole text."""
    pair = (
        _years(words, language, facts, amounts)
        or _then_and_now(words, language, amounts)
        or _around(words, language)
    )
    if pair is None:
        return None
    first, second = map(_state, pair, _amounts(pair, words, language, amounts))
    return Change(states=(first, second), at=pair[1].at)


def _amounts(
    pair: tuple[_Moment, _Moment], words: Sequence[str], language: Language, found: Sequence[Amount]
) -> list[Amount | None]:
    """The amount at each moment: one beside each, in a consistent order, or none for both."""
    ends = list(accumulate(map(len, words), initial=0))
    amounts = [(ends[one.at] if language in UNSPACED else one.at, one) for one in found if not one.is_year]
    first, second = (moment.at for moment in pair)
    sides = ["before" if at < first else "between" if at < second else "behind" for at, _ in amounts]
    if (
        sides not in (["between", "behind"], ["before", "between"])
        or amounts[0][1].unit != amounts[1][1].unit
    ):
        return [None, None]
    return [one for _, one in amounts]


def _state(moment: _Moment, amount: Amount | None) -> Measure:
    label = moment.label[:1].upper() + moment.label[1:]
    if amount is None:
        return Measure(label=label, value=Decimal(0), text="")
    return Measure(label=label, value=amount.value, text=amount.text)


def _years(
    words: Sequence[str], language: Language, facts: PictureFacts, amounts: Sequence[Amount]
) -> tuple[_Moment, _Moment] | None:
    years = _year_moments(words, language, amounts)
    if len(years) != 2 or int(years[0].label) >= int(years[1].label):  # noqa: PLR2004 - a pair
        return None
    pair = years[0], years[1]
    return pair if facts.trend or all(_amounts(pair, words, language, amounts)) else None


def _year_moments(words: Sequence[str], language: Language, amounts: Sequence[Amount]) -> list[_Moment]:
    ends = list(accumulate(map(len, words), initial=0))
    return [
        _Moment(one.text, ends[one.at] if language in UNSPACED else one.at) for one in amounts if one.is_year
    ]


def _then_and_now(
    words: Sequence[str], language: Language, amounts: Sequence[Amount]
) -> tuple[_Moment, _Moment] | None:
    """A word for the past, or a year, followed by a word for the present."""
    now = _found(words, language, _NOW)
    if now is None:
        return None
    years = _year_moments(words, language, amounts)
    then = _found(words, language, _THEN)
    if then is None and len(years) == 1:
        then = years[0]
    return (then, now) if then is not None and then.at < now.at else None


def _found(words: Sequence[str], language: Language, table: dict[Language, str]) -> _Moment | None:
    if language in UNSPACED:
        text = "".join(words)
        places = [(text.find(word), word) for word in table[language].split() if word in text]
        return _Moment(min(places)[1].removesuffix("は"), min(places)[0]) if places else None
    wanted = _plain(language, table[language])
    for place, word in enumerate(words):
        if not wanted.isdisjoint((normalised(word, language), *readings(word, language))):
            return _Moment(cleaned(word), place)
    return None


def _around(words: Sequence[str], language: Language) -> tuple[_Moment, _Moment] | None:
    """Find "before" and "after" with the same thing, or side by side."""
    if language in UNSPACED:
        return None
    before, after = (_plain(language, table) for table in _BEFORE_AFTER[language])
    plain = [set(readings(word, language)) | {normalised(word, language)} for word in words]
    pairs = product(range(len(words)), repeat=2)
    for first, second in pairs:
        if first >= second or not (plain[first] & before and plain[second] & after):
            continue
        joined = second - first <= _ADJACENT
        if joined or _near(words, first, language) & _near(words, second, language):
            labels = _SHOWN[language]
            return _Moment(labels[0], first), _Moment(labels[1], second)
    return None


def _near(words: Sequence[str], place: int, language: Language) -> set[str]:
    """Stems of the content words beside a word: after it, or in Hindi before it."""
    side = words[max(place - _REACH, 0) : place] if language is Language.HI else words[place + 1 :][:_REACH]
    return {stem(word, language) for word in side if is_content(word, language)}


@lru_cache(maxsize=64)
def _plain(language: Language, words: str) -> frozenset[str]:
    return frozenset(normalised(word, language) for word in words.split())
