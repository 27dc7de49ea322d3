"""Whether a text holds anything to say."""

from __future__ import annotations

from typing import Final

import regex

_SPEAKABLE: Final = regex.compile(r"[\p{L}\p{N}]")


def is_speakable(text: str) -> bool:
    """Whether anything in the text can be said: a letter or a digit of any script."""
    return bool(_SPEAKABLE.search(text))
