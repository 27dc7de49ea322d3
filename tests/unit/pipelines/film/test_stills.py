"""Stills are painted once, and again whenever anything that determines them changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from pipelines.film.stills import kept_stills
from renderer.contract.vocabulary import StylePack
from renderer.core.picture_spec import PainterSpec
from renderer.painters.layered_picture import ByteImage
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.workspace import open_workspace, run_store, scratch_folder
from renderer.visuals.film.still import painted_still
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack

SPEC = PainterSpec(painter="parchment_map", seed=7, words=("sea", "coast"))


class Painting:
    """Paints and counts."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, spec: PainterSpec, pack: StylePackFile, seconds: float) -> ByteImage:
        self.count += 1
        return painted_still(spec, pack, seconds)


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    workspace = open_workspace(tmp_path)
    with scratch_folder(workspace) as scratch:
        return KeptParts(run_store(workspace, scratch))


@pytest.fixture
def pack() -> StylePackFile:
    return load_pack(StylePack.DOCUMENTARY)


def test_a_kept_still_is_the_painted_one_and_is_painted_once(parts: KeptParts, pack: StylePackFile) -> None:
    painting = Painting()
    first = kept_stills(painting, parts)(SPEC, pack, 3.5)
    again = kept_stills(painting, parts)(SPEC, pack, 3.5)
    assert painting.count == 1
    assert np.array_equal(first, again)
    assert np.array_equal(again, painted_still(SPEC, pack, 3.5))


def test_another_picture_length_or_palette_is_painted(parts: KeptParts, pack: StylePackFile) -> None:
    painting = Painting()
    look = kept_stills(painting, parts)
    look(SPEC, pack, 3.5)
    look(structs.replace(SPEC, seed=8), pack, 3.5)
    look(SPEC, pack, 3.6)
    look(SPEC, replace(pack, palettes=pack.palettes[1:]), 3.5)
    assert painting.count == 4


@pytest.mark.parametrize("damage", [b"", b"no still", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_a_damaged_still_is_painted_again(parts: KeptParts, pack: StylePackFile, damage: bytes) -> None:
    painting = Painting()
    look = kept_stills(painting, parts)
    first = look(SPEC, pack, 3.5)
    (kept,) = parts.store.workspace.keys.iterdir()
    kept.write_bytes(damage)
    assert np.array_equal(look(SPEC, pack, 3.5), first)
    assert painting.count == 2
