"""Tells whether a text contains anything to say."""

from __future__ import annotations

from typing import Final

import regex

_SPEAKABLE: Final = regex.compile(r"[\p{L}\p{N}]")


def is_speakable(text: str) -> bool:
    """Whether the text contains anything speakable: a letter or digit of any script."""
    return bool(_SPEAKABLE.search(text))
