"""Arguments at their limits: what is refused in a sentence before any work, and with which exit code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from renderer.cli import frame as frame_command
from renderer.cli import main as entry
from renderer.cli import styles as styles_command
from renderer.errors import ClipwrightError
from renderer.runtime.workspace import open_workspace
from renderer.worker.settings import WorkerSettings


def code_of(arguments: list[str]) -> str:
    """The code of the failure that the command ends with; checks that it blames the caller (exit code 2)."""
    with pytest.raises(ClipwrightError) as caught:
        entry.cli(arguments, standalone_mode=False)
    assert entry._report(caught.value, as_json=False) == 2
    return caught.value.code


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with two artifacts of 3 and 5 MB, the smaller one newer."""
    place = open_workspace(tmp_path / "workspace")
    for name, size, moment in (("aa", 5_000_000, 1_000), ("bb", 3_000_000, 2_000)):
        path = place.objects / name / (name * 32)
        path.parent.mkdir()
        path.write_bytes(bytes(size))
        os.utime(path, (moment, moment))
    return place.root


@pytest.mark.parametrize("kept", ["nan", "inf", "-1", "-0.001"])
def test_no_amount_to_keep_removes_nothing(workspace: Path, kept: str) -> None:
    assert code_of(["clean", "--workspace", str(workspace), "--keep-gb", kept]) == "invalid_option"
    assert len([*open_workspace(workspace).objects.glob("*/*")]) == 2


@pytest.mark.parametrize(
    ("kept", "told", "left"), [("0", "8.0", 0), ("0.0031", "5.0", 1), ("0.008", "0.0", 2), ("1e6", "0.0", 2)]
)
def test_cleaning_frees_the_oldest_first(
    workspace: Path, capsys: pytest.CaptureFixture[str], kept: str, told: str, left: int
) -> None:
    entry.cli(["clean", "--workspace", str(workspace), "--keep-gb", kept], standalone_mode=False)
    assert capsys.readouterr().out == f"freed {told} MB\n"
    names = {path.name[:2] for path in open_workspace(workspace).objects.glob("*/*")}
    assert names == {"aa", "bb"} if left == 2 else names == {"bb"} if left else not names


@pytest.mark.parametrize("moment", ["nan", "inf", "-inf", "-0.5"])
def test_a_moment_that_is_none_is_refused_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, moment: str
) -> None:
    monkeypatch.setattr(frame_command, "run_pipeline", None)
    out = tmp_path / "frames" / "a.png"
    assert code_of(["frame", "--topic", "tides", f"--at={moment}", "--out", str(out)]) == "invalid_option"
    assert not out.parent.exists()


@pytest.mark.parametrize("command", ["gallery", "styles"])
def test_a_gallery_that_nobody_can_write_is_refused(tmp_path: Path, command: str) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    assert code_of([command, "--out", str(taken / "below")]) == "output_unwritable"
    assert taken.read_text() == "a file"


def test_styles_tells_of_every_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(styles_command, "write_gallery", lambda out: [out / "a.png", out / "b.webp"])
    entry.cli(["styles", "--out", str(tmp_path)], standalone_mode=False)
    assert capsys.readouterr().out.splitlines() == [f"{tmp_path}/a.png", f"{tmp_path}/b.webp"]


@pytest.mark.parametrize("command", ["analyse", "captions"])
@pytest.mark.parametrize("kind", ["missing", "folder", "pipe"])
def test_what_is_no_file_is_not_looked_at(tmp_path: Path, command: str, kind: str) -> None:
    path = tmp_path / "a.mp4"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    given = (
        ["--out", str(tmp_path / "o.json")] if command == "analyse" else ["--srt", str(tmp_path / "o.srt")]
    )
    arguments = ["remix", command, str(path), *given, "--workspace", str(tmp_path / "w")]
    assert code_of(arguments) == "media_unreadable"
    assert not (tmp_path / "o.srt").exists()


def test_captions_without_a_file_to_write_are_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"no video")
    assert code_of(["remix", "captions", str(path), "--clear"]) == "invalid_option"


@pytest.mark.parametrize("name", ["workspace_limit_gb", "shared_days", "drain_seconds"])
@pytest.mark.parametrize("value", ["inf", "nan", "-1"])
def test_settings_that_nobody_can_count_with_are_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"CLIPWRIGHT_{name.upper()}", value)
    with pytest.raises(ValueError, match=name):
        WorkerSettings()
