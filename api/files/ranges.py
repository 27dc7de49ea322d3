"""Conditional and ranged requests (RFC 9110 §13, §14), as strictly as the contract asks.

Exactly one `bytes` range that begins inside the file, else 416: no multipart, no guessing. Numbers are ASCII
digits of any count; a range that extends beyond the end is clipped to it (§14.1.2).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from api.problems import ApiProblem

_RANGE: Final = re.compile(r"(?i:bytes)=(?:([0-9]+)-([0-9]*)|-([0-9]+))", re.ASCII)
_DIGITS: Final = 18
"""No file size has more digits; a longer number means "beyond the end" and is not evaluated."""
_TAG: Final = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS: Final = re.compile(rf"\s*(?:{_TAG.pattern}\s*(?:,\s*|$))+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The half-open byte range [start, stop) of a file of `size` bytes."""

    start: int
    stop: int
    size: int

    @property
    def length(self) -> int:
        """Number of bytes in the range."""
        return self.stop - self.start

    @property
    def content_range(self) -> str:
        """The value of the Content-Range header, whose end is inclusive."""
        return f"bytes {self.start}-{self.stop - 1}/{self.size}"


def parse_range(values: Sequence[str], *, size: int) -> Span:
    """The one requested range; raises `invalid_range` unless exactly one can be served."""
    match = _RANGE.fullmatch(values[0]) if len(values) == 1 else None
    if match is None:
        raise _invalid(size)
    first, last, suffix = match.groups()
    if suffix is not None:
        start, stop = max(0, size - _number(suffix)), size
    else:
        start = _number(first)
        stop = min(_number(last) + 1, size) if last else size
    if start >= stop:
        raise _invalid(size)
    return Span(start=start, stop=stop, size=size)


def none_match(values: Sequence[str], *, etag: str) -> bool:
    """Whether If-None-Match holds: none of its tags matches the current one (weak comparison)."""
    text = ", ".join(values)
    if text.strip() == "*":
        return False
    if not _TAGS.fullmatch(text):
        return True
    return etag.strip('"') not in _TAG.findall(text)


def range_applies(if_range: Sequence[str], *, etag: str, last_modified: str) -> bool:
    """Whether If-Range lets the range be honoured: only the exact strong tag or the exact date does."""
    return not if_range or (len(if_range) == 1 and if_range[0] in {etag, last_modified})


def _number(digits: str) -> int:
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) <= _DIGITS else 10**_DIGITS


def _invalid(size: int) -> ApiProblem:
    return ApiProblem("invalid_range", content_range=f"bytes */{size}")
