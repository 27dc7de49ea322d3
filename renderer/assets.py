"""Bundled data files: where they are, and the one way to read a TOML file into a checked value.

A malformed file raises `asset_invalid`, which names the file, the key and what is allowed there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from renderer.errors import ClipwrightError

ROOT: Final = Path(__file__).resolve().parents[1]
ASSETS: Final = ROOT / "assets"
ARTWORK_FOLDER: Final = ASSETS / "artwork"
"""Drawings, and the words that call for them."""

T = TypeVar("T")
_FIELD: Final = re.compile(r"(?:unknown|required) field `([^`]+)`")
_STEPS: Final = re.compile(r"\.?([\w-]+)|\[(\d+|\.\.\.)\]")


def asset_name(path: Path) -> str:
    """The name of a file in errors: its path relative to the project's root, or its bare name outside it."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def invalid(path: Path, key: str, reason: str) -> ClipwrightError:
    """The error about one key of a data file."""
    return ClipwrightError("asset_invalid", file=asset_name(path), key=key, reason=reason)


def asset_bytes(path: Path) -> bytes:
    """A data file as it is.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ClipwrightError("asset_missing", path=asset_name(path)) from error


def read_document(path: Path) -> dict[str, Any]:
    """A TOML file as plain tables.

    Raises:
        ClipwrightError: `asset_missing`; `asset_invalid` if it is not valid TOML.
    """
    data = asset_bytes(path)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise invalid(path, "file", f"is no TOML: {error}") from error


def read_asset(path: Path, kind: type[T]) -> T:
    """A TOML file as a value of `kind`, a frozen msgspec struct or a dictionary of such.

    Raises:
        ClipwrightError: `asset_missing`; `asset_invalid` naming the key and what is allowed there.
    """
    document = read_document(path)
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise invalid(path, *_explained(str(error), kind)) from error


def check_choices(path: Path, key: str, given: Iterable[str], *, allowed: Iterable[str]) -> None:
    """Refuse names outside `allowed`, a set that the file's type cannot express.

    Raises:
        ClipwrightError: `asset_invalid`.
    """
    known = [str(name) for name in allowed]
    for name in given:
        if name not in known:
            raise invalid(path, key, f"'{name}' is unknown; choose one of: {', '.join(known)}")


def _explained(said: str, kind: Any) -> tuple[str, str]:
    """Key and reason from msgspec's message; the reason also says what the type allows at that key."""
    reason, _, place = said.partition(" - at ")
    key = place.rpartition("`$")[2].rstrip("`").removeprefix(".")
    allowed = _allowed(_at(inspect.type_info(kind), key))
    if field := _FIELD.search(reason):
        key = f"{key}.{field[1]}" if key else field[1]
    return key or "file", f"{reason}; allowed: {allowed}" if allowed else reason


def _at(kind: inspect.Type, key: str) -> inspect.Type:
    """The type at a key such as "palettes[0].name"; `[...]` stands for any key of a table."""
    for name, _ in _STEPS.findall(key):
        match kind:
            case inspect.StructType(fields=fields):
                kind = next((field.type for field in fields if field.encode_name == name), kind)
            case inspect.DictType(value_type=value):
                kind = value
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                kind = item
            case _:
                return kind
    return kind


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(fields=fields):
            return ", ".join(sorted(field.encode_name for field in fields))
        case inspect.EnumType(cls=cls) | inspect.DictType(key_type=inspect.EnumType(cls=cls)):
            return ", ".join(str(member.value) for member in cls)
        case inspect.FloatType(ge=low, le=high) | inspect.IntType(ge=low, le=high) if None not in {low, high}:
            return f"from {low:g} to {high:g}"
        case inspect.StrType(pattern=str(pattern)):
            return f"text like {pattern}"
    return ""
