"""Text normalisation, display forms to spoken forms: "$4.2M" → "four point two million dollars".

Rules are tried in order at each token; the first that answers may speak for the next token too ("5", "km").
What no rule knows is said as it is written, without quotes, brackets, emoji and markup.
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
from renderer.text.normalization.context import Context, WrittenWord, as_word
from renderer.text.normalization.dates import clock, date, decade, ordinal, year
from renderer.text.normalization.days import day
from renderer.text.normalization.eras import era_fits, year_of_era
from renderer.text.normalization.measures import measure, money
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import (
    NUMBER,
    parse_number,
    say_digits,
    say_number,
    say_whole,
    say_year,
)
from renderer.text.normalization.roman_numerals import roman
from renderer.text.normalization.russian_years import russian_year
from renderer.text.normalization.scaled import counted_by_scale
from renderer.text.normalization.speakable import is_speakable
from renderer.text.normalization.unspaced_figures import unspaced_forms

_ADDRESS: Final = re.compile(
    r"(?:https?://)?(?:www\.)?([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?:[/?:]\S*)?", re.IGNORECASE
)
_MAIL: Final = re.compile(r"([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)")
_TAG: Final = regex.compile(r"([#@№])([\p{L}\p{M}\p{N}_]+)")
_SIGNED: Final = re.compile(rf"([-−+±~≈<>])?({NUMBER})")
_RANGE: Final = re.compile(rf"({NUMBER})[-–—]({NUMBER})(\D*)")
_SUMS: Final = regex.compile(rf"(\p{{L}}*\p{{Sc}})({NUMBER})[-–—](?:\1)?({NUMBER}\D*)")
SHORTEST_NOUN: Final = 3
LONGEST_CODE: Final = 4
"""Longer figures inside a word ("A320123") are read one by one."""
_RECENT_YEAR: Final = re.compile(r"1[1-9]\d\d|20\d\d")
_RATIO: Final = re.compile(r"(\d{1,3}):(\d{1,3})")
_FRACTION: Final = re.compile(r"(\d{1,4})[/⁄](\d{1,4})")
_PIECES: Final = regex.compile(rf"{NUMBER}|[\p{{L}}\p{{M}}'\u200c\u200d]+|[^\p{{L}}\p{{M}}\p{{N}}]+")
_PROCLITIC: Final = re.compile(r"(وال|بال|ال|[وفبلك])ـ?([\d$€£¥₹-].*)")
_POSSESSIVE: Final = re.compile(r"([IVXL]+|\d+)'s")
_VULGAR: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}


Rule = Callable[[Context], tuple[str, ...]]


def abbreviation(context: Context) -> tuple[str, ...]:
    """An entry of the language's table, over one to four tokens."""
    table = context.words.abbreviations
    for count in (4, 3, 2, 1):
        if any(not context.at(step).core for step in range(count)):
            continue
        words = [context.at(step) for step in range(count)]
        dotted = " ".join(word.dotted for word in words)
        plain = " ".join([*(word.dotted for word in words[:-1]), words[-1].core])
        for key in (dotted, plain, dotted[0].lower() + dotted[1:]):
            if key in table and _fits(context, key):
                return _spread(table[key], count)
    return ()


def _fits(context: Context, key: str) -> bool:
    """Short forms that are also other things stand after a figure only, or before a name only."""
    if not era_fits(context, key):
        return False
    if context.language is Language.RU and key in {"гг.", "вв."}:
        return bool(regex.search(r"[\dIVX]$", context.at(-1).core))
    if context.language is Language.DE and key in {"min.", "max."}:
        return bool(context.at(1).core[:1].isdigit())
    if context.language is Language.AR and key in {"م.", "أ.", "ص."}:
        return bool(context.at(1).core)
    return True


def _spread(words: str, count: int) -> tuple[str, ...]:
    """Words over `count` tokens, the last taking what is left."""
    parts = words.split(" ")
    if len(parts) < count:
        return (words, *[""] * (count - 1))
    return (*parts[: count - 1], " ".join(parts[count - 1 :]))


def address(context: Context) -> tuple[str, ...]:
    """Web and mail addresses, hashtags and mentions."""
    words, text = context.words, context.core
    if found := _MAIL.fullmatch(text):
        host = _spelled_host(found.group(2), words.dot)
        return (f"{_spelled_host(found.group(1), words.dot)} {words.at} {host}",)
    if found := _ADDRESS.fullmatch(text):
        return (_spelled_host(found.group(1), words.dot),)
    if tag := _TAG.fullmatch(text):
        return (_tag(context, tag.group(1), tag.group(2)),)
    return ()


def _spelled_host(host: str, dot: str) -> str:
    return f" {dot} ".join(part.replace("-", " ").replace("_", " ") for part in host.split(".") if part)


def _tag(context: Context, sign: str, text: str) -> str:
    words = context.words
    if text.isdecimal():
        name = words.at if sign == "@" else words.number_sign
        return f"{name} {say_whole(text, context.language)}"
    spaced = regex.sub(r"(?<=\p{Ll})(?=\p{Lu})|_+", " ", text)
    return f"{words.at if sign == '@' else words.hashtag} {spaced}"


