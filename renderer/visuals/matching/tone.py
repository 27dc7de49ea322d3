"""Tone and time of artwork: what a mode bars, what was not invented yet (assets/artwork/tags.toml)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import check_choices, invalid, read_asset
from renderer.contract.vocabulary import VideoMode
from renderer.painters.artwork import ARTWORK_FOLDER, artwork_names

TAGS_FILE: Final = ARTWORK_FOLDER / "tags.toml"
_YEAR: Final = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")
_GRACE: Final = 3
"""Years by which a story may run ahead of the year that it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Which artwork may be shown: none that carries a barred tag, none younger than `year` (0 for any)."""

    barred: frozenset[str] = frozenset()
    year: int = 0

    def admits(self, artwork: str) -> bool:
        """Whether the drawing fits tone and time."""
        tags, since = _table()
        return not tags.get(artwork, frozenset()) & self.barred and not (
            self.year and since.get(artwork, 0) > self.year + _GRACE
        )


OPEN: Final = Gate()
"""Admits everything."""


def gate_of(mode: VideoMode, texts: Iterable[str]) -> Gate:
    """The gate of a video: its mode's bars and the first year that its texts name, the title before all."""
    found = next((hit for hit in map(_YEAR.search, texts) if hit), None)
    return Gate(barred=_barred(mode), year=int(found[0]) if found else 0)


class _Tags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: patterns of names by tag, the tags that a mode bars, patterns of names by first year."""

    tags: dict[str, tuple[str, ...]]
    barred: dict[VideoMode, tuple[str, ...]]
    since: dict[str, tuple[str, ...]]


@lru_cache(maxsize=8)
def _barred(mode: VideoMode) -> frozenset[str]:
    return frozenset(_file().barred.get(mode, ()))


@lru_cache(maxsize=1)
def _file() -> _Tags:
    """The file, checked.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    file = read_asset(TAGS_FILE, _Tags)
    for mode, tags in file.barred.items():
        check_choices(TAGS_FILE, f"barred.{mode.value}", tags, allowed=file.tags)
    for year in (year for year in file.since if not year.isdigit()):
        raise invalid(TAGS_FILE, f"since.{year}", "must be a year")
    return file


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, frozenset[str]], dict[str, int]]:
    """Tags of each drawing, and the year before which there was no such thing."""
    tags = {tag: _matching(patterns) for tag, patterns in _file().tags.items()}
    every = {name for names in tags.values() for name in names}
    by_name = {name: frozenset(tag for tag, names in tags.items() if name in names) for name in every}
    since = {name: int(year) for year, patterns in _file().since.items() for name in _matching(patterns)}
    return by_name, since


def _matching(patterns: Iterable[str]) -> frozenset[str]:
    wanted = tuple(patterns)
    return frozenset(
        name for name in artwork_names() if any(fnmatchcase(name, pattern) for pattern in wanted)
    )
