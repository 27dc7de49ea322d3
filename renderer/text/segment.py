"""Text to caption tokens: what is lit as one, and what stands between."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from renderer.contract.vocabulary import Language
from renderer.text import unspaced
from renderer.text.languages import is_rtl, is_spaced, upper
from renderer.text.punctuation import LONE_CLINGING, LONE_OPENING, can_break_after, can_break_before
from renderer.text.scripts import graphemes
from renderer.text.sentences import sentences

__all__ = ["Piece", "can_break_before", "graphemes", "is_rtl", "sentences", "tokenise", "upper"]

NO_BREAK: Final = "\u00a0"
_SPACES: Final = regex.compile(r"[\s\u200b\p{Cc}--[\u00a0\u202f\u2007]]+", flags=regex.VERSION1)
_ANY_SPACE: Final = regex.compile(r"[\s\u200b\p{Cc}\u3000]+")
_DASH: Final = regex.compile(r"(?<=[\p{L}\p{N}]\p{P}?)([—]+)(?=\p{P}?[\p{L}\p{N}])")
_READ: Final = regex.compile(r"[\p{L}\p{N}]")
_WESTERN: Final = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Nd}\p{Arabic}\p{Devanagari}]")


class Piece(NamedTuple):
    """A token as displayed, and what follows it in running text: a space or nothing."""

    display: str
    gap: str


def _chunks(text: str) -> Iterator[Piece]:
    """Stretches between spaces, parted again after a long dash inside."""
    for chunk in _SPACES.split(text):
        start = 0
        for match in _DASH.finditer(chunk):
            yield Piece(chunk[start : match.end()], "")
            start = match.end()
        if chunk[start:]:
            yield Piece(chunk[start:], " ")


def _glue(sign: str, language: Language) -> str:
    """What joins a lone sign to its word: French and dashes and pictures keep a space, but one that holds."""
    if language is Language.FR or not regex.match(r"[\p{Po}\p{Pe}\p{Pf}]", sign):
        return NO_BREAK
    return ""


def _joined(pieces: Iterator[Piece], language: Language) -> Iterator[Piece]:
    """Join lone punctuation and pictures to their words."""
    held: list[Piece] = []
    opening = ""
    for piece in pieces:
        if LONE_OPENING.fullmatch(piece.display):
            opening += piece.display + (NO_BREAK if language is Language.FR else "")
            continue
        whole = Piece(opening + piece.display, piece.gap)
        if held and not opening and LONE_CLINGING.fullmatch(piece.display):
            glue = _glue(piece.display, language) if held[-1].gap else ""
            held[-1] = Piece(held[-1].display + glue + piece.display, piece.gap)
        else:
            held.append(whole)
        opening = ""
    if opening:
        before = held.pop().display if held else ""
        held.append(Piece(before + opening.strip(NO_BREAK), " "))
    if len(held) > 1 and LONE_CLINGING.fullmatch(held[0].display):
        first = held.pop(0)
        held[0] = Piece(first.display + _glue(first.display, language) + held[0].display, held[0].gap)
    yield from held


def _unspaced(text: str, language: Language) -> Iterator[Piece]:
    """Words of Chinese or Japanese; a written space stays where it parts foreign words."""
    chunks = [chunk for chunk in _ANY_SPACE.split(text) if chunk]
    for index, chunk in enumerate(chunks):
        following = chunks[index + 1] if index + 1 < len(chunks) else ""
        *inner, last = unspaced.words(chunk, language)
        yield from (Piece(word, "") for word in inner)
        kept = not following or _WESTERN.match(chunk[-1]) or _WESTERN.match(following[0])
        yield Piece(last, " " if kept else "")


def _clings(held: Piece, piece: Piece) -> bool:
    """Whether a piece belongs to the one before it, by line-breaking rules or since one is no word."""
    if not can_break_after(held.display) or not can_break_before(piece.display):
        return True
    if not _READ.search(held.display):
        return True
    return not _READ.search(piece.display) and can_break_after(piece.display)


def _clinging(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Join marks to the word before them, opening ones to the word after."""
    held = Piece("", "")
    for piece in pieces:
        if not held.display:
            held = piece
        elif _clings(held, piece):
            glue = NO_BREAK if held.gap and can_break_after(held.display) else ""
            held = Piece(held.display + glue + piece.display, piece.gap)
        else:
            yield held
            held = piece
    if held.display:
        yield held


def tokenise(text: str, language: Language) -> tuple[Piece, ...]:
    """Caption tokens of a text, in order; no text gives none.

    Spaced languages give words with the punctuation that clings to them; Chinese and Japanese give segmented
    words of about five characters or fewer. Control characters count as spaces. No token begins with closing
    punctuation unless the text does; lone dashes and emoji hold on to the word before them.
    """
    cleaned = unicodedata.normalize("NFC", text)
    if is_spaced(language):
        return tuple(_joined(_chunks(cleaned), language))
    return tuple(_clinging(_unspaced(cleaned, language)))
