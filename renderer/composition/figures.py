"""Finds figures worth a hook: each with its scale and, where the grammar is safe, its noun."""

from __future__ import annotations

import re
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import spoken_words
from renderer.text.topical import stop_stems

_FIGURE: Final = regex.compile(
    r"(?<![\p{L}\p{N}.,:/–-])(?:[$€£¥₹]\s?)?\p{Nd}{1,3}(?:[.,\u00a0\u202f ]\p{Nd}{3})*(?:[.,٫]\p{Nd}{1,2})?(?![\p{Nd}/:–-])"  # noqa: E501 - one text
    r"|(?<![\p{L}\p{N}.,:/–-])\p{Nd}{4,9}(?![\p{Nd}/:–-])"
)
_AFTER_SIGN: Final = regex.compile(
    r"[\s\u00a0]?(?:%|٪|°C|°F|€|\$)|[\s\u00a0](?:km/h|km|kg|m|cm|mm|t|GW|MW)(?=[\s.,;])"
)
_NOUN: Final = regex.compile(
    r"\s(\p{L}{3,}(?:\s(?:cuadrad|quadrad|carré|cúbic|cube)\p{L}*)?)(?=[\s.,;:!?])(?:\s(\p{L}+))?"
)
_COUNTED: Final = {
    Language.ZH: regex.compile(r"(?:多|余)?[万亿]?(?:多|余)?(?:平方)?(?:公里|千米|米|年|人|度|吨|公斤|种|颗|座|次|秒|小时|天|倍|岁|条|只|个|米每秒)"),  # noqa: E501 - one text
    Language.JA: regex.compile(r"[万億]?(?:キロメートル|メートル|キログラム|トン|年|人|度|種|個|本|回|秒|時間|日|倍|歳|キロ|匹|頭|つ)"),  # noqa: E501 - one text
}  # fmt: skip
_UNITS: Final = {
    Language.DE: regex.compile(
        r"\s(?:Meter|Kilometer|Grad|Prozent|Euro|Dollar|Mark|Tonnen|Menschen|Sekunden|Stunden|Minuten|Arten|Personen"
        r"|Tage|Jahre|Liter|Kilogramm)(?=[\s.,;:!?])"
    ),
    Language.RU: regex.compile(
        r"\s(?:метров|километров|градусов|лет|человек|тонн|килограммов|секунд|минут|дней|рублей|процентов|видов|версий)"
        r"(?=[\s.,;:!?])"
    ),
    Language.AR: regex.compile(
        r"\s(?:مترًا|متر|أمتار|كيلومترًا|كيلومتر|كيلوغرامًا|كيلوغرام|طنًا|لترًا|شخصًا|شخص|عام|عامًا|سنة|لتر|نسمة|ساعة|يومًا|دقيقة|طابقًا|في المئة|ألف)"  # noqa: E501 - one text
        r"(?=[\s.,;:!?،؛])"
    ),
    Language.HI: regex.compile(
        r"\s(?:किलोमीटर|मीटर|टन|लोग|लोगों|साल|वर्ष|प्रतिशत|डिग्री|किलो|दिन|घंटे|रुपये|डॉलर|हाथी|कारीगर)(?=[\s.,;:!?।])"
    ),
}
"""Nouns with the form they take after a number, so they may be quoted with it from any sentence."""
_NOUN_FOLLOWS: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR})
_RANGE: Final = regex.compile(
    r"(?:\s\p{L}+)?\s?(?:to|and|a|e|y|et|à|bis|und|до|и|से|और|إلى|و|至|到|から|or|ou|o)\s?\p{Nd}", regex.I
)
"""Marks a figure as the lower end of a range."""
_RANGE_BEFORE: Final = regex.compile(
    r"[×x]\s?$|\p{Nd}(?:\s\p{L}+)?\s?(?:to|and|a|e|y|et|à|bis|und|до|и|से|और|إلى|و|至|到|から|or|ou|o|[-–])\s?$",
    regex.I,
)
"""Marks a figure as the upper end of a range."""
_RATE: Final = regex.compile(
    r"\s(?:an?|per|por|par|pro|al|à l[’']|в)\s?(?:hour|minute|second|day|week|month|year|hora|minuto|segundo"
    r"|día|dia|mes|mês|año|ano|heure|seconde|jour|mois|an|Stunde|Minute|Sekunde|Tag|Woche|Monat|Jahr|час|минуту|секунду|день|год)\b"
)
"""The rate of a figure ("per hour"), quoted along with it."""
_TIMES: Final = frozenset({"times", "veces", "vezes", "fois"})
"""Words for "times": they are not quoted with the figure."""
_ERA: Final = regex.compile(
    r"\s?(?:a\.\s?C|d\.\s?C|BCE?\b|CE\b|AD\b|av\.\s?J|ap\.\s?J|v\.\s?Chr|n\.\s?Chr|до\s(?:н|нашей)|нашей|н\.\s?э"
    r"|ق\.م|قبل الميلاد|ई\.?पू|ईसा)"
)
"""Marks a figure as a year BC or AD."""
_UNTIL: Final = frozenset({
    "until", "till", "since", "before", "after", "when", "while", "hasta", "desde", "antes", "después", "até",
    "depois", "jusqu", "depuis", "avant", "après",
})  # fmt: skip
"""Words that may follow a year without being counted by it."""
_AND: Final = frozenset({"and", "y", "e", "et", "und"})
_YEAR: Final = re.compile(r"(?:1[0-9]|20)\d\d")


