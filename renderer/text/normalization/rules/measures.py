"""Reading rules for money, percentages and units in languages with spaces between words."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.context import Context
from renderer.text.normalization.nouns import forms_of, linked, linked_behind
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import NUMBER, Number, parse_number, plural_form, say_number
from renderer.text.normalization.signs import CURRENCY_SIGNS, SCALE_SIZES

_SIGN: Final = r"(?P<minus>[-−–])?"
_SIGNS: Final = "|".join(re.escape(sign) for sign in CURRENCY_SIGNS)
_BEFORE: Final = re.compile(rf"{_SIGN}(?P<sign>{_SIGNS})[\u00a0 ]?(?P<number>{NUMBER})(?P<rest>\D*)")
_AFTER: Final = re.compile(
    rf"{_SIGN}(?P<number>{NUMBER})[\u00a0 ]?(?P<rest>\D*?)[\u00a0 ]?(?P<sign>{_SIGNS})"
)
_MEASURE: Final = re.compile(rf"(?P<minus>[-−+±~≈<>])?(?P<number>{NUMBER})[\u00a0 ]?(?P<unit>\D*)")
_MINOR_DIGITS: Final = 2
MILLION: Final = 1_000_000


def counted(number: Number, entry: str, language: Language) -> str:
    """Say a number and its noun: "two miles", "две минуты"."""
    forms, gender = forms_of(entry)
    noun = plural_form(forms, number, language)
    if language is Language.AR and number.is_whole:
        arabic = _arabic_counted(number, forms)
        if arabic:
            return arabic
    link = spoken_words(language).scale_link if _is_millions(number) else ""
    said = say_number(number, language, gender=gender, counts=True)
    return f"{said} {linked(link, noun, language)}"


def _is_millions(number: Number) -> bool:
    """Whether the number's words end in "million", as in "un million de dollars"."""
    return number.is_whole and number.whole.endswith("000000") and number.value >= MILLION


def _arabic_counted(number: Number, forms: tuple[str, ...]) -> str:
    """Say one or two of a thing: "دولار واحد", "دولاران"."""
    if number.whole == "1" and not forms[0].startswith("ب"):
        return f"{forms[0]} واحد"
    if number.whole == "2" and " " not in forms[0] and forms[0][-1] not in "ةوأ":
        return forms[0] + "ان" if not forms[0].startswith("ب") else ""
    return ""


def money(context: Context) -> tuple[str, ...]:
    """Read "$4.2M", "3,50 €", "$4.2 million", "50 USD"."""
    text = context.core
    if context.joined_to(1) and context.at(1).core in CURRENCY_SIGNS and re.fullmatch(NUMBER, text):
        found = _AFTER.fullmatch(f"{text} {context.at(1).core}")
        whole = _amount(context, found, "") if found else ""
        return _halves(whole) if whole else ()
    found = _BEFORE.fullmatch(text) or _AFTER.fullmatch(text)
    if not found:
        return ()
    following = context.at(1).core if context.joined_to(1) else ""
    scale = following if following in context.words.scale_words else ""
    abbreviated = _scale_entry(context, context.at(1).dotted) if context.joined_to(1) else ""
    if scale or abbreviated:
        return _scaled_by_next(context, found, scale, abbreviated)
    said = _amount(context, found, found["rest"].strip("\u00a0 "))
    return (said,) if said else ()


def _halves(text: str) -> tuple[str, str]:
    """Split an amount into the spoken forms of its two tokens, number and noun."""
    head, _, noun = text.rpartition(" ")
    return (head or noun, noun if head else "")


def _scale_entry(context: Context, word: str) -> str:
    if word in SCALE_SIZES:
        return ""
    return context.words.scales.get(word, "")


def _scaled_by_next(context: Context, found: re.Match[str], scale: str, abbreviated: str) -> tuple[str, ...]:
    number = parse_number(found["number"], context.language)
    if number is None:
        return ()
    word = scale or plural_form(forms_of(abbreviated)[0], number, context.language)
    noun = many(context, found["sign"], behind=word)
    said = say_number(number, context.language, gender=forms_of(abbreviated or scale)[1], counts=True)
    return _signed(context, found, said), f"{word} {noun}"


def many(context: Context, sign: str, *, behind: str) -> str:
    """The currency after a scale: "dollars", "долларов", and "de dólares" after millions."""
    forms, _ = forms_of(context.words.currencies[CURRENCY_SIGNS[sign]])
    return linked_behind(forms, context.language, scale=behind)


def _signed(context: Context, found: re.Match[str], said: str) -> str:
    return f"{context.words.minus} {said}" if found["minus"] else said


def _amount(context: Context, found: re.Match[str], rest: str) -> str:
    """The whole amount in words, or "" when `rest` is not a scale."""
    number = parse_number(found["number"], context.language)
    if number is None or (rest and rest not in context.words.scales):
        return ""
    entry = context.words.currencies[CURRENCY_SIGNS[found["sign"]]]
    if not rest:
        return _signed(context, found, _plain_amount(context, number, entry, CURRENCY_SIGNS[found["sign"]]))
    scaled = counted(number, context.words.scales[rest], context.language)
    return _signed(context, found, f"{scaled} {many(context, found['sign'], behind=scaled)}")


def _plain_amount(context: Context, number: Number, entry: str, code: str) -> str:
    cents = context.words.cents.get(code, "")
    if len(number.fraction) != _MINOR_DIGITS or not cents:
        return counted(number, entry, context.language)
    whole, minor = Number(whole=number.whole), Number(whole=str(int(number.fraction)))
    if minor.whole == "0":
        return counted(whole, entry, context.language)
    change = counted(minor, cents, context.language)
    if int(number.whole) == 0:
        return change
    link = context.words.cents_link
    joint = f" {link} " if link and context.language is not Language.AR else f" {link}"
    return f"{counted(whole, entry, context.language)}{joint}{change}"


def measure(context: Context) -> tuple[str, ...]:
    """Read "5 km", "20°C", "50%", "10K": a number and the unit attached to it or in the next token."""
    found = _MEASURE.fullmatch(context.core)
    number = parse_number(found["number"], context.language) if found else None
    if found is None or number is None:
        return ()
    glued = found["unit"].strip("\u00a0 ")
    key = glued or _unit_ahead(context)
    if glued and context.at(0).dotted.endswith(".") and f"{glued}." in context.words.units:
        key = f"{glued}."
    entry = context.words.units.get(key) or context.words.scales.get(key, "")
    if not entry:
        return ()
    said = _with_sign(context, found["minus"] or "", counted(number, entry, context.language))
    if glued:
        return (said,)
    noun = plural_form(forms_of(entry)[0], number, context.language)
    return (said.removesuffix(noun).strip(), noun) if said.endswith(f" {noun}") else _halves(said)


def _with_sign(context: Context, sign: str, said: str) -> str:
    word = context.words.minus if sign in {"-", "−"} else context.words.symbols.get(sign, "")
    return f"{word} {said}".strip() if sign else said


def _unit_ahead(context: Context) -> str:
    """The next token if it is a unit or an abbreviated scale such as "млн" or "Mio.", else ""."""
    if not context.joined_to(1):
        return ""
    units, scales = context.words.units, context.words.scales
    if context.language is Language.RU and context.at(1).dotted == "г.":
        return ""  # a year, not grams
    return next(
        (
            key
            for key in (context.at(1).dotted, context.at(1).core)
            if key in units or (key in scales and key not in SCALE_SIZES)
        ),
        "",
    )
