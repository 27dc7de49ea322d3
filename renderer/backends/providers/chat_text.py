"""Detects what chat models add to their answers: code fences, markup, addresses, emoji."""

from __future__ import annotations

from typing import Final

import regex

_MARKUP: Final = regex.compile(
    r"https?://|```|\*\*|^\s*[#>|]|</?[a-z]+>|\p{Extended_Pictographic}(?<![0-9#*©®™])"
)
_FENCE: Final = "```"


def holds_markup(line: str) -> bool:
    """Whether a line holds markup, an address or an emoji, which cannot be read aloud."""
    return bool(_MARKUP.search(line))


def unfenced(text: str) -> str:
    """An answer without the code fence around it, and the white space inside the fence."""
    bare = text.strip()
    if len(bare) < 2 * len(_FENCE) or not (bare.startswith(_FENCE) and bare.endswith(_FENCE)):
        return text
    inner = bare[len(_FENCE) : -len(_FENCE)].removeprefix("json")
    body = inner.strip()
    if not body:
        return text
    before, _, after = inner.partition(body)
    return body if "\n" in before and "\n" in after else text
