"""How the lines of a voiceover came out: sidecar `voiceover.json` of a preview or an export."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from renderer.contract.message import Message
from renderer.contract.remix.timed_text import SCRIPT_LINES, TimedText
from renderer.contract.results import Digest, Seconds


class WindowFit(Message):
    """What was done to fit a spoken line to its window.

    `rate`: times as fast as the voice speaks by itself, 0.92 to 1.25. `shift_ms`: how much later than its
    window it begins. `overrun_ms`: how far it goes on past its window, into silence. `cut_ms`: how much of
    its end is not heard, since the video ends. `reworded`: a shorter wording was spoken. `heard`: whether
    anything of it is; a line that says nothing, or for which no time is left, is not.
    """

    rate: Annotated[float, Field(gt=0)] = 1.0
    shift_ms: int = 0
    overrun_ms: int = 0
    cut_ms: int = 0
    reworded: bool = False
    heard: bool = True


class VoiceoverLine(TimedText):
    """A line's window and text, and how it fits."""

    fit: WindowFit = WindowFit()


class SpokenVoiceover(Message):
    """The voiceover as spoken: by whom, its fingerprint (lines, voice, language, engine), its lines."""

    engine: Annotated[str, Field(max_length=100)]
    fingerprint: Digest
    duration_seconds: Seconds
    lines: Annotated[tuple[VoiceoverLine, ...], Field(max_length=SCRIPT_LINES)] = ()
