"""A concept that words name, as a value."""

from __future__ import annotations

from msgspec import Struct


class Subject(Struct, frozen=True, kw_only=True):
    """A concept that the phrase names: its artwork, best first, and the word; a higher score is more certain.

    `cued`: the word has other meanings, and one nearby decides. `unreal`: the words say that it is missing,
    or only what something is like.
    """

    artwork: tuple[str, ...]
    word: str
    score: float
    cued: bool = False
    unreal: bool = False
