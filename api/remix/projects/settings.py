"""The complete settings of a project as callers send them: every key required, no others, no coercion."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, StrictBool

from api.http.numbers import WHOLE
from renderer.contract.message import Message
from renderer.contract.orders.remix import Aspect, FramingMode, RemixSettings, VoiceoverMode
from renderer.contract.remix.timed_text import SCRIPT_LINES, TEXT
from renderer.contract.vocabulary import (
    LONGEST_SOURCE_SECONDS,
    CaptionPosition,
    CaptionStyle,
    Language,
    Voice,
)

_LONGEST: Final = int(LONGEST_SOURCE_SECONDS * 1000)
ExactShare = Annotated[float, Field(strict=True, ge=0, le=1)]
ExactGain = Annotated[float, Field(strict=True, ge=0, le=2)]
"""A linear factor on the amplitude."""
ExactMilliseconds = Annotated[int, Field(strict=True, ge=0, le=_LONGEST), WHOLE]


class TimedLine(Message):
    """A text of 1 to 300 characters from `start_ms` up to, not including, `end_ms`."""

    start_ms: ExactMilliseconds
    end_ms: ExactMilliseconds
    text: Annotated[str, Field(strict=True, min_length=1, max_length=TEXT)]


class ProjectFraming(Message):
    """What of the source the frame shows; `x`, `y` and `zoom` count for `manual`."""

    mode: FramingMode
    x: ExactShare
    y: ExactShare
    zoom: Annotated[float, Field(strict=True, ge=1, le=4)]


class ProjectCaptionSettings(Message):
    """Whether captions are drawn, and how."""

    enabled: StrictBool
    style: CaptionStyle
    position: CaptionPosition


class ProjectOriginalAudio(Message):
    """The source's own sound."""

    enabled: StrictBool
    volume: ExactGain


class ProjectVoiceover(Message):
    """A voice over the source; an empty script means that the captions are spoken."""

    mode: VoiceoverMode
    voice: Voice
    language: Language
    script: Annotated[list[TimedLine], Field(max_length=SCRIPT_LINES)]
    volume: ExactGain


class ProjectDucking(Message):
    """How far the original is lowered while the voice speaks."""

    enabled: StrictBool
    depth_db: Annotated[float, Field(strict=True, ge=0, le=30)]


class ProjectSettings(Message):
    """All settings of one revision."""

    aspect: Aspect
    framing: ProjectFraming
    captions: ProjectCaptionSettings
    original_audio: ProjectOriginalAudio
    voiceover: ProjectVoiceover
    ducking: ProjectDucking

    def for_order(self) -> RemixSettings:
        """The settings as a worker gets them, without the script, which is a document of its own."""
        given = self.model_dump()
        del given["voiceover"]["script"]
        return RemixSettings.model_validate(given)


def default_settings() -> ProjectSettings:
    """The settings of a project for which none were chosen."""
    given: dict[str, Any] = RemixSettings().model_dump()
    given["voiceover"]["script"] = []
    return ProjectSettings.model_validate(given)