def between(context: Context) -> tuple[str, ...]:
    """Reads "10–20", "16:9", "3/4", "10-20%"."""
    text, language, words = context.core, context.language, context.words
    if text in words.fractions or text in _VULGAR:
        return (words.fractions.get(_VULGAR.get(text, text), text),)
    if found := _RANGE.fullmatch(text):
        return _range(context, found)
    if (sums := _SUMS.fullmatch(text)) and (ending := money(_instead(context, sums[1] + sums[3]))):
        return (f"{_reading(sums[2], language)} {words.range} {ending[0]}", *ending[1:])
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
        say_year(part, context.language) if years else _reading(part, context.language)
        for part in (first, second)
    )
    if unit:
        ending = measure(_instead(context, second + unit)) or money(_instead(context, second + unit))
        if not ending:
            return ()
        high = ending[0]
    return (f"{low} {context.words.range} {high}",)


def _instead(context: Context, core: str) -> Context:
    """The context with another word in this place."""
    items = list(context.items)
    items[context.index] = WrittenWord(core=core, tail=context.at(0).tail, dotted=core)
    return Context(items=items, index=context.index, language=context.language)


def _reading(digits: str, language: Language) -> str:
    number = parse_number(digits, language)
    if number is None:
        parts = re.split(r"\D+", digits)
        point = spoken_words(language).point
        return f" {point} ".join(say_whole(part, language) for part in parts if part)
    return say_number(number, language)


def figure(context: Context) -> tuple[str, ...]:
    """A plain number, with a sign perhaps."""
    found = _SIGNED.fullmatch(context.core)
    if not found:
        return ()
    said = _agreeing(context, found.group(2)) or _reading(found.group(2), context.language)
    sign = found.group(1) or ""
    word = context.words.minus if sign in {"-", "−"} else context.words.symbols.get(sign, "")
    return (f"{word} {said}".strip() if sign else said,)


def _agreeing(context: Context, digits: str) -> str:
    """One and two take the gender their noun shows, where an ending shows it: "una persona", "duas casas"."""
    noun = context.at(1).core
    if context.language not in _SHOWN_GENDER or not digits.isdecimal() or not context.joined_to(1):
        return ""
    if not noun[0].isalpha() or len(noun) < SHORTEST_NOUN:
        return ""
    gender = "f" if _SHOWN_GENDER[context.language].search(noun) else "m"
    if context.language is Language.RU and not digits.endswith("2"):
        gender = {"а": "f", "я": "f", "о": "n", "е": "n"}.get(noun[-1], "m")
    return say_whole(digits, context.language, gender=gender, counts=True)


_SHOWN_GENDER: Final = {
    Language.ES: re.compile(r"(?:a|as|ción|ciones|dad|dades)$"),
    Language.PT: re.compile(r"(?:a|as|ção|ções|dade|dades)$"),
    Language.DE: re.compile(r"(?:e|ung|heit|keit|schaft|ion)$"),
    Language.FR: re.compile(r"(?:ion|té|ée|euse|ette)s?$"),
    Language.RU: re.compile(r"(?:[ыи]|[ыи]е)$"),
}


def sign(context: Context) -> tuple[str, ...]:
    """A sign that stands alone and is said: "&", "+"."""
    word = context.words.symbols.get(context.core, "")
    return (word,) if word else ()


def mixed(context: Context) -> tuple[str, ...]:
    """Letters with figures or signs in one token: "COVID-19", "3D", "R&B", "and/or"."""
    text, language = context.core, context.language
    if not re.search(r"\d", text) and not any(mark in text for mark in context.words.symbols):
        return ()
    said = []
    for piece in _PIECES.findall(text):
        if re.fullmatch(NUMBER, piece):
            long_code = len(piece) > LONGEST_CODE and piece.isdecimal()
            said.append(say_digits(piece, language) if long_code else _reading(piece, language))
        elif is_speakable(piece):
            said.append(piece)
        else:
            said += [context.words.symbols[mark] for mark in piece if mark in context.words.symbols]
    return (" ".join(said),)


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
    """What is said for each displayed token, in context; "" for a token with nothing to say.

    Quotes, brackets and emoji are silent; clause marks stay, for the melody.
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
        answer, rule = _first_answer(_instead(context, found.group(2)))
        return (with_clitic(found.group(1), answer[0]), *answer[1:]), rule
    owner = _POSSESSIVE.fullmatch(context.core) if context.language is Language.EN else None
    if owner and not decade(context):
        answer, rule = _first_answer(_instead(context, owner.group(1)))
        return (answer[0] + "'s", *answer[1:]), rule
    answers = ((rule(context), rule) for rule in RULES)
    return next((row for row in answers if row[0]), ((_as_written(context.core),), _written))


def _written(context: Context) -> tuple[str, ...]:
    return (_as_written(context.core),)


def _tail(context: Context, step: int, rule: Rule) -> str:
    """The clause mark of a token; a full stop that belongs to an abbreviation or ordinal is none."""
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


_DROPPED: Final = regex.compile(r"[^\p{L}\p{M}\p{N}'.\-\u200c\u200d ]+")
_as_spaces: Final = partial(_DROPPED.sub, " ")


def _as_written(core: str) -> str:
    if not is_speakable(core):
        return ""
    return " ".join(_as_spaces(regex.sub(r"[—–]", ", ", core).replace(", ", " ")).split())


def _with_tail(form: str, tail: str) -> str:
    return form + tail if form and not form.endswith(tail or "\0") else form
