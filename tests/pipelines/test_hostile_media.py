"""A maliciously prepared media folder: odd names, pipes, devices, links; nothing hangs, leaks or kills."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipelines.own_media import listing
from pipelines.own_media.captions import MAX_CAPTION_CHARACTERS
from pipelines.own_media.importing import OwnMedia, import_media
from pipelines.own_media.listing import folder_facts
from renderer.contract.orders.base import FrameSpec
from renderer.errors import ClipwrightError
from renderer.media.sources.normalise import normalise
from tests.support.rendering import render, small_order

FRAME = FrameSpec(width=144, height=256, fps=10)
SECRET = "the password is swordfish"
pytestmark = pytest.mark.timeout(60)


def picture(path: Path | bytes, colour: tuple[int, int, int] = (200, 30, 60)) -> None:
    with open(path, "wb") as file:  # noqa: PTH123 - the name may be bytes
        Image.new("RGB", (300, 300), colour).save(file, "PNG")


def imported(folder: Path, scratch: Path) -> OwnMedia:
    scratch.mkdir(exist_ok=True)
    return import_media(
        str(folder), frame=FRAME, scratch=scratch, keep=lambda path: path.read_bytes().hex()[:64]
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    media = tmp_path / "media"
    media.mkdir()
    picture(media / "good.png")
    (media / "good.txt").write_text("A red square", "utf-8")
    yield media
    for pipe in media.iterdir():  # release any process that still waits for the other end
        if pipe.is_fifo():
            os.close(os.open(pipe, os.O_RDWR | os.O_NONBLOCK))


Event = tuple[str, tuple[Any, ...]]
_WATCHES: list[list[Event]] = []
"""Lists that collect audit events at the moment."""


@cache
def _listen() -> None:
    """Install the hook once, since an audit hook cannot be removed."""
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"open", "subprocess.Popen"}:
        for watch in _WATCHES:
            watch.append((event, arguments))


@contextmanager
def watched() -> Iterator[list[Event]]:
    """What this process opens and starts within the block, as the interpreter's audit events report it."""
    _listen()
    events: list[Event] = []
    _WATCHES.append(events)
    yield events
    _WATCHES.clear()


def children(events: list[Event]) -> int:
    """Number of children started to read users' files."""
    started = [arguments[1] for event, arguments in events if event == "subprocess.Popen"]
    return sum("renderer.media.sources.child" in command for command in started)


def test_a_name_that_is_not_utf8_is_shown_and_named(folder: Path, tmp_path: Path) -> None:
    picture(os.fsencode(folder) + b"/caf\xe9.png", (30, 60, 200))
    (folder / os.fsdecode(b"bro\xffken.jpg")).write_bytes(b"nothing")
    render(small_order(script="Two pump blood.", frame=FRAME, media_dir=str(folder)), tmp_path)
    text = (tmp_path / "video.manifest.json").read_text("utf-8")
    assert "skipped bro\ufffdken.jpg: it is none of" in text
    names = {item.name for item in imported(folder, tmp_path / "scratch").items}
    assert names == {"caf\ufffd.png", "good.png"}


def test_a_folder_with_only_such_a_name_fails_with_a_sentence_that_can_be_printed(tmp_path: Path) -> None:
    media = tmp_path / os.fsdecode(b"m\xff")
    media.mkdir()
    (media / os.fsdecode(b"bro\xffken.jpg")).write_bytes(b"nothing")
    with pytest.raises(ClipwrightError, match="holds nothing usable") as caught:
        imported(media, tmp_path / "scratch")
    assert "bro\ufffdken.jpg" in caught.value.sentence.encode("utf-8").decode("utf-8")


def test_names_that_differ_in_odd_bytes_alone_are_different_to_the_cache(tmp_path: Path) -> None:
    facts = []
    for odd in (b"\xfe", b"\xff"):
        media = tmp_path / odd.hex()
        media.mkdir()
        picture(os.fsencode(media) + b"/" + odd + b".png")
        facts.append([row[0] for row in folder_facts(str(media))])
    assert facts[0] != facts[1]
    assert json.dumps(facts).encode("utf-8")


@pytest.mark.parametrize("ending", ["txt", "png"])
def test_pipes_and_devices_are_named_and_never_waited_for(folder: Path, tmp_path: Path, ending: str) -> None:
    for name in ("pipe", "zero"):
        picture(folder / f"{name}.jpg")
    os.mkfifo(folder / f"pipe.{ending}")
    (folder / f"zero.{ending}").symlink_to("/dev/zero")
    found = imported(folder, tmp_path / "scratch")
    assert f"skipped pipe.{ending}: it is a pipe, a device or a socket" in found.notes
    assert f"skipped zero.{ending}: it is a pipe, a device or a socket" in found.notes
    assert {item.name: item.caption for item in found.items} == {
        "good.png": "A red square",
        "pipe.jpg": "",
        "zero.jpg": "",
    }


