"""Global sequence alignment (Needleman & Wunsch 1970) of the known text with the recognised text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np
import regex

GAP: Final = 1
MISMATCH: Final = 1
_LETTER: Final = regex.compile(r"[\p{L}\p{N}]")


def letters(text: str) -> str:
    """The letters and digits of a text, without case, accents or vowel signs, to compare spellings."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(_LETTER.findall(plain))


def matched_letters(known: str, heard: str) -> list[tuple[int, int]]:
    """Pairs of equal letters (index in `known`, index in `heard`), both ascending, at the least edit cost.

    Time and memory grow with the product of the lengths.
    """
    table = _distances(known, heard)
    pairs: list[tuple[int, int]] = []
    row, column = len(known), len(heard)
    while row and column:
        equal = known[row - 1] == heard[column - 1]
        if table[row, column] == table[row - 1, column - 1] + (0 if equal else MISMATCH):
            if equal:
                pairs.append((row - 1, column - 1))
            row, column = row - 1, column - 1
        elif table[row, column] == table[row - 1, column] + GAP:
            row -= 1
        else:
            column -= 1
    return pairs[::-1]


def _distances(known: str, heard: str) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """Edit distances between all prefixes of both texts, computed a row at a time."""
    codes = np.array([ord(letter) for letter in heard], np.int32)
    ramp = np.arange(len(heard) + 1, dtype=np.int32) * GAP
    table = np.empty((len(known) + 1, len(heard) + 1), np.int32)
    table[0] = ramp
    for row, letter in enumerate(known, start=1):
        best = table[row - 1] + GAP
        best[1:] = np.minimum(best[1:], table[row - 1, :-1] + np.where(codes == ord(letter), 0, MISMATCH))
        # insertions depend on the cell to the left; without the ramp, that is a running minimum
        table[row] = np.minimum.accumulate(best - ramp) + ramp
    return table


def letter_times(words: Sequence[tuple[str, float, float]]) -> tuple[str, list[float], list[float]]:
    """All letters of timed words with their start and end times; a word's letters share its time equally."""
    text, starts, ends = "", [], []
    for word, start, end in words:
        said = letters(word)
        step = (end - start) / max(1, len(said))
        text += said
        starts += [start + step * at for at in range(len(said))]
        ends += [start + step * (at + 1) for at in range(len(said))]
    return text, starts, ends
