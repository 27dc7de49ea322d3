"""Our data files are all read in one way; a broken one is reported with its key and what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from renderer.assets import ASSETS, asset_name, check_choices, read_asset
from renderer.contract.vocabulary import StylePack
from renderer.errors import ClipwrightError


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: Annotated[int, msgspec.Meta(ge=1, le=9)]
    colour: Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")] = "#000000"
    pack: StylePack = StylePack.DOCUMENTARY


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rooms: tuple[Room, ...]
    named: dict[StylePack, Room] = {}


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ("[[rooms]]\nseats = 1\n[[rooms]]\nseats = 12", "rooms[1].seats", "from 1 to 9"),
        ("[[rooms]]\nseats = 1\nbeds = 2", "rooms[0].beds", "allowed: colour, pack, seats"),
        ("[[rooms]]\n", "rooms[0].seats", "missing required field"),
        ('[[rooms]]\nseats = 1\ncolour = "red"', "rooms[0].colour", "text like ^#"),
        ('[[rooms]]\nseats = 1\npack = "noir"', "rooms[0].pack", "documentary, "),
        ("rooms = []\n[named.noir]\nseats = 2", "named", "documentary, "),
        ("rooms = []\n[named.documentary]\nseats = 0", "named[...].seats", "from 1 to 9"),
        ("rooms = 3", "rooms", "Expected `array`"),
        ("rooms =", "file", "is no TOML"),
    ],
)
def test_a_mistake_is_named_with_key_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, told: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        read_asset(path, House)
    assert caught.value.code == "asset_invalid"
    assert caught.value.facts["file"] == "house.toml"
    assert caught.value.facts["key"] == key
    assert told in caught.value.facts["reason"]


def test_a_file_of_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes("rooms = '\xe9'".encode("latin-1"))
    with pytest.raises(ClipwrightError, match="is no TOML"):
        read_asset(path, House)


def test_a_missing_file_is_named_from_the_projects_root_on() -> None:
    with pytest.raises(ClipwrightError, match=r"assets/music/none\.toml is missing") as caught:
        read_asset(ASSETS / "music" / "none.toml", House)
    assert caught.value.code == "asset_missing"
    assert asset_name(Path("elsewhere/none.toml")) == "none.toml"


def test_names_that_only_the_program_knows_are_listed(tmp_path: Path) -> None:
    check_choices(tmp_path, "key", ["one"], allowed=("one", "two"))
    with pytest.raises(ClipwrightError, match="'three' is unknown; choose one of: one, two"):
        check_choices(tmp_path / "file.toml", "key", ["one", "three"], allowed=("one", "two"))
