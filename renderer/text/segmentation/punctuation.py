"""Characters that may not be separated from their neighbours at a line's edge (kinsoku, UAX #14)."""

from __future__ import annotations

from typing import Final

import regex

# Small kana, the prolonged sound mark and iteration marks may not begin a line either (JIS X 4051).
_NOT_FIRST: Final = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶーｰ々ゝゞヽヾ〻゙゚゛゜"
_CLOSING: Final = (
    r"\p{Pe}\p{Pf}\p{Terminal_Punctuation}"
    r"。、，．・：；？！｡､･»›”’…‥‰%％℃°〜～‼⁇⁈⁉―—–"
)
_OPENING: Final = r"\p{Ps}\p{Pi}¿¡«‹“‘"

CLOSING: Final = regex.compile(rf"[{_CLOSING}{_NOT_FIRST}]")
OPENING: Final = regex.compile(rf"[{_OPENING}]")
LONE_OPENING: Final = regex.compile(rf"[{_OPENING}]+")
# Punctuation and emoji that are no words between spaces; & @ # % § and signs are not included, being spoken.
LONE_CLINGING: Final = regex.compile(
    r"(?:[\p{P}--[\p{Ps}\p{Pi}&@#%‰§¶*/\\]]|[\p{Extended_Pictographic}--\p{Nd}]|\p{M}|\p{Cf}|\p{Emoji_Modifier}"
    r"|\p{Regional_Indicator}|\p{Sk})+",
    flags=regex.VERSION1,
)


def can_break_before(token: str) -> bool:
    """Whether a line may begin with this token: not with closing punctuation, small kana or a mark."""
    return bool(token) and not CLOSING.match(token) and not regex.match(r"\p{M}", token)


def can_break_after(token: str) -> bool:
    """Whether a line may end with this token: not with an opening bracket or quote."""
    return bool(token) and not OPENING.match(token[-1])
