"""Builds a safe attachment file name from a title in any script (RFC 6266, RFC 8187)."""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import quote

_MAX_BYTES: Final = 120
_FORBIDDEN: Final = frozenset('/\\:*?"<>|%')
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{name}{digit}" for name in ("com", "lpt") for digit in range(10)}
)


def disposition(title: str, *, fallback: str, suffix: str) -> str:
    """The `Content-Disposition` value: an ASCII name for old clients and the full name in UTF-8."""
    stem = _stem(title) or fallback
    ascii_stem = _ascii(stem) or fallback
    encoded = f"{quote(stem, safe='')}{suffix}"
    return f"attachment; filename=\"{ascii_stem}{suffix}\"; filename*=UTF-8''{encoded}"


def _stem(title: str) -> str:
    text = unicodedata.normalize("NFC", title)
    kept = "".join(" " if _unsafe(char) else char for char in text)
    words = " ".join(kept.split()).strip(". ")
    cut = words.encode()[:_MAX_BYTES].decode(errors="ignore").strip(". ")
    return f"{cut} video" if cut.split(".")[0].strip().lower() in _RESERVED else cut


def _unsafe(char: str) -> bool:
    """Whether this is a separator, quote, or control, format, private, surrogate or unassigned character."""
    is_joiner = char in "\u200c\u200d"  # words of Persian and Hindi, and many emoji, need them
    return char in _FORBIDDEN or (unicodedata.category(char).startswith("C") and not is_joiner)


def _ascii(stem: str) -> str:
    """What is left of a stem in ASCII, made safe again, as full-width signs become quotes and slashes.

    Empty if no letter or digit is left.
    """
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    safe = _stem(plain.strip(". -"))
    return safe if any(char.isalnum() for char in safe) else ""
