"""Only regular files inside their folder are opened; the file that was checked is the one that is used."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from renderer.errors import ClipwrightError
from renderer.media import child_texts
from renderer.media.opening import open_regular, path_of
from renderer.media.sources import copying
from renderer.media.sources.copying import copy_file
from renderer.media.sources.refusal import REASONS, Refusal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's folder with a file, next to a file outside it that must not be read."""
    (tmp_path / "secret.txt").write_bytes(b"secret")
    inner = tmp_path / "media"
    inner.mkdir()
    (inner / "good.txt").write_bytes(b"good")
    return inner


@contextmanager
def opened(path: Path, *, within: str = "") -> Iterator[int]:
    descriptor = open_regular(path, within=within)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def refused(path: Path, *, within: str = "") -> str:
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(Refusal) as caught:
        open_regular(path, within=within)
    assert len(list(Path("/proc/self/fd").iterdir())) == before  # no descriptor is left open
    assert str(path) not in str(caught.value)
    return caught.value.name


def test_a_file_is_opened_for_reading_alone(folder: Path) -> None:
    with opened(folder / "good.txt", within=str(folder)) as descriptor:
        assert os.read(descriptor, 99) == b"good"
        assert path_of(descriptor).read_bytes() == b"good"
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.write(descriptor, b"x")


def test_what_is_read_is_what_was_opened_though_its_place_is_taken(folder: Path) -> None:
    path = folder / "good.txt"
    with opened(path, within=str(folder)) as descriptor:
        path.unlink()
        path.symlink_to(folder.parent / "secret.txt")
        assert path_of(descriptor).read_bytes() == b"good"


def test_folders_and_things_that_are_not_there_are_no_files(folder: Path) -> None:
    assert refused(folder) == "not_a_file"
    assert refused(folder / "nowhere.png") == "not_a_file"
    (folder / "loop").symlink_to(folder / "loop")
    assert refused(folder / "loop") == "not_a_file"


def test_pipes_sockets_and_devices_are_refused_at_once(folder: Path) -> None:
    """A plain `open` of a pipe that no process writes to would block for ever."""
    os.mkfifo(folder / "pipe")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(folder / "socket"))
    (folder / "device").symlink_to("/dev/zero")
    assert [refused(folder / name) for name in ("pipe", "socket", "device")] == ["special_file"] * 3
    server.close()


@pytest.mark.parametrize("link", ["../secret.txt", "/proc/self/environ"])
def test_a_link_that_leads_out_of_the_folder_is_refused(folder: Path, link: str) -> None:
    (folder / "way.txt").symlink_to(link)
    assert refused(folder / "way.txt", within=str(folder)) == "outside"
    assert refused(folder / ".." / "secret.txt", within=str(folder)) == "outside"


def test_a_folder_whose_name_only_begins_alike_is_another(folder: Path) -> None:
    other = folder.parent / "media of others"
    other.mkdir()
    (other / "theirs.txt").write_bytes(b"theirs")
    assert refused(other / "theirs.txt", within=str(folder)) == "outside"


def test_links_inside_the_folder_and_to_the_folder_are_followed(folder: Path) -> None:
    (folder / "alias.txt").symlink_to("good.txt")
    house = folder.parent / "house"
    house.symlink_to(folder)
    for path, within in (
        (folder / "alias.txt", folder),
        (house / "good.txt", house),
        (house / "good.txt", folder),
    ):
        with opened(path, within=str(within)) as descriptor:
            assert os.read(descriptor, 99) == b"good"


def test_a_copy_has_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    content = bytes(range(256)) * 9000
    (folder / "large.bin").write_bytes(content)
    copy_file(folder / "large.bin", tmp_path / "copy", within=str(folder))
    assert (tmp_path / "copy").read_bytes() == content


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere", "not_a_file"), ("way", "outside"), ("", "not_a_file")]
)
def test_what_cannot_be_copied_is_told_by_its_reason(
    folder: Path, tmp_path: Path, name: str, reason: str
) -> None:
    (folder / "way").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ClipwrightError) as caught:
        copy_file(folder / name, tmp_path / "copy", within=str(folder))
    assert caught.value.code == "media_unreadable"
    assert REASONS[reason] in caught.value.sentence
    assert not (tmp_path / "copy").exists()


def test_a_full_disk_is_no_fault_of_the_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying, "shutil", SimpleNamespace(copyfileobj=full))
    with pytest.raises(ClipwrightError) as caught:
        copy_file(folder / "good.txt", tmp_path / "copy")
    assert caught.value.code == "disk_full"


def test_texts_are_read_each_by_itself(folder: Path, tmp_path: Path) -> None:
    (folder / "marked.txt").write_bytes(b"\xef\xbb\xbfwith a mark")
    (folder / "broken.txt").write_bytes(b"caf\xe9 \xff")
    (folder / "long.txt").write_bytes("é".encode() * 50)
    (folder / "way.txt").symlink_to(tmp_path / "secret.txt")
    names = ["good.txt", "marked.txt", "broken.txt", "long.txt", "way.txt", "nowhere.txt"]
    found = child_texts.read_texts({"path": str(folder), "names": names, "most_bytes": 21})["texts"]
    assert [each.get("text") for each in found] == [
        "good",
        "with a mark",
        "caf\ufffd \ufffd",
        "é" * 10 + "\ufffd",
        None,
        None,
    ]
    assert [each.get("refused") for each in found[-2:]] == [REASONS["outside"], REASONS["not_a_file"]]
