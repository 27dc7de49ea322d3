"""Files copied and read as they were checked, and frames read before they are needed."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from renderer.errors import ClipwrightError
from renderer.media.child_texts import read_texts
from renderer.media.opening import open_regular, path_of
from renderer.media.sources.copying import copy_file
from renderer.media.sources.refusal import REASONS
from renderer.media.sources.video.ahead import frames_ahead


def test_a_copy_has_the_same_bytes(tmp_path: Path) -> None:
    path, into = tmp_path / "a", tmp_path / "b"
    path.write_bytes(os.urandom(3_000_001))
    (tmp_path / "link").symlink_to(path)
    copy_file(tmp_path / "link", into, within=str(tmp_path))
    assert into.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "outside", "dangling"])
def test_what_is_no_file_is_not_copied(tmp_path: Path, kind: str) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    path = inside / "a"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "outside":
        (tmp_path / "secret").write_text("secret")
        path.symlink_to(tmp_path / "secret")
    elif kind == "dangling":
        path.symlink_to(tmp_path / "nothing")
    with pytest.raises(ClipwrightError) as caught:
        copy_file(path, tmp_path / "out", within=str(inside))
    assert caught.value.code == "media_unreadable"
    assert not (tmp_path / "out").exists()
    reason = {"pipe": "special_file", "outside": "outside"}.get(kind, "not_a_file")
    assert str(caught.value.facts["reason"]) == REASONS[reason]


def test_a_copy_onto_a_full_disk_says_so(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(100_000))
    with pytest.raises(ClipwrightError) as caught:
        copy_file(tmp_path / "a", Path("/dev/full"))
    assert caught.value.code == "disk_full"


def test_an_open_file_stays_the_one_that_was_checked(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("first")
    descriptor = open_regular(tmp_path / "a", within=str(tmp_path))
    (tmp_path / "a").unlink()
    (tmp_path / "a").write_text("second")
    assert path_of(descriptor).read_text() == "first"
    os.close(descriptor)


def test_texts_are_read_each_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_bytes("\ufeffäöü".encode())
    (folder / "b.txt").write_bytes(b"\xff\xfeabc")
    (folder / "c.txt").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("secret")
    request = {"path": str(folder), "names": ["a.txt", "b.txt", "c.txt", "d.txt"], "most_bytes": 5}
    first, second, third, fourth = read_texts(request)["texts"]
    assert first == {"text": "ä"}
    assert second == {"text": "\ufffd\ufffdabc"}
    assert third == {"refused": REASONS["outside"]}
    assert fourth == {"refused": REASONS["not_a_file"]}


class _Frames:
    """A source of numbers as frames, which may fail at one of them."""

    def __init__(self, count: int, *, fails: int = -1) -> None:
        self.count, self.fails, self.read, self.closed = count, fails, 0, threading.Event()

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> int:
        if number == self.fails:
            raise ClipwrightError("cancelled")
        self.read = number + 1
        return number

    def close(self) -> None:
        self.closed.set()


@pytest.mark.parametrize("count", [0, 1, 7])
def test_frames_read_ahead_come_in_order(count: int) -> None:
    source: Any = _Frames(count)
    frames: Any = frames_ahead(source, depth=2)
    assert [*frames] == [*range(count)]
    assert source.closed.is_set()


def test_who_leaves_early_ends_the_reading() -> None:
    source: Any = _Frames(10_000)
    frames: Any = frames_ahead(source, depth=3)
    assert [next(frames), next(frames)] == [0, 1]
    frames.close()
    assert source.closed.is_set()
    assert source.read <= 2 + 3 + 2
    assert not [thread for thread in threading.enumerate() if thread.name == "frames ahead"]


def test_what_reading_raises_is_raised_after_the_frames_before_it() -> None:
    source: Any = _Frames(9, fails=4)
    frames: Any = frames_ahead(source, depth=2)
    assert [next(frames) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(ClipwrightError) as caught:
        next(frames)
    assert caught.value.code == "cancelled"
    assert source.closed.is_set()
