"""What a Remix command says where the words that it needs are not to be had."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import ValidationError

from renderer.backends.transcription.base import NOBODY
from renderer.contract.orders.remix import RemixSettings, VoiceoverMode
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.errors import ClipwrightError


def no_transcriber() -> ClipwrightError:
    """The error of a command that needs words while no Whisper model is there."""
    setting = "up a model with `clipwright models fetch whisper-base`"
    return ClipwrightError("provider_unconfigured", provider="Transcription", setting=setting)


def check_words(settings: RemixSettings, *, analysis: Path, given: Collection[str]) -> None:
    """Refuse an export that would be without the captions or the voiceover that were asked for.

    `given` names the input objects that the caller brings. Captions of a video in which nobody speaks are no
    error: the export notes that there are none. An analysis that cannot be read is refused where it is used.

    Raises:
        ClipwrightError: `provider_unconfigured` where somebody speaks and nobody could listen; `no_speech`
            where a voiceover was to say the words of a video without any.
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
