"""The documents of the video resource, as the contract names them."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StrictStr, WithJsonSchema

from api.http.responses import AbsoluteUri, Document, absent
from api.http.texts import within
from renderer.contract.message import Message
from renderer.contract.orders.base import CaptionSettings, VideoSettings
from renderer.contract.vocabulary import (
    TOPIC_CHARACTERS,
    CaptionPosition,
    CaptionStyle,
    Language,
    Source,
    Status,
    StylePack,
    VideoMode,
    Voice,
)

Topic = Annotated[
    StrictStr,
    AfterValidator(partial(within, least=1, most=TOPIC_CHARACTERS)),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": TOPIC_CHARACTERS,
            "pattern": r"^[^\u0000]*[^\s\u0000\u0085\ufeff\u001c-\u001f][^\u0000]*$",
            "description": "1 to 500 Unicode characters after trimming white space.",
        }
    ),
]


class CreateVideo(Message):
    """The body of a create; what is left out takes its default."""

    topic: Topic
    video_mode: VideoMode = VideoSettings().video_mode
    style_pack: StylePack = VideoSettings().style_pack
    voice: Voice = VideoSettings().voice
    language: Language = VideoSettings().language
    captions: CaptionSettings = CaptionSettings()

    def settings(self) -> VideoSettings:
        """The effective settings."""
        return VideoSettings(
            video_mode=self.video_mode,
            style_pack=self.style_pack,
            voice=self.voice,
            language=self.language,
            captions=self.captions,
        )


class SettingsCaptions(Document):
    """Effective caption settings."""

    style: CaptionStyle
    position: CaptionPosition


class Settings(Document):
    """Effective settings, defaults filled in."""

    video_mode: VideoMode
    style_pack: StylePack
    voice: Voice
    language: Language
    captions: SettingsCaptions


class Queue(Document):
    """Where the job stands in the queue; 1000 means there or farther back."""

    position: Annotated[int, Field(ge=1)]


class AcceptedUsage(Document):
    """The allowance after this job was reserved."""

    used: Annotated[int, Field(ge=0)]
    reserved: Annotated[int, Field(ge=0)]
    remaining: Annotated[int, Field(ge=0)]
    limit: Annotated[int, Field(ge=1)]


class Links(Document):
    """Where the job and its file are."""

    self: AbsoluteUri
    download: AbsoluteUri | None


class AcceptedJob(Document):
    """The answer to a create."""

    id: UUID
    object: Literal["video"]
    status: Literal["queued"]
    created_at: datetime
    queue: Queue
    settings: Settings
    usage: AcceptedUsage
    links: Links


class Progress(Document):
    """How far the job is."""

    percent: Annotated[int, Field(ge=0, le=100)]
    stage: Annotated[str, Field(min_length=1)]
    detail: Annotated[str, Field(min_length=1)]


class Output(Document):
    """The finished file."""

    duration_seconds: Annotated[float, Field(ge=0)] | None


class FailureNote(Document):
    """What a caller may know about a failure."""

    code: Literal["generation_failed"] = "generation_failed"
    message: Literal["Video generation failed."] = "Video generation failed."


class Video(Document):
    """A video of any workflow."""

    id: UUID
    object: Literal["video"]
    workflow: Annotated[str, Field(min_length=1)] = absent()
    status: Status
    source: Source
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    settings: Settings = absent()
    progress: Progress
    queue: Queue = absent()
    output: Output = absent()
    failure: FailureNote = absent()
    links: Links


class VideoList(Document):
    """One page, newest first."""

    object: Literal["list"]
    data: list[Video]
    has_more: bool
    next_cursor: Annotated[str, Field(min_length=1)] | None
