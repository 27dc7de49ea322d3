"""What the doctor reports as stand-ins follows from the settings, not from a fixed list."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from renderer.cli.doctor import doctor
from renderer.kernels.library import library


def notes(monkeypatch: pytest.MonkeyPatch, tmp_path: object, **settings: str) -> dict[str, str]:
    monkeypatch.setenv("CLIPWRIGHT_WORKSPACE", f"{tmp_path}/w")
    for name, value in settings.items():
        monkeypatch.setenv(f"CLIPWRIGHT_{name}", value)
    said = CliRunner().invoke(doctor, ["--json"]).stdout
    return {check["name"]: check["note"] for check in json.loads(said)}


def test_without_settings_nobody_is_said_to_stand_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    said = notes(monkeypatch, tmp_path)
    assert said["writing"] == "jobs use lexicon; template stands in"
    assert said["speech"].endswith("jobs use embedded and nothing else")
    assert said["pictures"].endswith("painters paint everything")


def test_it_says_what_draws_pixels(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    assert "compiled kernels" in notes(monkeypatch, tmp_path)["kernels"] or not library()
    monkeypatch.setattr("renderer.kernels.library.library", lambda: None)
    assert notes(monkeypatch, tmp_path)["kernels"].startswith("numpy draws pixels, slowly")


def test_providers_are_named_with_who_stands_in_for_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    server = {f"{kind}_BASE_URL": "http://127.0.0.1:9/v1" for kind in ("CHAT", "SPEECH", "IMAGE")}
    said = notes(monkeypatch, tmp_path, **server, CHAT_MODEL="big-model", IMAGE_MODEL="brush")
    assert said["writing"] == "jobs use big-model; lexicon, then template stands in"
    assert "jobs use gpt-4o-mini-tts; embedded stands in" in said["speech"]
    assert said["pictures"].endswith("jobs ask brush; painters stand in")
    said = notes(monkeypatch, tmp_path, FALLBACK="false")
    assert said["writing"] == "jobs use big-model; nobody may stand in"
    assert said["pictures"].endswith("jobs ask brush; painters may not stand in")
