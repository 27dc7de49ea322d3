"""Whole videos with providers at a local server: their work is in the video, failures are in the manifest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.providers import moods
from tests.support.providers.scripts import script
from tests.support.providers.server import ProviderServer, photo

ROOT = Path(__file__).parents[2]
KEY = "key-that-must-not-show"


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=lambda _request: script()) as running:
        running.stock = [photo(running, number, "the sea") for number in range(1, 9)]
        yield running


def rendered(server: ProviderServer, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    given = {
        "CHAT_BASE_URL": server.url,
        "CHAT_MODEL": "test-chat",
        "CHAT_KEY": KEY,
        "SPEECH_BASE_URL": server.url,
        "SPEECH_KEY": KEY,
        "PEXELS_BASE_URL": server.url,
        "PEXELS_KEY": KEY,
        "PROVIDER_TRIES": "1",
        "WORKSPACE": str(folder / "workspace"),
        **settings,
    }
    environment = os.environ | {f"CLIPWRIGHT_{name}": value for name, value in given.items()}
    program = "from renderer.cli.main import main; main()"
    command = [
        sys.executable,
        "-c",
        program,
        "render",
        "--topic",
        "The sea",
        "--size",
        "144x256",
        "--fps",
        "10",
    ]
    return subprocess.run(
        [*command, "--out", str(folder / "sea.mp4")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def manifest(folder: Path) -> dict[str, Any]:
    text = (folder / "sea.manifest.json").read_text("utf-8")
    assert KEY not in text
    document: dict[str, Any] = json.loads(text)
    return document


@pytest.mark.slow
def test_a_video_is_written_spoken_and_illustrated_by_providers(
    server: ProviderServer, tmp_path: Path
) -> None:
    result = rendered(server, tmp_path)
    assert result.returncode == 0, result.stderr
    made = manifest(tmp_path)
    assert made["providers"]["writing"]["name"] == "test-chat"
    assert made["providers"]["speech"]["name"] == "gpt-4o-mini-tts"
    # the test server's voice is a tone, without words that could be heard
    assert [note.split(":")[0] for note in made["providers"]["notes"]] == ["alignment"]
    assert any("Pexels License" in note for note in made["pictures"]["notes"])
    assert "media" in {shot["painter"] for shot in made["pictures"]["shots"]}
    assert KEY not in result.stdout + result.stderr


@pytest.mark.slow
def test_with_every_provider_failing_the_manifest_says_what_stood_in(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.moods.extend([moods.status(500)] * 50)
    assert rendered(server, tmp_path).returncode == 0
    made = manifest(tmp_path)
    assert made["providers"]["writing"]["name"] == "lexicon"
    assert made["providers"]["speech"]["name"] == "espeak"
    said = " ".join([*made["providers"]["notes"], *made["pictures"]["notes"]])
    for provider in ("The chat endpoint", "The speech endpoint", "Pexels"):
        assert f"{provider} failed: status 500" in said
    assert "it is painted" in said
    assert {shot["by"] for shot in made["pictures"]["shots"]} == {"painters"}


@pytest.mark.slow
def test_with_fallback_forbidden_the_job_fails_with_the_providers_sentence(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.moods.extend([moods.status(401)] * 50)
    result = rendered(server, tmp_path, FALLBACK="false")
    assert result.returncode == 1
    assert (
        "The chat endpoint does not accept the key (status 401); check CLIPWRIGHT_CHAT_KEY." in result.stderr
    )
    assert KEY not in result.stderr
    assert not (tmp_path / "sea.mp4").exists()
