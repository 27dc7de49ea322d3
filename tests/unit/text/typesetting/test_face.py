"""A face whose file is missing says so when a text is first checked against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.errors import ClipwrightError
from renderer.text.typesetting.face import Face
from renderer.text.typesetting.fonts import FontChain, covers, split_by_face


def lost(tmp_path: Path) -> Face:
    return Face(id="lost", path=tmp_path / "lost.ttf", file="fonts/lost.ttf", scripts=("Latn",))


def test_a_face_without_its_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError, match=r"fonts/lost\.ttf") as caught:
        covers(lost(tmp_path), "a")
    assert caught.value.code == "asset_missing"


def test_so_it_is_for_a_whole_text(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError) as caught:
        split_by_face("a word", FontChain.of(lost(tmp_path)))
    assert caught.value.code == "asset_missing"
