"""Splits text into caption tokens: the units that are highlighted together, and the gaps between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_rtl, is_spaced, upper
from renderer.text.segmentation import unspaced
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.segmentation.punctuation import (
    LONE_CLINGING,
    LONE_OPENING,
    can_break_after,
    can_break_before,
)

__all__ = ["TokenPiece", "can_break_before", "graphemes", "is_rtl", "tokenise", "upper"]

NO_BREAK: Final = "\u00a0"
LONGEST_WORD: Final = 80
"""Letters; anything longer is not a word, and as one token it would stay on screen for too long."""
LONGEST_STRETCH: Final = 12
"""Most letters of one token in a script that writes no spaces between words."""
LONGEST_FIGURE: Final = 24
"""Most consecutive digits of one token."""
FIGURES_TOGETHER: Final = 16
_UNSPACED_STRETCH: Final = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}][\p{M}\p{Lm}\p{L}--[\p{Latin}]]*",
    flags=regex.VERSION1,
)
_LONG_FIGURE: Final = regex.compile(rf"\p{{Nd}}{{{LONGEST_FIGURE + 1},}}")
_SPACES: Final = regex.compile(r"[\s\u200b\p{Cc}--[\u00a0\u202f\u2007]]+", flags=regex.VERSION1)
_ANY_SPACE: Final = regex.compile(r"[\s\u200b\p{Cc}\u3000]+")
_DASH: Final = regex.compile(r"(?<=[\p{L}\p{N}]\p{P}?)([—]+)(?=\p{P}?[\p{L}\p{N}])")
_READ: Final = regex.compile(r"[\p{L}\p{N}]")
_WESTERN: Final = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Nd}\p{Arabic}\p{Devanagari}]")


class TokenPiece(NamedTuple):
    """A token as displayed, and the gap after it in running text: a space or nothing."""

    display: str
    gap: str


def _chunks(text: str) -> Iterator[TokenPiece]:
    """Text between spaces, split further after a long dash inside it and where it is too long for a word."""
    for chunk in _SPACES.split(text):
        start = 0
        for match in _DASH.finditer(chunk):
            yield TokenPiece(chunk[start : match.end()], "")
            start = match.end()
        if chunk[start:]:
            yield from _parted(chunk[start:])


def _parted(chunk: str) -> Iterator[TokenPiece]:
    """The chunk, or its parts if it is far too long to be one word; a space follows the last."""
    if len(chunk) <= LONGEST_STRETCH:
        yield TokenPiece(chunk, " ")
        return
    *inner, last = _cut_evenly(chunk, _cuts(chunk))
    yield from (TokenPiece(part, "") for part in inner)
    yield TokenPiece(last, " ")


def _cuts(chunk: str) -> set[int]:
    """Where to split runs of unspaced scripts and endless figures, never inside a grapheme cluster."""
    found: set[int] = set()
    for pattern, longest, step in (
        (_UNSPACED_STRETCH, LONGEST_STRETCH, LONGEST_STRETCH // 2),
        (_LONG_FIGURE, LONGEST_FIGURE, FIGURES_TOGETHER),
    ):
        for match in pattern.finditer(chunk):
            parts = graphemes(match[0])
            if len(parts) > longest:
                places = list(accumulate(map(len, parts), initial=match.start()))
                # a short remainder stays with the part before it
                found.update(places[step : len(parts) - step // 2 : step])
    return found


def _cut_evenly(chunk: str, cuts: set[int]) -> Iterator[str]:
    """The chunk split at `cuts`, and any part that is still too long split into parts of equal length."""
    for start, end in pairwise([0, *sorted(cuts), len(chunk)]):
        parts = graphemes(chunk[start:end])
        count = max(1, -(-len(parts) // LONGEST_WORD))
        for index in range(count):
            yield "".join(parts[index * len(parts) // count : (index + 1) * len(parts) // count])


def _glue(sign: str, language: Language) -> str:
    """What joins a lone sign to its word: a no-break space in French and for dashes and emoji, or ""."""
    if language is Language.FR or not regex.match(r"[\p{Po}\p{Pe}\p{Pf}]", sign):
        return NO_BREAK
    return ""


def _joined(pieces: Iterator[TokenPiece], language: Language) -> Iterator[TokenPiece]:
    """Join lone punctuation and emoji to their words."""
    held: list[TokenPiece] = []
    opening = ""
    for piece in pieces:
        if LONE_OPENING.fullmatch(piece.display):
            opening += piece.display + (NO_BREAK if language is Language.FR else "")
            continue
        whole = TokenPiece(opening + piece.display, piece.gap)
        if held and not opening and LONE_CLINGING.fullmatch(piece.display):
            glue = _glue(piece.display, language) if held[-1].gap else ""
            held[-1] = TokenPiece(held[-1].display + glue + piece.display, piece.gap)
        else:
            held.append(whole)
        opening = ""
    if opening:
        before = held.pop().display if held else ""
        held.append(TokenPiece(before + opening.strip(NO_BREAK), " "))
    if len(held) > 1 and LONE_CLINGING.fullmatch(held[0].display):
        first = held.pop(0)
        held[0] = TokenPiece(first.display + _glue(first.display, language) + held[0].display, held[0].gap)
    yield from held


def _unspaced(text: str, language: Language) -> Iterator[TokenPiece]:
    """Words of Chinese or Japanese; a written space is kept next to foreign words."""
    chunks = [chunk for chunk in _ANY_SPACE.split(text) if chunk]
    for index, chunk in enumerate(chunks):
        following = chunks[index + 1] if index + 1 < len(chunks) else ""
        *inner, last = unspaced.words(chunk, language)
        yield from (TokenPiece(part, "") for word in inner for part in _cut_evenly(word, _cuts(word)))
        *parts, last = _cut_evenly(last, _cuts(last))
        yield from (TokenPiece(part, "") for part in parts)
        kept = not following or _WESTERN.match(chunk[-1]) or _WESTERN.match(following[0])
        yield TokenPiece(last, " " if kept else "")


def _clings(held: TokenPiece, piece: TokenPiece) -> bool:
    """Whether a piece belongs to the one before it: by line-breaking rules, or because one is no word."""
    if not can_break_after(held.display) or not can_break_before(piece.display):
        return True
    if not _READ.search(held.display):
        return True
    return not _READ.search(piece.display) and can_break_after(piece.display)


def _clinging(pieces: Iterator[TokenPiece]) -> Iterator[TokenPiece]:
    """Join closing marks to the word before them and opening marks to the word after."""
    held = TokenPiece("", "")
    for piece in pieces:
        if not held.display:
            held = piece
        elif _clings(held, piece):
            glue = NO_BREAK if held.gap and can_break_after(held.display) else ""
            held = TokenPiece(held.display + glue + piece.display, piece.gap)
        else:
            yield held
            held = piece
    if held.display:
        yield held


def tokenise(text: str, language: Language) -> tuple[TokenPiece, ...]:
    """Caption tokens of a text, in order; empty for an empty text.

    Spaced languages give words with the punctuation attached to them; Chinese and Japanese give segmented
    words of about five characters or fewer. Control characters count as spaces. No token begins with closing
    punctuation unless the text does; lone dashes and emoji attach to the word before them.
    """
    cleaned = unicodedata.normalize("NFC", text)
    if is_spaced(language):
        return tuple(_joined(_chunks(cleaned), language))
    return tuple(_clinging(_unspaced(cleaned, language)))
