"""Text normalisation, display forms to spoken forms: "$4.2M" → "four point two million dollars".

Rules are tried in order at each token. The first to answer wins and may cover following tokens too ("5",
"km"). Text that no rule matches is said as written, without quotes, brackets, emoji and markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.arabic import with_clitic
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.context import Context, WrittenWord, as_word, instead
from renderer.text.normalization.numbers import NUMBER
from renderer.text.normalization.ordinals import say_year
from renderer.text.normalization.rules.abbreviations import abbreviation
from renderer.text.normalization.rules.addresses import address
from renderer.text.normalization.rules.dates import clock, date, decade, ordinal, year
from renderer.text.normalization.rules.days import day
from renderer.text.normalization.rules.eras import year_of_era
from renderer.text.normalization.rules.figures import figure, mixed, reading, sign
from renderer.text.normalization.rules.measures import measure, money
from renderer.text.normalization.rules.roman_numerals import roman
from renderer.text.normalization.rules.russian_years import russian_year
from renderer.text.normalization.rules.scaled import counted_by_scale
from renderer.text.normalization.speakable import is_speakable
from renderer.text.normalization.unspaced_figures import unspaced_forms

_RANGE: Final = re.compile(rf"({NUMBER})[-–—]({NUMBER})(\D*)")
_SUMS: Final = regex.compile(rf"(\p{{L}}*\p{{Sc}})({NUMBER})[-–—](?:\1)?({NUMBER}\D*)")
_RECENT_YEAR: Final = re.compile(r"1[1-9]\d\d|20\d\d")
_RATIO: Final = re.compile(r"(\d{1,3}):(\d{1,3})")
_FRACTION: Final = re.compile(r"(\d{1,4})[/⁄](\d{1,4})")
_VULGAR: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_PROCLITIC: Final = re.compile(r"(وال|بال|ال|[وفبلك])ـ?([\d$€£¥₹-].*)")
_POSSESSIVE: Final = re.compile(r"([IVXL]+|\d+)'s")

Rule = Callable[[Context], tuple[str, ...]]
"""Returns spoken forms for the token and any following tokens it covers; empty if the rule does not match."""


def between(context: Context) -> tuple[str, ...]:
    """Reads "10–20", "16:9", "3/4", "10-20%"."""
    text, language, words = context.core, context.language, context.words
    if text in words.fractions or text in _VULGAR:
        return (words.fractions.get(_VULGAR.get(text, text), text),)
    if found := _RANGE.fullmatch(text):
        return _range(context, found)
    if (sums := _SUMS.fullmatch(text)) and (ending := money(instead(context, sums[1] + sums[3]))):
        return (f"{reading(sums[2], language)} {words.range} {ending[0]}", *ending[1:])
    for pattern, word in ((_RATIO, words.ratio), (_FRACTION, words.fraction)):
        if found := pattern.fullmatch(text):
            first, second = (say_whole(part, language) for part in found.groups())
            return (f"{first} {word} {second}",)
    return ()


def _range(context: Context, found: re.Match[str]) -> tuple[str, ...]:
    first, second, unit = found.groups()
    unit = unit.strip("\u00a0 ")
    years = all(_RECENT_YEAR.fullmatch(part) for part in (first, second)) and not unit
    low, high = (
        say_year(part, context.language) if years else reading(part, context.language)
        for part in (first, second)
    )
    if unit:
        ending = measure(instead(context, second + unit)) or money(instead(context, second + unit))
        if not ending:
            return ()
        high = ending[0]
    return (f"{low} {context.words.range} {high}",)


RULES: Final[tuple[Rule, ...]] = (
    abbreviation,
    address,
    date,
    day,
    year_of_era,
    clock,
    decade,
    money,
    roman,
    measure,
    counted_by_scale,
    ordinal,
    russian_year,
    year,
    between,
    figure,
    sign,
    mixed,
)


def spoken_forms(displays: Sequence[str], language: Language) -> tuple[str, ...]:
    """The spoken form of each displayed token, in context; "" for a token with nothing to say.

    Quotes, brackets and emoji are silent; clause marks are kept for intonation.
    """
    items = [as_word(display) for display in displays]
    if not is_spaced(language):
        said = unspaced_forms([item.core for item in items], language)
        return tuple(_with_tail(form, item.tail) for form, item in zip(said, items, strict=True))
    return _by_rules(items, language)


def _by_rules(items: Sequence[WrittenWord], language: Language) -> tuple[str, ...]:
    said: list[str] = []
    while len(said) < len(items):
        context = Context(items=items, index=len(said), language=language)
        answer, rule = _first_answer(context)
        for step, form in enumerate(answer):
            tail = _tail(context, step, rule)
            if step and not form:
                said[-1] = _with_tail(said[-1], tail)
            said.append(_with_tail(form, tail))
    return tuple(said)


def _first_answer(context: Context) -> tuple[tuple[str, ...], Rule]:
    found = _PROCLITIC.fullmatch(context.core) if context.language is Language.AR else None
    if found:
        answer, rule = _first_answer(instead(context, found.group(2)))
        return (with_clitic(found.group(1), answer[0]), *answer[1:]), rule
    owner = _POSSESSIVE.fullmatch(context.core) if context.language is Language.EN else None
    if owner and not decade(context):
        answer, rule = _first_answer(instead(context, owner.group(1)))
        return (answer[0] + "'s", *answer[1:]), rule
    answers = ((rule(context), rule) for rule in RULES)
    return next((row for row in answers if row[0]), ((_as_written(context.core),), _written))


def _written(context: Context) -> tuple[str, ...]:
    return (_as_written(context.core),)


def _tail(context: Context, step: int, rule: Rule) -> str:
    """The clause mark after a token; the full stop of an abbreviation or ordinal does not count."""
    word = context.at(step)
    ends = context.index + step == len(context.items) - 1
    if word.tail != "." or ends:
        return word.tail
    units, scales = context.words.units, context.words.scales
    german = context.language is Language.DE and rule in {day, ordinal, roman}
    russian = (
        context.language is Language.RU and rule in {roman, russian_year} and word.dotted in {"г.", "в."}
    )
    half = rule is clock and word.dotted.endswith("m.")
    short = rule is abbreviation or german or russian or half
    short = short or word.dotted.lstrip("0123456789.,") in units or word.dotted in scales
    return word.after_dot if short else word.tail


_DASHES: Final = regex.compile(r"[—–]")
_DROPPED: Final = regex.compile(r"[^\p{L}\p{M}\p{N}'.\-\u200c\u200d ]+")
_as_spaces: Final = partial(_DROPPED.sub, " ")


def _as_written(core: str) -> str:
    if not is_speakable(core):
        return ""
    return " ".join(_as_spaces(_DASHES.sub(", ", core).replace(", ", " ")).split())


def _with_tail(form: str, tail: str) -> str:
    return form + tail if form and not form.endswith(tail or "\0") else form
