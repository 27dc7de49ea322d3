"""What a Remix export reports when it has no words for the captions or the voiceover that were ordered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from renderer.contract.orders.remix import Voiceover, VoiceoverMode
from renderer.contract.remix.analysis import SourceAnalysis, TimeSpan
from tests.support.counted import counted_video
from tests.support.remix.orders import order
from tests.support.remix.projects import Composed, analysis, delivered, moving, run_remix, tones, write_source

ROOT = Path(__file__).parents[3]
SMALL = ("--aspect", "source", "--side", "144")


def clipwright(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    code = "from renderer.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "remix", *map(str, arguments), "--workspace", str(folder / "workspace")],
        cwd=ROOT,
        env={**os.environ, "CLIPWRIGHT_MODELS": str(folder / "no models")},
        capture_output=True,
        text=True,
        check=False,
    )


def manifest(video: Path) -> Any:
    return json.loads(video.with_suffix(".manifest.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace, and a video that contains a tone and no speech."""
    folder = tmp_path_factory.mktemp("words")
    counted_video(folder / "tone.mp4", 45, tracks=(440,))
    return folder


@pytest.fixture(scope="module")
def unheard(folder: Path) -> Path:
    """An analysis that has speech but no transcript, as one made without a model."""
    out = folder / "tone.json"
    assert clipwright("analyse", folder / "tone.mp4", "--out", out, folder=folder).returncode == 0
    found = SourceAnalysis.model_validate_json(out.read_bytes())
    assert not found.speech
    spoken = found.model_copy(update={"speech": (TimeSpan(start_ms=200, end_ms=1200),)})
    path = folder / "spoken.json"
    path.write_text(spoken.model_dump_json(), "utf-8")
    return path


def test_captions_of_a_video_without_speech_are_noted_as_missing(folder: Path) -> None:
    out = folder / "captioned.mp4"
    made = clipwright(
        "export", folder / "tone.mp4", *SMALL, "--captions", "tiktok", "--out", out, folder=folder
    )
    assert made.returncode == 0, made.stderr
    assert "captions are on, but nothing was heard" in made.stderr
    (note,) = manifest(out)["captions"]["notes"]
    assert "nothing was heard or given" in note


def test_without_captions_there_is_nothing_to_note(folder: Path) -> None:
    out = folder / "plain.mp4"
    made = clipwright("export", folder / "tone.mp4", *SMALL, "--out", out, folder=folder)
    assert made.returncode == 0, made.stderr
    assert "nothing was heard" not in made.stderr
    assert manifest(out)["captions"]["notes"] == manifest(out)["voiceover"]["notes"] == []


def test_a_dub_of_a_video_without_speech_is_refused(folder: Path) -> None:
    out = folder / "dubbed.mp4"
    made = clipwright("export", folder / "tone.mp4", *SMALL, "--dub", "es", "--out", out, folder=folder)
    assert made.returncode == 2
    assert "Nobody speaks" in made.stderr
    assert not out.exists()


@pytest.mark.parametrize("wanted", [("--captions", "tiktok"), ("--dub", "es")], ids=["captions", "dub"])
def test_what_nobody_could_listen_to_says_how_to_get_a_model(
    folder: Path, unheard: Path, wanted: tuple[str, str]
) -> None:
    out = folder / "heard.mp4"
    given = ("--analysis", unheard, *wanted, "--out", out)
    made = clipwright("export", folder / "tone.mp4", *SMALL, *given, folder=folder)
    assert made.returncode == 2
    assert "clipwright models fetch whisper-base" in made.stderr
    assert not out.exists()


def test_captions_of_ones_own_need_nobody_to_listen(folder: Path, unheard: Path) -> None:
    cues = folder / "cues.json"
    cues.write_text(json.dumps({"cues": [{"start_ms": 200, "end_ms": 1200, "text": "Own words"}]}), "utf-8")
    out = folder / "own.mp4"
    given = ("--analysis", unheard, "--captions", "tiktok", "--cues", cues, "--out", out)
    made = clipwright("export", folder / "tone.mp4", *SMALL, *given, folder=folder)
    assert made.returncode == 0, made.stderr
    assert manifest(out)["captions"]["pages"] == 1
    assert manifest(out)["captions"]["notes"] == []


@pytest.mark.parametrize("mode", [VoiceoverMode.REPLACE, VoiceoverMode.MIX])
def test_a_job_with_nothing_to_say_notes_it(tmp_path: Path, mode: VoiceoverMode) -> None:
    composed = Composed(pictures=moving(160, 90, 1.0), sound=tones(1.0, (440.0, 0.2, 0.0, 1.0)))
    source = write_source(tmp_path / "source.mov", composed)
    texts = {"analysis": analysis(1.0, (160, 90))}
    outcome = run_remix(order(voiceover=Voiceover(mode=mode)), tmp_path / "out", source, texts=texts)
    (note,) = manifest(delivered(outcome)["video.mp4"])["voiceover"]["notes"]
    assert "nothing was heard or given that it could say" in note
