"""The `clipwright` command from outside: exit codes, sentences, JSON lines, resuming after SIGKILL."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from renderer.runtime.artifacts import file_digest
from tests.support.production.small_disk import mounted

ROOT = Path(__file__).parents[2]
SMALL = ("--size", "180x320", "--fps", "10")
SCRIPT = "Why three hearts?\n\nTwo pump blood to the gills.\n"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from renderer.cli.main import main; main()", *arguments]


def clipwright(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.txt"
    path.write_text(SCRIPT, "utf-8")
    return path


def test_json_lines_tell_the_whole_story(tmp_path: Path, script: Path) -> None:
    done = clipwright(
        "render", "--script", str(script), *SMALL, "--out", "a/b/v.mp4", "--json", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    events: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0]["event"] == "run_started"
    assert events[-1] == {
        "event": "finished",
        "video": "a/b/v.mp4",
        "files": [
            f"a/b/v{end}"
            for end in (".mp4", ".manifest.json", ".words.json", ".srt", ".vtt", ".credits.txt", ".jpg")
        ],
    }
    overall = [event["overall"] for event in events if event["event"] == "stage_advanced"]
    assert overall == sorted(overall)
    assert all((tmp_path / name).stat().st_size for name in events[-1]["files"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--topic", " "), "The topic has no letter, digit or emoji in it"),
        (("--topic", "x" * 501), "The topic has 501 characters"),
        (("--topic", "x", "--language", "xx"), "choose one of: en, es, zh, hi, ar, pt, fr, ja, de, ru"),
        (("--script", "missing.txt"), "cannot be read: No such file"),
        (("--topic", "x", "--media", "nowhere"), "holds nothing usable: No such file"),
        (("--topic", "x", "--size", "11x11"), "--size"),
        (("--topic", "x", "--out", "/proc/v.mp4"), "cannot be written"),
    ],
)
def test_a_callers_mistake_is_one_sentence_and_exit_code_2(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    size = () if "--size" in arguments else SMALL
    done = clipwright("render", *arguments, *size, folder=tmp_path)
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.mp4"))


def test_a_script_without_speech_is_the_callers_fault(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("!!! ... ???\n\n---\n", "utf-8")
    done = clipwright("render", "--script", "s.txt", *SMALL, folder=tmp_path)
    assert done.returncode == 2
    assert "nothing that can be spoken" in done.stderr


@pytest.mark.parametrize("word", ["1" * 400, "a" * 5000])
def test_an_endless_word_is_drawn_or_the_callers_fault_but_never_ours(word: str, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(word, "utf-8")
    size = ("--size", "144x256", "--fps", "10")
    done = clipwright("frame", "--script", "s.txt", "--offline", *size, "--out", "f.png", folder=tmp_path)
    assert done.returncode in {0, 2}, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "f.png").exists() == (done.returncode == 0)


def test_a_traceback_appears_only_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / ".clipwright").write_text("a file in the way")
    quiet = clipwright("render", "--topic", "x", *SMALL, folder=tmp_path)
    loud = clipwright("render", "--topic", "x", *SMALL, "--debug", folder=tmp_path)
    assert quiet.returncode == 2
    assert "Traceback" not in quiet.stderr
    assert "Traceback" in loud.stderr


def test_a_full_disk_is_one_sentence_and_leaves_nothing(tmp_path: Path, script: Path) -> None:
    with mounted(tmp_path / "small", "size=2m") as small:
        done = clipwright(
            "render",
            "--script",
            str(script),
            *SMALL,
            "--workspace",
            str(small / "w"),
            "--out",
            "v.mp4",
            folder=tmp_path,
        )
    assert done.returncode == 1, done.stderr
    assert "The disk is full" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("v*"))


def test_a_killed_render_goes_on_where_it_stopped_and_gives_the_same_bytes(
    tmp_path: Path, script: Path
) -> None:
    arguments = ("render", "--script", str(script), *SMALL, "--out", "v.mp4", "--json")
    for stage in ("narrate", "mix_audio", "render_video"):
        process = subprocess.Popen(
            command(*arguments), cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        with process, process.stdout:
            for line in process.stdout:
                if json.loads(line).get("stage") == stage:
                    process.send_signal(signal.SIGKILL)
                    break
        assert process.returncode == -signal.SIGKILL
        assert not list(tmp_path.glob("v*"))
    done = clipwright(*arguments, folder=tmp_path)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    cached = {event["stage"] for event in events if event["event"] == "stage_finished" and event["cached"]}
    assert cached >= {"write_script", "narrate", "align_words", "storyboard", "lay_out_captions", "mix_audio"}
    fresh = clipwright(
        "render", "--script", str(script), *SMALL, "--out", "f.mp4", "--workspace", "fresh", folder=tmp_path
    )
    assert fresh.returncode == 0, fresh.stderr
    assert file_digest(tmp_path / "v.mp4") == file_digest(tmp_path / "f.mp4")
    assert not list((tmp_path / ".clipwright" / "scratch").iterdir())


def test_one_frame_can_be_drawn_without_rendering(tmp_path: Path, script: Path) -> None:
    done = clipwright(
        "frame",
        "--script",
        str(script),
        "--offline",
        *SMALL,
        "--at",
        "1.5",
        "--out",
        "f.png",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    late = clipwright("frame", "--script", str(script), *SMALL, "--at", "900", folder=tmp_path)
    assert late.returncode == 2
    assert "the video runs from 0 to" in late.stderr
