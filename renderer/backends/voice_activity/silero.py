"""Silero VAD, from the faster-whisper wheel (MIT)."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final

from msgspec import Struct

from renderer.backends.voice_activity.base import Samples, Stretch
from renderer.errors import ClipwrightError

SHORTEST_SILENCE_MS: Final = 250
PAD_MS: Final = 120
REVISION: Final = 1


class SileroVad(Struct, frozen=True):
    """Tells speech from silence, noise and music."""

    @property
    def name(self) -> str:
        """Always "silero"."""
        return "silero"

    @property
    def fingerprint(self) -> str:
        """Wheel and revision."""
        return f"silero of faster-whisper {version('faster-whisper')} r{REVISION}"

    def speech(self, samples: Samples) -> tuple[Stretch, ...]:
        """See the port; memory grows with the length."""
        try:
            from faster_whisper.vad import VadOptions, get_speech_timestamps  # noqa: PLC0415  loads onnxruntime
        except ImportError as error:
            setting = "up `pip install clipwright[engines]`"
            raise ClipwrightError("provider_unconfigured", provider="Silero VAD", setting=setting) from error
        options = VadOptions(min_silence_duration_ms=SHORTEST_SILENCE_MS, speech_pad_ms=PAD_MS)
        found: list[dict[str, Any]] = get_speech_timestamps(samples, options)
        return tuple((int(part["start"]), int(part["end"])) for part in found)


def silero_is_installed() -> bool:
    """Whether the package that contains the model is installed."""
    return find_spec("faster_whisper") is not None
