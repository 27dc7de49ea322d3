from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from renderer.audio.music import mood_files
from renderer.audio.music.mood_files import PARTS, bend_of, mood_of
from renderer.audio.music.players import PLAYERS
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.errors import ClipwrightError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the music data that a test may damage."""
    shutil.copytree(mood_files.MUSIC_FOLDER, tmp_path / "music")
    monkeypatch.setattr(mood_files, "MUSIC_FOLDER", tmp_path / "music")
    mood_of.cache_clear()
    bend_of.cache_clear()
    yield tmp_path / "music"
    mood_of.cache_clear()
    bend_of.cache_clear()


def test_every_pack_has_a_mood_of_its_own_and_every_mode_bends_it() -> None:
    moods = [mood_of(pack) for pack in StylePack]
    assert len({found.title for found in moods}) == len(moods)
    assert len({bend_of(mode) for mode in VideoMode}) == len(VideoMode)
    for found in moods:
        assert len(found.tonics) >= 3
        assert all(len(colour.progressions) >= 3 for colour in found.colours.values())


def test_every_part_has_a_player() -> None:
    assert set(PARTS) == set(PLAYERS)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('part = "pad"', 'part = "kazoo"', "layers[0].part: 'kazoo' is unknown; choose one of: pad, bass"),
        ('"warm_pad"]', '"warm_bad"]', "'warm_bad' is unknown; choose one of: strings"),
        ('scale = "ionian"', 'scale = "blue"', "colours.bright.scale: 'blue' is unknown"),
        ('["4add9", "1", "5", "6"]', '["4add9", "9", "5", "6"]', "'9' is no chord symbol"),
        ('"x...............", "x.........x.....', '"x..", "x.........x.....', "'x..' is not 16 marks"),
        ("register = [33, 50]", "register = [33, 40]", "must span at least 12 semitones"),
        ("seconds = 2.6", 'seconds = "long"', "hall.seconds: Expected `float`, got `str`"),
        (
            "damping = 0.6",
            "dampening = 0.6",
            "hall.dampening: Object contains unknown field `dampening`; allowed: damping",
        ),
        ("[hall]", "[hall", "is no TOML"),
        (
            "[colours.dark]",
            "[colours.grim]",
            "colours: 'grim' is unknown; choose one of: bright, plain, dark",
        ),
    ],
)
def test_a_broken_mood_file_is_named_with_key_and_choices(
    folder: Path, old: str, new: str, told: str
) -> None:
    file = folder / "documentary.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        mood_of(StylePack.DOCUMENTARY)
    assert caught.value.code == "asset_invalid"
    assert "documentary.toml" in caught.value.sentence
    assert told in caught.value.sentence


def test_a_missing_file_and_a_missing_mode_are_told(folder: Path) -> None:
    (folder / "darkFinance.toml").unlink()
    with pytest.raises(ClipwrightError) as missing:
        mood_of(StylePack.DARK_FINANCE)
    assert missing.value.code == "asset_missing"
    modes = folder / "modes.toml"
    modes.write_text(
        modes.read_text(encoding="utf-8").replace("[weirdFacts]", "[oddFacts]"), encoding="utf-8"
    )
    with pytest.raises(ClipwrightError, match="'oddFacts' is unknown"):
        bend_of(VideoMode.WEIRD_FACTS)
