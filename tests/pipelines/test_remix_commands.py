"""`clipwright remix analyse` and `captions` as a user calls them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from renderer.contract.remix.analysis import SourceAnalysis
from tests.support.counted import counted_video
from tests.support.whisper_fixture import build_whisper

ROOT = Path(__file__).parents[2]
WORDS = ["The", "octopus", "has", "three", "hearts."]


def clipwright(*arguments: str | Path, models: Path) -> subprocess.CompletedProcess[str]:
    code = "from renderer.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "remix", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "CLIPWRIGHT_MODELS": str(models)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return counted_video(tmp_path_factory.mktemp("clip") / "my talk.mp4", 90, tracks=(440,))


def test_an_analysis_is_written_and_told_in_a_few_lines(clip: Path, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    made = clipwright("analyse", clip, "--out", out, "--workspace", tmp_path / "w", models=tmp_path)
    assert made.returncode == 0, made.stderr
    found = SourceAnalysis.model_validate_json(out.read_bytes())
    assert found.source.duration_seconds == pytest.approx(3, abs=0.05)
    assert out.with_suffix(".jpg").is_file()
    assert made.stdout.splitlines()[-1] == str(out)
    assert "nobody (no transcription model is installed)" in made.stdout
    assert "text by none" in made.stderr, "what nobody looked for is said"


def test_a_program_gets_json_lines(clip: Path, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    given = ("--out", out, "--workspace", tmp_path / "w", "--json")
    events = [
        json.loads(line) for line in clipwright("analyse", clip, *given, models=tmp_path).stdout.splitlines()
    ]
    assert events[0]["event"] == "run_started"
    assert events[-1] == {
        "event": "finished",
        "analysis": str(out),
        "files": [str(out), str(tmp_path / "found.jpg")],
    }


def test_captions_without_a_model_say_what_to_do(clip: Path, tmp_path: Path) -> None:
    given = ("--srt", tmp_path / "a.srt", "--workspace", tmp_path / "w")
    made = clipwright("captions", clip, *given, models=tmp_path)
    assert made.returncode == 2
    assert "clipwright models fetch whisper-base" in made.stderr
    assert not (tmp_path / "a.srt").exists()


def test_captions_want_a_file_to_write_and_a_file_to_read(clip: Path, tmp_path: Path) -> None:
    assert "--srt or --vtt" in clipwright("captions", clip, models=tmp_path).stderr
    missing = clipwright("captions", tmp_path / "no.mp4", "--srt", tmp_path / "a.srt", models=tmp_path)
    assert missing.returncode == 2
    assert "no.mp4" in missing.stderr


def test_a_model_in_the_folder_is_used_without_a_setting(clip: Path, tmp_path: Path) -> None:
    """Silero finds no speech in the tone, and the command says so."""
    build_whisper(tmp_path / "models" / "whisper" / "fixture", WORDS, language="en")
    given = ("--srt", tmp_path / "a.srt", "--workspace", tmp_path / "w")
    made = clipwright("captions", clip, *given, models=tmp_path / "models")
    assert made.returncode == 2
    assert "Nobody speaks" in made.stderr
