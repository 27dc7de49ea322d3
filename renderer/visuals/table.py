"""Reading a bundled TOML file key by key: a wrong one names the file, the key and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NoReturn

from renderer.errors import ClipwrightError

Rgb = tuple[int, int, int]


class Table:
    """A TOML table that knows its file and path. Every getter raises `pack_invalid` on a bad value."""

    def __init__(self, entries: dict[str, Any], *, file: str, path: str = "") -> None:
        self._entries = entries
        self._file = file
        self._path = path

    def names(self) -> tuple[str, ...]:
        """Its keys, in file order."""
        return tuple(self._entries)

    def fail(self, key: str, reason: str) -> NoReturn:
        """Refuse a key."""
        raise ClipwrightError("pack_invalid", file=self._file, key=self._path + key, reason=reason)

    def only(self, allowed: Collection[str]) -> None:
        """Refuse keys outside `allowed`."""
        for key in self._entries:
            if key not in allowed:
                self.fail(key, f"unknown key; allowed: {', '.join(sorted(allowed))}")

    def table(self, key: str) -> Table:
        """A sub-table."""
        value = self._need(key)
        if not isinstance(value, dict):
            self.fail(key, "must be a table")
        return Table(value, file=self._file, path=f"{self._path}{key}.")

    def tables(self, key: str) -> Iterator[Table]:
        """An array of at least one table."""
        value = self._need(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            self.fail(key, f"must be at least one [[{key}]] table")
        for index, item in enumerate(value):
            yield Table(item, file=self._file, path=f"{self._path}{key}[{index}].")

    def number(self, key: str, low: float, high: float) -> float:
        """A number in [low, high]."""
        value = self._need(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            self.fail(key, f"must be a number from {low:g} to {high:g}, not {value!r}")
        return float(value)

    def text(self, key: str) -> str:
        """A non-empty text."""
        value = self._need(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, "must be a non-empty text")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._need(key)
        if not isinstance(value, bool):
            self.fail(key, "must be true or false")
        return value

    def colour(self, key: str) -> Rgb:
        """An sRGB colour, "#rrggbb"."""
        value = self._need(key)
        if not isinstance(value, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
            self.fail(key, f'must be a colour like "#1a2b3c", not {value!r}')
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)

    def choices(self, key: str, allowed: Collection[str]) -> tuple[str, ...]:
        """A list of at least one of the allowed names."""
        value = self._need(key)
        if not isinstance(value, list) or not value or not all(item in allowed for item in value):
            self.fail(key, f"must be a list out of: {', '.join(sorted(allowed))}")
        return tuple(value)

    def _need(self, key: str) -> Any:
        if key not in self._entries:
            self.fail(key, "is missing")
        return self._entries[key]


def read_table(path: Path) -> Table:
    """The whole file.

    Raises:
        ClipwrightError: `asset_missing` or, where it is no TOML, `pack_invalid`.
    """
    try:
        return Table(tomllib.loads(path.read_text(encoding="utf-8")), file=path.name)
    except FileNotFoundError as error:
        raise ClipwrightError("asset_missing", path=f"{path.parent.name}/{path.name}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClipwrightError("pack_invalid", file=path.name, key="(file)", reason=str(error)) from error
