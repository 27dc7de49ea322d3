from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from renderer.captions.layout.lettering_faces import chain_for
from renderer.captions.showcase.handbook import style_reference
from renderer.captions.style.schema import Style
from renderer.captions.style.style_files import STYLES_FOLDER, load_style, parse_style
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.errors import ClipwrightError

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", CaptionStyle)
def test_every_style_loads_and_has_a_chain_for_every_language(name: CaptionStyle) -> None:
    style = load_style(name)
    assert style.title
    for language in Language:
        assert chain_for(style, language).links


def test_no_file_lies_in_the_folder_that_nobody_can_choose() -> None:
    assert {path.stem for path in STYLES_FOLDER.glob("*.toml")} == {name.value for name in CaptionStyle}


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("size = 108", "size = 9", "size", "greater than or equal to 20"),
        ("size = 108", "sise = 108", "size", "required"),
        ("size = 108", "size = 108\nsparkle = 1", "sparkle", "not a key"),
        ('case = "upper"', 'case = "loud"', "case", "'as-written', 'upper' or 'title'"),
        ('colour = "#FFFFFF"', 'colour = "white"', "look.fill.colour", "pattern"),
        ('colour = "#39E508"', 'colour = "green"', "active.fill.colour", "pattern"),
        ("tiktok-sans-900", "arial-900", "faces.latin.face", "tiktok-sans-900"),
        ("aim = 3", "aim = 7", "paging.aim", "not be more than"),
        ("start = 0.8", "start = 3", "enter.0.start", "from 0.3 to 1.0"),
        ('colour = "#39E508"', 'colour = "@word"', "active", "no palette"),
        ("[look]", "[look", "file", "line"),
    ],
)
def test_a_mistake_is_named_with_file_key_and_what_is_allowed(
    old: str, new: str, key: str, words: str, tmp_path: Path
) -> None:
    source = (STYLES_FOLDER / "tiktok.toml").read_text()
    assert old in source
    (tmp_path / "tiktok.toml").write_text(source.replace(old, new, 1))
    with pytest.raises(ClipwrightError) as caught:
        load_style(CaptionStyle.TIKTOK, tmp_path)
    assert caught.value.code == "asset_invalid"
    assert "tiktok.toml" in caught.value.sentence
    assert caught.value.facts["key"] == key
    assert words in caught.value.facts["reason"]


def test_a_missing_file_is_an_asset_error(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError) as caught:
        load_style(CaptionStyle.FIRE, tmp_path)
    assert caught.value.code == "asset_missing"


def test_states_differ_from_look_only_where_they_say_so() -> None:
    document = tomllib.loads((STYLES_FOLDER / "hormozi.toml").read_text())
    style: Style = parse_style(document, Path("hormozi.toml"))
    assert style.unsaid == style.said
    assert style.active.strokes == style.unsaid.strokes
    assert style.active.fill != style.unsaid.fill


def test_the_handbook_is_in_step_with_the_schema() -> None:
    written = (ROOT / "docs" / "CAPTION_STYLES.md").read_text(encoding="utf-8")
    assert written == style_reference(), "docs/CAPTION_STYLES.md is stale; `make golden` writes it anew"
