"""The errors of Remix commands that need words which are not available."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import ValidationError

from renderer.backends.transcription.base import NOBODY
from renderer.contract.orders.remix import RemixSettings, VoiceoverMode
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.errors import ClipwrightError


def no_transcriber() -> ClipwrightError:
    """The error of a command that needs words when no Whisper model is installed."""
    setting = "up a model with `clipwright models fetch whisper-base`"
    return ClipwrightError("provider_unconfigured", provider="Transcription", setting=setting)


def check_words(settings: RemixSettings, *, analysis: Path, given: Collection[str]) -> None:
    """Refuse an export that would lack the captions or the voiceover that were requested.

    `given` names the input objects that the caller supplies. Captions for a video without speech are not an
    error: the export notes that there are none. An unreadable analysis is refused later, where it is used.

    Raises:
        ClipwrightError: `provider_unconfigured` when there is speech but no transcriber; `no_speech` when a
            voiceover is to speak the words of a video that has none.
    """
    dubbed = settings.voiceover.mode is not VoiceoverMode.OFF and "voiceover_script" not in given
    if "cues" in given or not (dubbed or settings.captions.enabled):
        return
    try:
        found = SourceAnalysis.model_validate_json(analysis.read_bytes())
    except (OSError, ValidationError):
        return
    if found.captions.cues:
        return
    if found.speech and found.engine == NOBODY:
        raise no_transcriber()
    if dubbed:
        raise ClipwrightError("no_speech")
