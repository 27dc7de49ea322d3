"""Rounds long numbers for the ear only: "8,712,345 litres" is spoken as "about 8,710,000 litres"."""

from __future__ import annotations

from typing import Final

import regex
from msgspec.structs import replace

from renderer.composition.joining import load_joining
from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Token
from renderer.text.lines import build_line

KEPT_DIGITS: Final = 3
FROM_DIGITS: Final = 5
_NUMBER: Final = regex.compile(
    r"(?<![\p{L}\p{N}.,])\p{Nd}{1,3}(?:[.,\u00a0\u202f ]?\p{Nd}{3})+(?![\p{N}]|[.,]\p{N})"
)
_DIGIT: Final = regex.compile(r"\p{Nd}")


def rounded_line(sentence: str, *, id: str, language: Language) -> Line:  # noqa: A002  the field's name
    """The sentence's line; spoken numbers of five or more digits keep three, displayed numbers keep all."""
    exact = build_line(sentence, id=id, language=language)
    shorter = _NUMBER.sub(lambda match: _rounded(match[0]), sentence)
    if shorter == sentence:
        return exact
    spoken = build_line(shorter, id=id, language=language)
    if len(spoken.tokens) != len(exact.tokens):
        return exact
    about = load_joining(language).about
    tokens: list[Token] = []
    for token, heard in zip(exact.tokens, spoken.tokens, strict=True):
        if token.display == heard.display:
            tokens.append(token)
            continue
        before = tokens[-1].spoken.casefold() if tokens else ""
        is_said = bool(before) and before in about.casefold().split()
        tokens.append(replace(token, spoken=heard.spoken if is_said else about.format(number=heard.spoken)))
    return replace(exact, tokens=tuple(tokens))


def _rounded(number: str) -> str:
    """The number with zeros after its third digit; short or already round numbers are unchanged."""
    digits = _DIGIT.findall(number)
    if len(digits) < FROM_DIGITS:
        return number
    value = int("".join(digits))
    unit = 10 ** (len(digits) - KEPT_DIGITS)
    near = str(round(value / unit) * unit)
    if int(near) == value or len(near) != len(digits):
        return number
    left = iter(near)
    changed: str = _DIGIT.sub(lambda _: next(left), number)
    return changed
