"""Marks the tokens of a line that its writer wants to stand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import regex
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.text.languages import UNSPACED

MOST_SHARE = 0.5
"""If a larger share of the line would be stressed, nothing stands out, so no token is marked."""


def with_stress(line: Line, phrases: Sequence[str], *, language: Language) -> Line:
    """The line with every token marked that overlaps one of `phrases`.

    A phrase matches whole words, ignoring case; in Chinese and Japanese it matches anywhere.
    """
    texts = [token.display + token.gap for token in line.tokens]
    ends = list(accumulate(map(len, texts)))
    found = list(_places("".join(texts), phrases, whole_words=language not in UNSPACED))
    stressed = [
        any(first < end and last > end - len(text) for first, last in found)
        for end, text in zip(ends, texts, strict=True)
    ]
    if not any(stressed) or sum(stressed) > max(1, MOST_SHARE * len(stressed)):
        return line
    tokens = (replace(token, stressed=mark) for token, mark in zip(line.tokens, stressed, strict=True))
    return replace(line, tokens=tuple(tokens))


def _places(text: str, phrases: Sequence[str], *, whole_words: bool) -> Iterator[tuple[int, int]]:
    """Half-open character ranges of the phrases in a text."""
    for phrase in phrases:
        words = [regex.escape(word) for word in phrase.split()]
        if not words:
            continue
        written = r"\s+".join(words)
        pattern = (
            rf"(?<![\p{{L}}\p{{M}}\p{{N}}]){written}(?![\p{{L}}\p{{M}}\p{{N}}])" if whole_words else written
        )
        yield from (match.span() for match in regex.finditer(pattern, text, flags=regex.I | regex.F))
