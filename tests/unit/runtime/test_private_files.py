"""Files that only their owner may read: those created from now on, and which paths others may use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from renderer.runtime.privacy import exposed, keep_private


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_is_made_from_now_on_is_the_owners_alone_in_children_too(tmp_path: Path) -> None:
    (tmp_path / "before").touch()
    keep_private()
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    code = "import pathlib, sys; pathlib.Path(sys.argv[1]).touch()"
    subprocess.run([sys.executable, "-S", "-c", code, tmp_path / "child"], check=True)
    names = ("before", "file", "folder", "child")
    assert [mode(tmp_path / name) for name in names] == [0o644, 0o600, 0o700, 0o600]
    assert exposed([tmp_path / name for name in names]) == (tmp_path / "before",)


@pytest.mark.parametrize(
    ("bits", "open_to_others"),
    [
        (0o600, False),
        (0o700, False),
        (0o400, False),
        (0o640, True),
        (0o604, True),
        (0o601, True),
        (0o610, True),
    ],
)
def test_any_bit_for_group_or_others_exposes(tmp_path: Path, bits: int, *, open_to_others: bool) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(bits)
    assert (exposed([path]) == (path,)) is open_to_others


def test_what_is_not_there_exposes_nothing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    assert exposed([tmp_path / "never", tmp_path / "link"]) == ()


def test_a_link_exposes_what_it_leads_to(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.touch()
    link = tmp_path / "link"
    link.symlink_to(target)
    assert exposed([link]) == (link,)
    target.chmod(0o600)
    assert exposed([link]) == ()
