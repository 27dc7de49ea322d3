"""Texts that callers send to be spoken or shown: trimmed, and measured in code points."""

from __future__ import annotations

from typing import Final

WHITE_SPACE: Final = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The characters with the Unicode property White_Space."""
_NUL: Final = "must not contain the character U+0000"


def within(text: str, *, least: int, most: int) -> str:
    """The text without surrounding white space.

    Raises:
        ValueError: what the text must be, as the end of a sentence that begins with the field's name.
    """
    trimmed = text.strip(WHITE_SPACE)
    if not least <= len(trimmed) <= most:
        message = f"must have {least} to {most} characters after trimming"
        raise ValueError(message)
    if "\0" in trimmed:
        raise ValueError(_NUL)
    return trimmed