def figures(text: str, language: Language) -> tuple[tuple[int, str], ...]:
    """Figures as written, each with a rank (0 is the most telling); no dates, no lone small numbers."""
    found: list[tuple[int, str]] = []
    for match in _FIGURE.finditer(text):
        figure, kind = _extended(text, match, language)
        figure += _rate(text, match.start() + len(figure))
        bare = match[0].strip()
        lone = kind == "bare" and (_YEAR.fullmatch(bare) or len(regex.sub(r"\P{Nd}", "", bare)) < 4)  # noqa: PLR2004  digits
        before = text[: match.start()]
        dated = kind == "bare" and _is_dated(before, language)
        if (
            not lone
            and not dated
            and not _RANGE.match(text[match.end() :])
            and not _ERA.match(text[match.end() :])
            and not _RANGE_BEFORE.search(before)
            and not _names_month(figure, text[match.end() :], language)
        ):
            found.append((1 if kind == "bare" else 0, figure))
    return tuple(dict.fromkeys(sorted(found, key=lambda one: one[0])))


def _rate(text: str, end: int) -> str:
    rate = _RATE.match(text, end)
    return rate[0] if rate else ""


def _names_month(figure: str, rest: str, language: Language) -> bool:
    """Whether the figure is the day of a date."""
    words = spoken_words(language)
    months = {word.casefold() for word in (*words.months, *words.month_words)}
    following = regex.match(r"[\s\u00a0.]*(?:de\s+)?(\p{L}+)", rest)
    return figure.rsplit(maxsplit=1)[-1].casefold() in months or bool(
        following and following[1].casefold() in months
    )


def _extended(text: str, match: regex.Match[str], language: Language) -> tuple[str, str]:
    """The figure with the scale, sign or noun that belongs to it, and the kind of that addition."""
    figure, rest, kind = match[0].strip(), text[match.end() :], "bare"
    if counter := _COUNTED.get(language):
        unit = counter.match(rest)
        year = unit is not None and unit[0] == "年" and _YEAR.fullmatch(figure)
        return (figure + unit[0], "bare" if year else "noun") if unit else (figure, "bare")
    scales = "|".join(re.escape(word) for word in spoken_words(language).scale_words) or "(?!)"
    if scale := regex.match(rf"[\s\u00a0](?:{scales})(?!\p{{L}})", rest, regex.I):
        figure, rest, kind = figure + scale[0], rest[scale.end() :], "scale"
    if sign := _AFTER_SIGN.match(rest):
        return figure + sign[0].rstrip(), "sign"
    if (units := _UNITS.get(language)) and (unit := units.match(rest)) and _counts(figure, kind, language):
        return figure + unit[0], "noun"
    if language in _NOUN_FOLLOWS and (noun := _NOUN.match(rest)):
        link = kind == "scale" and noun[1] in {"de", "d"}
        ends = noun[2] is None or (
            noun[2].casefold() in stop_stems(language) and noun[2].casefold() not in _AND
        )
        if noun[1].casefold() in _TIMES:
            return figure, kind
        if ends and not link and noun[1].casefold() not in stop_stems(language) | _UNTIL:
            dated = _YEAR.fullmatch(figure) and _is_dated(text[: match.start()], language)
            return (figure, kind) if dated else (f"{figure} {noun[1]}", "noun")
    return figure, kind


def _counts(figure: str, kind: str, language: Language) -> bool:
    """Whether the counted noun has this form after the figure; in Russian only after five and more."""
    if language is not Language.RU or kind == "scale":
        return True
    digits = regex.sub(r"\P{Nd}", "", figure)
    return digits[-1] in "056789" or digits[-2:] in {"11", "12", "13", "14"}


def _is_dated(before: str, language: Language) -> bool:
    """Whether the word before a year-like figure is one that years follow."""
    words = before.split()
    return bool(words) and words[-1].casefold() in spoken_words(language).year_before
