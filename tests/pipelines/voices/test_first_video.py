"""A newcomer's first video: natural voices without a network, and what is said when there are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from renderer.backends.packs.catalogue import installed, load_packs
from tests.support.production.servers import lacking

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "models"
COMMAND = (sys.executable, "-c", "from renderer.cli.main import main; main()")
CUT = ("unshare", "--user", "--map-root-user", "--net")
"""Runs a process without any network, not even a loopback that is up."""
SCRIPTS = {
    "en": "Bees dance in the dark. The others follow.",
    "de": "Bienen tanzen im Dunkeln. Die anderen folgen.",
}


def cut_off(folder: Path, *command: str, models: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in `folder`, where no address can be reached."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CLIPWRIGHT_")}
    return subprocess.run(
        [*CUT, *command],
        cwd=folder,
        env=own | {"PYTHONPATH": str(ROOT), "CLIPWRIGHT_MODELS": str(models)},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def rendered(folder: Path, language: str, *, models: Path) -> tuple[str, dict[str, Any]]:
    """Output of `clipwright render` and its manifest; only language and script are chosen."""
    script = folder / "script.txt"
    script.write_text(SCRIPTS[language], "utf-8")
    done = cut_off(
        folder,
        *(*COMMAND, "render", "--script", str(script), "--language", language),
        *("--size", "180x320", "--fps", "10", "--out", "bees.mp4"),
        models=models,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "bees.mp4").stat().st_size > 10_000
    manifest: dict[str, Any] = json.loads((folder / "bees.manifest.json").read_text("utf-8"))
    return done.stdout + done.stderr, manifest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to render in; where the network cannot be cut off, the test is skipped, or in CI fails."""
    asks = "import socket; socket.create_connection(('127.0.0.1', 9), 2)"
    probe = subprocess.run(
        [*CUT, sys.executable, "-c", asks], capture_output=True, text=True, timeout=30, check=False
    )
    if "unreachable" not in probe.stderr:
        lacking(f"network namespaces are not allowed here: {probe.stderr.strip()}")
    return tmp_path


@pytest.mark.parametrize(("language", "pack"), [("en", "hibari"), ("de", "kokoro")])
def test_with_the_network_cut_a_natural_voice_speaks(folder: Path, language: str, pack: str) -> None:
    if not installed(load_packs()[pack], MODELS):
        if os.environ.get("CI"):
            pytest.fail(f"CI lacks the pack {pack}: `clipwright models fetch {pack}` brings it")
        pytest.skip(f"the pack {pack} is not installed: `clipwright models fetch {pack}`")
    said, manifest = rendered(folder, language, models=MODELS)
    assert manifest["providers"]["speech"]["name"] == pack
    assert f"spoken by {pack}\n" in said
    assert not [note for note in manifest["providers"]["notes"] if "speech" in note]


@pytest.mark.parametrize("language", SCRIPTS)
def test_without_a_pack_the_video_is_made_and_says_what_it_lacks(folder: Path, language: str) -> None:
    said, manifest = rendered(folder, language, models=folder / "models")
    (note,) = [note for note in manifest["providers"]["notes"] if note.startswith("speech")]
    assert note == (
        f"speech: espeak speaks {language} and sounds robotic; "
        "`clipwright models fetch default` brings a natural voice"
    )
    assert note.removeprefix("speech: ") in said, "whoever runs the command reads it too"


def test_the_doctor_says_who_speaks_without_a_pack(folder: Path) -> None:
    done = cut_off(folder, *COMMAND, "doctor", models=folder / "models")
    assert "robotic; `clipwright models fetch default` brings a natural voice" in done.stdout, done.stderr
