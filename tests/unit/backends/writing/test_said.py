"""What earlier scripts said: kept as digests in small files, shared, bounded, never in the way."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from renderer.backends.writing.said import MOST, FolderSaid, NothingSaid

LINES = ("Bees dance.", "川は山を海へ運ぶ。", "नदी बहती है।")


def test_lines_of_other_scripts_are_known_and_ones_own_are_not(tmp_path: Path) -> None:
    said = FolderSaid(tmp_path / "said")
    said.remember(LINES, key="one")
    assert said.shared(LINES, key="one") == ()
    assert said.shared((LINES[2], "Something new.", LINES[0]), key="two") == (LINES[2], LINES[0])
    said.remember(LINES, key="two")
    assert said.shared(LINES, key="one") == LINES


@pytest.mark.parametrize(
    ("again", "known"),
    [
        ("bees DANCE.", True),
        ("  Bees\n dance. ", True),
        ("BEES\u00a0DANCE.", True),
        ("Bees dance", False),
        ("Bees dance!", False),
        ("Bee s dance.", False),
    ],
)
def test_case_and_spaces_make_no_other_line_and_letters_do(
    tmp_path: Path, again: str, *, known: bool
) -> None:
    said = FolderSaid(tmp_path)
    said.remember(("Bees dance.",), key="one")
    assert bool(said.shared((again,), key="two")) is known


def test_no_word_of_a_script_lies_in_the_folder(tmp_path: Path) -> None:
    FolderSaid(tmp_path).remember(LINES, key="a secret topic")
    for path in tmp_path.iterdir():
        assert "secret" not in path.name
        assert not any(line in path.read_text("utf-8") for line in LINES)


def test_a_script_that_is_written_again_is_remembered_as_it_is_now(tmp_path: Path) -> None:
    said = FolderSaid(tmp_path)
    said.remember(LINES[:1], key="one")
    said.remember(LINES[1:], key="one")
    assert said.shared(LINES, key="two") == LINES[1:]
    assert len(list(tmp_path.iterdir())) == 1


def test_the_oldest_scripts_are_forgotten(tmp_path: Path) -> None:
    said = FolderSaid(tmp_path)
    for number in range(MOST + 1):
        before = set(tmp_path.glob("*.json"))
        said.remember((f"Line {number}.",), key=str(number))
        for path in set(tmp_path.glob("*.json")) - before:
            os.utime(path, ns=(number, number))
    said.remember(("The last one.",), key="last")
    known = said.shared(tuple(f"Line {number}." for number in range(MOST + 1)), key="other")
    assert known == tuple(f"Line {number}." for number in range(2, MOST + 1))
    assert len(list(tmp_path.glob("*.json"))) == MOST


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1, 2", b"null", b"[[1]]"])
def test_a_damaged_file_costs_only_its_own_script(tmp_path: Path, content: bytes) -> None:
    said = FolderSaid(tmp_path)
    said.remember(LINES[:1], key="one")
    (tmp_path / "0123456789abcdef.json").write_bytes(content)
    assert said.shared(LINES, key="two") == LINES[:1]


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said = FolderSaid(tmp_path / "file")
    said.remember(LINES, key="one")
    assert said.shared(LINES, key="two") == ()
    assert FolderSaid(tmp_path / "nowhere").shared(LINES, key="two") == ()


def test_a_disk_that_fails_is_left_without_drafts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr("renderer.files.os.fsync", refuse)
    FolderSaid(tmp_path).remember(LINES, key="one")
    assert not list(tmp_path.iterdir())


def test_nothing_said_knows_nothing() -> None:
    said = NothingSaid()
    said.remember(LINES, key="one")
    assert said.shared(LINES, key="two") == ()
