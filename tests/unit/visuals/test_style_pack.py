"""Pack files are checked completely; a wrong key is reported with what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.contract.vocabulary import StylePack
from renderer.errors import ClipwrightError
from renderer.visuals.style_pack_files import PACK_FOLDER, load_pack, read_pack

DOCUMENTARY = (PACK_FOLDER / "documentary.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("pack", list(StylePack))
def test_every_pack_loads_and_has_choices(pack: StylePack) -> None:
    found = load_pack(pack)
    assert found.pack is pack
    assert len(found.palettes) >= 3
    assert len({palette.name for palette in found.palettes}) == len(found.palettes)
    assert any(choice.kind == "cut" for choice in found.transitions)
    assert found.rhythm.hook_ideal < found.rhythm.ideal


@pytest.mark.parametrize("pack", list(StylePack))
def test_ink_reads_on_its_ground(pack: StylePack) -> None:
    def light(rgb: tuple[int, int, int]) -> float:
        linear = [((part / 255 + 0.055) / 1.055) ** 2.4 if part > 10 else part / 255 / 12.92 for part in rgb]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
        high, low = sorted((light(one), light(other)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    for palette in load_pack(pack).palettes:
        assert contrast(palette.ink, palette.background) >= 4.5, palette.name  # WCAG 2.2, 1.4.3
        assert contrast(palette.paper_ink, palette.paper) >= 4.5, palette.name


@pytest.mark.parametrize(
    ("old", "new", "key", "hint"),
    [
        ("grain = 1.4", "grain = 9", "grade.grain", "from 0 to 6"),
        ("grain = 1.4", "", "grade.grain", "missing required"),
        ("grain = 1.4", 'grain = "much"', "grade.grain", "Expected `float`"),
        ("grain = 1.4", "grain = true", "grade.grain", "Expected `float`"),
        ("vignette", "vinyet", "grade.vinyet", "vignette"),
        ('tint = "#ffe6c4"', 'tint = "sepia"', "grade.tint", "text like ^#"),
        ('easings = ["drift", "linear", "build"]', 'easings = ["wobble"]', "camera.easings", "smooth"),
        ("push_in = 4", "push_sideways = 4", "camera.moves", "push_in"),
        ("push_in = 4", "push_in = 0", "camera.moves[...]", "from 0.01"),
        ("dissolve = {", "melt = {", "transitions", "dissolve"),
        ('face = "poster"', 'face = "comic"', "lettering.face", "poster"),
        ("capitals = true", 'capitals = "yes"', "lettering.capitals", "Expected `bool`"),
        ("ideal = 3.2", "ideal = 6.0", "rhythm.ideal", "longest"),
        ('label = "Documentary"', 'label = ""', "label", "length >= 1"),
        ("[grade]", "mood = 1\n[grade]", "mood", "palettes"),
    ],
)
def test_a_bad_key_is_named(tmp_path: Path, old: str, new: str, key: str, hint: str) -> None:
    assert old in DOCUMENTARY
    path = tmp_path / "broken.toml"
    path.write_text(DOCUMENTARY.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        read_pack(path, StylePack.DOCUMENTARY)
    assert caught.value.code == "asset_invalid"
    assert caught.value.facts["file"] == "broken.toml"
    assert caught.value.facts["key"] == key
    assert hint in caught.value.facts["reason"]


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("label = ", encoding="utf-8")
    with pytest.raises(ClipwrightError, match=r"broken\.toml"):
        read_pack(path, StylePack.DOCUMENTARY)
    with pytest.raises(ClipwrightError) as caught:
        read_pack(tmp_path / "none.toml", StylePack.DOCUMENTARY)
    assert caught.value.code == "asset_missing"
