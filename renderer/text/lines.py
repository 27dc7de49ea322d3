"""Turns a sentence into a `Line`: tokens with display form, spoken form and gap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Token
from renderer.text.languages import UNSPACED
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.signs import CURRENCY_CODES
from renderer.text.normalization.spoken_forms import spoken_forms
from renderer.text.segmentation.tokens import TokenPiece, tokenise

NO_BREAK: Final = "\u00a0"
_NUMBER_GROUP: Final = regex.compile(r"\d{3}(?!\d)")
_GROUP_HEAD: Final = regex.compile(r"\p{Sc}?\d{1,3}(?:\u00a0\d{3})*")
_GROUPING: Final = frozenset({Language.FR, Language.RU, Language.DE, Language.ES, Language.PT})
_SIGN_AFTER: Final = regex.compile(r"(?:[%‰٪]|(?:[kKMBT]|Mds?|bn|Mio\.|Mrd\.)?[€$£¥₹₽]|°[CF]?|℃)\p{P}*")
_CODES: Final = "|".join(map(regex.escape, CURRENCY_CODES))
_SIGN_BEFORE: Final = regex.compile(rf"\p{{P}}*(?:(?:US|R)?\p{{Sc}}|{_CODES})")
_RECENT_YEAR: Final = regex.compile(r"(?:19|20)\p{Nd}{2}(?!\p{Nd})")
"""After "CNY", the year of a Chinese New Year."""
_CODE_AFTER: Final = regex.compile(rf"(?:{_CODES})(?![A-Za-z])")
"""In scripts without spaces a particle may follow the code."""
_SLASH: Final = regex.compile(r"\p{Nd}/\p{Nd}")
_LATIN_UNIT: Final = regex.compile(r"[A-Za-z][A-Za-z/²³]*")
_UNFINISHED: Final = regex.compile(r"\p{Nd}[~～〜]$|\p{Nd}[A-Za-z]+/$")
"""A range without its end or a speed without its unit of time: "10~", "100km/"."""
_ENDS_IN_FIGURE: Final = regex.compile(r"\p{Nd}$")
_STARTS_WITH_FIGURE: Final = regex.compile(r"\p{Nd}")


def build_line(sentence: str, *, id: str, language: Language) -> Line:  # noqa: A002  the field's name
    """Build the line of a sentence. Every token has something to say; figures stay whole ("1 000", "3,50 €").

    A sentence without any letter or digit gives a line without tokens.
    """
    pieces = _figures_joined(tokenise(sentence, language), language)
    spoken = spoken_forms([piece.display for piece in pieces], language)
    tokens = [
        Token(display=piece.display, spoken=form, gap=piece.gap)
        for piece, form in zip(pieces, spoken, strict=True)
    ]
    return Line(id=id, tokens=tuple(_silent_joined(tokens)))


def _figures_joined(pieces: Iterable[TokenPiece], language: Language) -> list[TokenPiece]:
    joined: list[TokenPiece] = []
    for piece in pieces:
        if joined and _belongs(joined[-1].display, piece.display, language):
            last = joined[-1]
            joined[-1] = TokenPiece(last.display + (NO_BREAK if last.gap else "") + piece.display, piece.gap)
        else:
            joined.append(piece)
    return joined


def _belongs(before: str, after: str, language: Language) -> bool:
    """Whether two adjacent tokens form one figure."""
    if _SIGN_AFTER.fullmatch(after) or (language in UNSPACED and _CODE_AFTER.match(after)):
        return bool(_ENDS_IN_FIGURE.search(before))
    if _SIGN_BEFORE.fullmatch(before):
        new_year = before.endswith("CNY") and _RECENT_YEAR.match(after)
        return bool(_STARTS_WITH_FIGURE.match(after)) and not new_year
    if language in UNSPACED and _SLASH.search(before[-2:] + after[:2]):
        return True
    if language in UNSPACED and _UNFINISHED.search(before):
        return bool(regex.match(r"\p{Nd}" if before[-1] != "/" else "[A-Za-z]", after))
    if language in UNSPACED and (unit := _LATIN_UNIT.match(after)):
        units = spoken_words(language).units
        of_degrees = before[-1] + unit[0] in units
        return of_degrees or (unit[0] in units and bool(_ENDS_IN_FIGURE.search(before)))
    grouped = language in _GROUPING and _NUMBER_GROUP.match(after)
    return bool(grouped and _GROUP_HEAD.fullmatch(before))


def _silent_joined(tokens: list[Token]) -> list[Token]:
    """Join tokens without speech to the token before them, or to the first spoken one."""
    joined: list[Token] = []
    opening = ""
    for token in tokens:
        if token.spoken and opening:
            joined.append(Token(display=opening + token.display, spoken=token.spoken, gap=token.gap))
            opening = ""
        elif token.spoken:
            joined.append(token)
        elif joined:
            last = joined[-1]
            glue = NO_BREAK if last.gap else ""
            joined[-1] = Token(display=last.display + glue + token.display, spoken=last.spoken, gap=token.gap)
        else:
            opening += token.display + (NO_BREAK if token.gap else "")
    return joined
