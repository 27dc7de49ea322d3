"""The order: everything a caller chose about one video. Frozen, strict, unknown fields forbidden."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from renderer.contract.vocabulary import (
    CaptionPosition,
    CaptionStyle,
    Language,
    StylePack,
    VideoMode,
    Voice,
)


class Message(BaseModel):
    """Base of all documents that cross a process border."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CaptionSettings(Message):
    """Caption style and position; defaults of the API document."""

    style: CaptionStyle = CaptionStyle.TIKTOK
    position: CaptionPosition = CaptionPosition.CENTER


class VideoSettings(Message):
    """The effective settings of a short video; defaults of the API document."""

    video_mode: VideoMode = VideoMode.DARK_HISTORY
    style_pack: StylePack = StylePack.DOCUMENTARY
    voice: Voice = Voice.WARM_STORYTELLER
    language: Language = Language.EN
    captions: CaptionSettings = CaptionSettings()


class FrameSpec(Message):
    """Size in pixels (even) and constant frame rate (frames per second, whole)."""

    width: Annotated[int, Field(ge=144, le=3840, multiple_of=2)] = 1080
    height: Annotated[int, Field(ge=144, le=3840, multiple_of=2)] = 1920
    fps: Annotated[int, Field(ge=10, le=60)] = 30


class ShortOrder(Message):
    """One short video: a topic, or the caller's own script, plus settings.

    `script` holds the text itself, never a path. `media_dir` is a folder on the machine that renders
    (command line only; the API never sets it). `seed` 0 means "derived from the topic or script".
    """

    workflow: Literal["short"] = "short"
    topic: Annotated[str, Field(max_length=500)] = ""
    script: Annotated[str, Field(max_length=60_000)] = ""
    settings: VideoSettings = VideoSettings()
    frame: FrameSpec = FrameSpec()
    safe_area: Literal["organic", "ads-strict"] = "organic"
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    media_dir: str = ""
