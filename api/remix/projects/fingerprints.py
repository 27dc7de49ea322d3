"""Digests of what a voiceover and a mix are made from; equal ones are not made, or paid for, again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from renderer.contract.orders.remix import VoiceoverMode

if TYPE_CHECKING:
    from api.remix.projects.repository import Project


def spoken_lines(project: Project) -> list[dict[str, Any]]:
    """The voiceover's script, or the captions where it has none; empty when nothing is spoken."""
    voiceover = project.settings["voiceover"]
    if voiceover["mode"] == VoiceoverMode.OFF:
        return []
    return list(voiceover["script"] or project.captions["cues"])


def voice_digest(project: Project) -> str:
    """Digest of lines, voice and language; "" when nothing is spoken."""
    voiceover, lines = project.settings["voiceover"], spoken_lines(project)
    return digest_of([lines, voiceover["voice"], voiceover["language"]]) if lines else ""


def mix_digest(project: Project) -> str:
    """Digest of everything that decides how the mix sounds."""
    settings = project.settings
    voiceover = {name: value for name, value in settings["voiceover"].items() if name != "script"}
    return digest_of([spoken_lines(project), voiceover, settings["original_audio"], settings["ducking"]])


def digest_of(value: object) -> str:
    """SHA-256 of a JSON value, independent of the order of its keys."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
