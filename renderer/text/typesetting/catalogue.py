"""The bundled faces: `fonts/catalog.toml`, read once and checked entry by entry."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ROOT, invalid, read_asset
from renderer.errors import ClipwrightError
from renderer.text.typesetting.face import Face

FONTS: Final = ROOT / "fonts"
CATALOGUE: Final = FONTS / "catalog.toml"


class Licence(StrEnum):
    """Licences under which a face may be bundled."""

    OFL = "OFL-1.1"
    APACHE = "Apache-2.0"


_Text = Annotated[str, msgspec.Meta(min_length=1)]


class FaceRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One static face.

    `file` and `licence_file` are relative to fonts/; `origin` is package@version; `changes` says what was
    done to the packaged file ("none", "unhinted", …); `scripts` are ISO 15924 codes; `weight` is OpenType's
    usWeightClass.
    """

    id: _Text
    file: _Text
    family: _Text
    weight: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    style: _Text
    version: _Text
    licence: Licence
    licence_file: _Text
    origin: _Text
    changes: _Text
    sha256: _Text
    scripts: Annotated[tuple[_Text, ...], msgspec.Meta(min_length=1)]

    @property
    def path(self) -> Path:
        """Path of the face's file."""
        return FONTS / self.file


class _Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    face: Annotated[tuple[FaceRecord, ...], msgspec.Meta(min_length=1)]


def load_catalogue(file: Path) -> dict[str, FaceRecord]:
    """Faces by id, in file order.

    Raises:
        ClipwrightError: `asset_invalid`, naming file and key.
    """
    records: dict[str, FaceRecord] = {}
    for number, record in enumerate(read_asset(file, _Catalogue).face):
        if record.id in records:
            raise invalid(file, f"face[{number}].id", f"'{record.id}' stands there twice")
        records[record.id] = record
    return records


@cache
def catalogue() -> Mapping[str, FaceRecord]:
    """The bundled catalogue."""
    return load_catalogue(CATALOGUE)


@cache
def faces() -> Mapping[str, Face]:
    """The bundled faces, by id."""
    return {
        name: Face(name, record.path, f"fonts/{record.file}", record.scripts)
        for name, record in catalogue().items()
    }


def face(face_id: str) -> Face:
    """The face with this id.

    Raises:
        ClipwrightError: `unknown_choice` for an id outside the catalogue.
    """
    found = faces().get(face_id)
    if found is None:
        raise ClipwrightError("unknown_choice", field="face", value=face_id, choices=", ".join(faces()))
    return found


def verify_fonts() -> int:
    """Check every face's file, digest and licence text, and return the number of faces.

    Raises:
        ClipwrightError: `asset_missing` or `asset_invalid` for the first face that differs from the
            catalogue.
    """
    for record in catalogue().values():
        for path in (record.path, FONTS / record.licence_file):
            if not path.is_file():
                raise ClipwrightError("asset_missing", path=f"fonts/{path.relative_to(FONTS).as_posix()}")
        if hashlib.sha256(record.path.read_bytes()).hexdigest() != record.sha256:
            raise invalid(CATALOGUE, f"{record.id}.sha256", f"does not fit {record.file}")
    return len(catalogue())
