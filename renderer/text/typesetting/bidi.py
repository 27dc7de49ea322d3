"""Text direction within a line (Unicode Standard Annex #9), with every word kept in one piece.

Levels follow the annex's implicit rules (W1-W7, N0-N2, I1-I2); explicit embeddings are ignored. Captions
highlight whole words, so two rules are added where the annex would split a word around its neighbour: a pair
of brackets or quotes around a single stretch takes that stretch's level, which looks the same, and other
punctuation at the edge of a phrase of several words stays with its word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final

from msgspec import Struct

_BRACKETS: Final = {
    "(": ")",
    "[": "]",
    "{": "}",
    "⟨": "⟩",
    "〈": "〉",
    "《": "》",
    "「": "」",
    "『": "』",
    "【": "】",
}
_PAIRS: Final = _BRACKETS | {"“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“", '"': '"', "'": "'"}
_REMOVED: Final = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_SEPARATED: Final = {"CS": ("EN", "AN"), "ES": ("EN",)}
_NEUTRAL: Final = frozenset({"B", "S", "WS", "ON", "ES", "ET", "CS"})


class TextDirection(StrEnum):
    """Base direction of a line; AUTO takes that of its language."""

    LTR = "ltr"
    RTL = "rtl"
    AUTO = "auto"

    def resolved(self, *, rtl: bool) -> TextDirection:
        """Resolve AUTO; `rtl` says whether the language runs from right to left."""
        if self is not TextDirection.AUTO:
            return self
        return TextDirection.RTL if rtl else TextDirection.LTR


class LevelRun(Struct, frozen=True):
    """Code points [start, end) of one embedding level; odd levels run right to left."""

    start: int
    end: int
    level: int


def _weak_numbers(types: list[str], strong: str) -> None:
    """W1-W3: nonspacing marks, numbers after Arabic letters, Arabic letters."""
    last, previous = strong, strong
    for index, kind in enumerate(types):
        resolved = previous if kind == "NSM" else kind
        previous = resolved
        if resolved in {"L", "R", "AL"}:
            last = resolved
        types[index] = "AN" if resolved == "EN" and last == "AL" else resolved
    types[:] = ["R" if kind == "AL" else kind for kind in types]


def _weak_separators(types: list[str]) -> None:
    """W4-W6: single separators between numbers, signs beside numbers; the rest becomes neutral."""
    for index in range(1, len(types) - 1):
        before, kind, after = types[index - 1 : index + 2]
        if before == after and before in _SEPARATED.get(kind, ()):
            types[index] = before
    start = 0
    for kind, group in groupby(list(types)):
        end = start + len(list(group))
        beside = {types[start - 1] if start else "", types[end] if end < len(types) else ""}
        if kind == "ET" and "EN" in beside:
            types[start:end] = ["EN"] * (end - start)
        start = end
    types[:] = ["ON" if kind in {"ES", "ET", "CS"} else kind for kind in types]


def _latin_numbers(types: list[str], strong: str) -> None:
    """W7: numbers in left-to-right context become part of it."""
    last = strong
    for index, kind in enumerate(types):
        last = kind if kind in {"L", "R"} else last
        types[index] = "L" if kind == "EN" and last == "L" else kind


def _as_strong(kind: str) -> str:
    return "R" if kind in {"R", "EN", "AN"} else kind


def _matched(text: str, pairs: dict[str, str]) -> list[tuple[int, int]]:
    """Positions of matching opening and closing characters, by opening position."""
    open_: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for index, character in enumerate(text):
        wanted = [closer for closer, _ in open_]
        if character in wanted:
            depth = len(wanted) - 1 - wanted[::-1].index(character)
            found.append((open_[depth][1], index))
            del open_[depth:]
        elif character in pairs:
            open_.append((pairs[character], index))
    return sorted(found)


def _brackets(text: str, types: list[str], embedding: str) -> None:
    """N0: a bracket pair takes the direction of its content or of the text before it."""
    for opening, closing in _matched(text, _BRACKETS):
        if types[opening] != "ON" or types[closing] != "ON":
            continue
        inside = {_as_strong(kind) for kind in types[opening + 1 : closing]} & {"L", "R"}
        if not inside:
            continue
        before = (_as_strong(kind) for kind in types[:opening][::-1])
        context = next((kind for kind in before if kind in {"L", "R"}), embedding)
        same = embedding in inside or context == embedding
        types[opening] = types[closing] = embedding if same else context


def _neutrals(types: list[str], embedding: str) -> None:
    """N1-N2: neutrals between equal directions join them; all others follow the line."""
    start = 0
    for neutral, group in groupby(list(types), key=_NEUTRAL.__contains__):
        end = start + len(list(group))
        if neutral:
            before = _as_strong(types[start - 1]) if start else embedding
            after = _as_strong(types[end]) if end < len(types) else embedding
            types[start:end] = [before if before == after else embedding] * (end - start)
        start = end


@lru_cache(maxsize=8192)
def levels_of(text: str, base: TextDirection) -> tuple[int, ...]:
    """Embedding level of each code point of one line, before trailing spaces are reordered."""
    level = 1 if base is TextDirection.RTL else 0
    embedding = "R" if level else "L"
    kept = [i for i, c in enumerate(text) if unicodedata.bidirectional(c) not in _REMOVED]
    types = [unicodedata.bidirectional(text[i]) or "ON" for i in kept]
    _weak_numbers(types, embedding)
    _weak_separators(types)
    _latin_numbers(types, embedding)
    _brackets("".join(text[i] for i in kept), types, embedding)
    _neutrals(types, embedding)
    raised = {"L": level % 2, "R": 1 - level % 2, "AN": 2 - level % 2, "EN": 2 - level % 2}
    found = dict(zip(kept, (level + raised[kind] for kind in types), strict=True))
    levels: list[int] = []
    for index in range(len(text)):
        levels.append(found.get(index, levels[-1] if levels else level))
    return tuple(levels)


def reordered(levels: Sequence[int]) -> list[int]:
    """Indices in visual order, left to right (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        for high, group in groupby(list(order), key=lambda index: levels[index] >= level):
            end = start + len(list(group))
            if high:
                order[start:end] = order[start:end][::-1]
            start = end
    return order


def level_runs(levels: Sequence[int]) -> list[LevelRun]:
    """Runs of equal level in visual order."""
    runs: list[LevelRun] = []
    for level, group in groupby(levels):
        start = runs[-1].end if runs else 0
        runs.append(LevelRun(start, start + len(list(group)), level))
    return [runs[index] for index in reordered([run.level for run in runs])]


def _close_pairs(text: str, levels: list[int], base: int) -> None:
    """Give brackets and quotes around exactly one embedded stretch that stretch's level."""
    for opening, closing in reversed(_matched(text, _PAIRS)):
        inside = set(levels[opening + 1 : closing])
        outside = {*levels[max(0, opening - 1) : opening], *levels[closing + 1 : closing + 2]}
        if len(inside) == 1 and inside > {base} - inside and not inside & outside:
            levels[opening] = levels[closing] = inside.pop()


def _spans(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Span of each word in the line, with one space between words."""
    start = 0
    for word in words:
        yield start, start + len(word)
        start += len(word) + 1


def _core(text: str, levels: Sequence[int], span: tuple[int, int], base: int) -> tuple[int, int]:
    """The word without neutral characters of the line's own level at its edges."""
    start, end = span

    def loose(index: int) -> bool:
        return levels[index] == base and unicodedata.bidirectional(text[index]) in _NEUTRAL

    while start < end and loose(start):
        start += 1
    while start < end and loose(end - 1):
        end -= 1
    return start, end


def _keep_whole(text: str, levels: list[int], words: Sequence[str], base: int) -> list[int]:
    """Level by which each word is ordered; punctuation that would leave its word is kept with it."""
    ordered: list[int] = []
    for start, end in _spans(words):
        first, last = _core(text, levels, (start, end), base)
        inner = set(levels[first:last])
        level = inner.pop() if len(inner) == 1 else base
        ordered.append(level)
        if level == base:
            continue
        if start > 0 and levels[start - 1] == level:
            levels[last:end] = [level] * (end - last)
        if end < len(text) and levels[end] == level:
            levels[start:first] = [level] * (first - start)
    return ordered


@lru_cache(maxsize=4096)
def _line(words: tuple[str, ...], base: TextDirection) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    text = " ".join(words)
    level = 1 if base is TextDirection.RTL else 0
    levels = list(levels_of(text, base))
    _close_pairs(text, levels, level)
    own = _keep_whole(text, levels, words, level)
    spans = list(_spans(words))
    # Words and the gaps between them are reordered together: a gap at the line's level separates two phrases.
    items = [item for index, (_, end) in enumerate(spans) for item in (own[index], *levels[end : end + 1])]
    order = tuple(index // 2 for index in reordered(items) if index % 2 == 0)
    return order, tuple(tuple(levels[start:end]) for start, end in spans)


def _of_line(base: TextDirection) -> TextDirection:
    if base is TextDirection.AUTO:
        raise ValueError(base)
    return base


class LineLayout(Struct, frozen=True):
    """How the words of a line are arranged.

    `order` has their indices from left to right on screen. `levels` has, for each word in reading order, the
    embedding levels of its code points within the line: `shape(levels=…)`.
    """

    order: tuple[int, ...]
    levels: tuple[tuple[int, ...], ...]


def line_layout(words: Sequence[str], base: TextDirection) -> LineLayout:
    """The layout of a line of words with spaces between them.

    Raises:
        ValueError: for `TextDirection.AUTO`; resolve it with the language first.
    """
    order, levels = _line(tuple(words), _of_line(base))
    return LineLayout(tuple(order), tuple(levels))
