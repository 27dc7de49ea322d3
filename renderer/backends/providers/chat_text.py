"""Detects what chat models add to their answers: code fences, markup, addresses, emoji."""

from __future__ import annotations

from typing import Final

import regex

_MARKUP: Final = regex.compile(
    r"https?://|```|\*\*|^\s*[#>|]|</?[a-z]+>|\p{Extended_Pictographic}(?<![0-9#*©®™])"
)
_FENCED: Final = regex.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", regex.S)


def holds_markup(line: str) -> bool:
    """Whether a line holds markup, an address or an emoji, which cannot be read aloud."""
    return bool(_MARKUP.search(line))


def unfenced(text: str) -> str:
    """An answer without the code fence around it."""
    fenced = _FENCED.fullmatch(text)
    return fenced[1] if fenced else text