def test_links_that_leave_the_folder_are_refused_and_those_inside_are_not(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    picture(tmp_path / "outside.png")
    (folder / "leak.png").symlink_to(tmp_path / "outside.png")
    (folder / "up.png").symlink_to("../outside.png")
    (folder / "inside.png").symlink_to("good.png")
    (folder / "inside.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "gone.png").symlink_to("nothing.png")
    (folder / "away").symlink_to(tmp_path)
    found = imported(folder, tmp_path / "scratch")
    assert {item.name for item in found.items} == {"good.png", "inside.png"}
    assert SECRET not in str(found)
    assert sorted(found.notes) == [
        "skipped away: it is a folder in the media folder",
        "skipped gone.png: it is not a readable file",
        "skipped inside.txt: it is a link that leads out of the folder",
        "skipped leak.png: it is a link that leads out of the folder",
        "skipped up.png: it is a link that leads out of the folder",
    ]


def test_a_media_folder_may_itself_be_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert [item.name for item in imported(tmp_path / "link", tmp_path / "scratch").items] == ["good.png"]


def test_where_a_link_ends_is_asked_of_the_open_file_itself(folder: Path, tmp_path: Path) -> None:
    picture(tmp_path / "outside.png")
    (folder / "swap.png").symlink_to(tmp_path / "outside.png")
    with pytest.raises(ClipwrightError, match="leads out of the folder"):
        normalise(
            folder / "swap.png",
            tmp_path / "n",
            max_width=90,
            max_height=90,
            fps=10,
            max_seconds=1,
            within=str(folder),
        )
    assert not (tmp_path / "n").exists()


def test_captions_are_taken_however_their_ending_is_written(folder: Path, tmp_path: Path) -> None:
    for name in ("A", "B"):
        picture(folder / f"{name}.png")
    (folder / "A.TXT").write_text("An apple", "utf-8")
    (folder / "B.Txt").write_text("A brick", "utf-8")
    (folder / "good.TXT").write_text("A second one", "utf-8")
    found = imported(folder, tmp_path / "scratch")
    captions = {item.name: item.caption for item in found.items}
    assert captions == {"A.png": "An apple", "B.png": "A brick", "good.png": "A red square"}
    assert found.notes == ("skipped good.TXT: good.txt is the caption",)


def test_a_caption_with_its_ending_in_capitals_counts_for_the_cache(folder: Path) -> None:
    (folder / "good.txt").rename(folder / "good.TXT")
    before = folder_facts(str(folder))
    (folder / "good.TXT").write_text("Another text", "utf-8")
    assert folder_facts(str(folder)) != before


def test_captions_are_read_in_a_child_and_never_in_the_products_process(folder: Path, tmp_path: Path) -> None:
    with watched() as events:
        found = imported(folder, tmp_path / "scratch")
    (folder / "good.txt").unlink()
    with watched() as without:
        imported(folder, tmp_path / "scratch")
    assert [item.caption for item in found.items] == ["A red square"], "somebody read it"
    opened = [str(arguments[0]) for event, arguments in events if event == "open"]
    assert opened, "the watch works"
    assert not [name for name in opened if ".txt" in name]
    assert children(events) == children(without) + 1


def test_a_huge_caption_is_read_at_its_beginning_only(folder: Path, tmp_path: Path) -> None:
    with (folder / "good.txt").open("wb") as file:
        file.write(("\ufeff" + "э" * 5000).encode())
        file.truncate(1 << 40)  # a sparse file of a terabyte, which takes no room on the disk
    (item,) = imported(folder, tmp_path / "scratch").items
    assert item.caption == "э" * MAX_CAPTION_CHARACTERS


def test_files_past_the_last_that_is_looked_at_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert listing.MAX_FILES == 200
    monkeypatch.setattr(listing, "MAX_FILES", 3)
    media = tmp_path / "media"
    media.mkdir()
    for number in range(2):
        (media / f"a{number}.jpg").write_bytes(b"")
        (media / f"a{number}.txt").write_text("captions do not count")
    picture(media / "b-the-last.png")
    picture(media / "c-late.png")
    (media / os.fsdecode(b"d\xff.png")).write_bytes(b"")
    found = imported(media, tmp_path / "scratch")
    assert [item.name for item in found.items] == ["b-the-last.png"]
    assert found.notes[-1] == "skipped after the first 3 files: c-late.png, d\ufffd.png"
