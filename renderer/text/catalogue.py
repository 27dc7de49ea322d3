"""The faces that are bundled: `fonts/catalog.toml`, read once and checked entry by entry."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError

FONTS: Final = Path(__file__).resolve().parents[2] / "fonts"
CATALOGUE: Final = FONTS / "catalog.toml"
LICENCES: Final = ("OFL-1.1", "Apache-2.0")


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceRecord:
    """One static face.

    `file` and `licence_file` are relative to fonts/; `origin` is package@version; `changes` says what was
    done to the packaged file ("none", "unhinted", …); `scripts` are ISO 15924 codes.
    """

    id: str
    file: str
    family: str
    weight: int
    style: str
    version: str
    licence: str
    licence_file: str
    origin: str
    changes: str
    sha256: str
    scripts: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Where the face lies."""
        return FONTS / self.file


def _invalid(file: Path, key: str, reason: str) -> ClipwrightError:
    return ClipwrightError("font_catalogue_invalid", file=file, key=key, reason=reason)


def _record(file: Path, where: str, entry: Mapping[str, object]) -> FaceRecord:
    expected = {field.name for field in fields(FaceRecord)}
    if missing := sorted(expected - entry.keys()):
        raise _invalid(file, f"{where}.{missing[0]}", "is missing")
    if unknown := sorted(entry.keys() - expected):
        raise _invalid(
            file, f"{where}.{unknown[0]}", f"is not a key; the keys are {', '.join(sorted(expected))}"
        )
    texts = {}
    for key in sorted(expected - {"weight", "scripts"}):
        value = entry[key]
        if not isinstance(value, str) or not value:
            raise _invalid(file, f"{where}.{key}", "must be a non-empty string")
        texts[key] = value
    weight, scripts = entry["weight"], entry["scripts"]
    if not isinstance(weight, int) or not 1 <= weight <= 1000:  # noqa: PLR2004 - the range of OpenType's usWeightClass
        raise _invalid(file, f"{where}.weight", "must be a whole number from 1 to 1000")
    if not isinstance(scripts, list) or not scripts or not all(isinstance(s, str) for s in scripts):
        raise _invalid(file, f"{where}.scripts", "must be a list of ISO 15924 codes")
    if texts["licence"] not in LICENCES:
        raise _invalid(file, f"{where}.licence", f"must be one of {', '.join(LICENCES)}")
    return FaceRecord(**texts, weight=weight, scripts=tuple(scripts))


def load_catalogue(file: Path) -> dict[str, FaceRecord]:
    """Faces by id, in file order.

    Raises:
        ClipwrightError: `font_catalogue_invalid`, naming file and key.
    """
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise _invalid(file, "file", str(error)) from error
    entries = document.get("face")
    if not isinstance(entries, list) or not entries:
        raise _invalid(file, "face", "must be a list of tables")
    records: dict[str, FaceRecord] = {}
    for number, entry in enumerate(entries, start=1):
        record = _record(file, f"face[{number}]", entry)
        if record.id in records:
            raise _invalid(file, f"face[{number}].id", f"'{record.id}' stands there twice")
        records[record.id] = record
    return records


@cache
def catalogue() -> Mapping[str, FaceRecord]:
    """The bundled catalogue."""
    return load_catalogue(CATALOGUE)


def verify_fonts() -> int:
    """Check every face's file, digest and licence text; the result is the number of faces.

    Raises:
        ClipwrightError: `asset_missing` or `font_catalogue_invalid` for the first face that is not as it
            stands in the catalogue.
    """
    for record in catalogue().values():
        for path in (record.path, FONTS / record.licence_file):
            if not path.is_file():
                raise ClipwrightError("asset_missing", path=f"fonts/{path.relative_to(FONTS).as_posix()}")
        if hashlib.sha256(record.path.read_bytes()).hexdigest() != record.sha256:
            raise _invalid(CATALOGUE, f"{record.id}.sha256", f"does not fit {record.file}")
    return len(catalogue())
