"""The documents of the Long-form resource, as its contract names them."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, PlainValidator, StrictStr, WithJsonSchema

from api.http.responses import AbsoluteUri, Document, absent, without_default
from api.http.texts import within
from api.jobs.phases import LongFormPhase
from api.videos.schemas import Progress, Queue
from renderer.contract.facts import AdaptationName
from renderer.contract.message import Message
from renderer.contract.orders.long_form import (
    SCRIPT_CHARACTERS,
    TITLE_CHARACTERS,
    ChapterStyle,
    LongFormCaptions,
    LongFormSettings,
    TargetMinutes,
)
from renderer.contract.vocabulary import (
    CaptionPosition,
    CaptionStyle,
    Language,
    Source,
    Status,
    StylePack,
    VideoMode,
    Voice,
)

_LEAST, _MOST = SCRIPT_CHARACTERS
_NOT_ATTESTED: Final = "must be the literal true: you attest that you may use the script"
Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]


def _attested(value: object) -> Literal[True]:
    if value is not True:
        raise ValueError(_NOT_ATTESTED)
    return True


def _one_line(title: str) -> str:
    trimmed = within(title, least=1, most=TITLE_CHARACTERS)
    return " ".join(trimmed.split()) or trimmed


SourceScript = Annotated[
    StrictStr,
    AfterValidator(partial(within, least=_LEAST, most=_MOST)),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": _LEAST,
            "maxLength": _MOST,
            "description": f"{_LEAST} to {_MOST} Unicode characters after trimming white space. "
            "Plain text or Markdown: paragraphs, and headings that become chapters.",
        }
    ),
]
Title = Annotated[
    StrictStr,
    AfterValidator(_one_line),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": TITLE_CHARACTERS,
            "description": f"1 to {TITLE_CHARACTERS} characters; else taken from the script.",
        }
    ),
]
RightsAttested = Annotated[
    Literal[True],
    PlainValidator(_attested),
    WithJsonSchema({"type": "boolean", "const": True, "description": "You may use this script."}),
]


class CreateLongFormVideo(Message):
    """The body of a Long-form create; what is left out takes its default."""

    script: SourceScript
    rights_attested: RightsAttested
    title: Title = Field(default="", json_schema_extra=without_default)
    target_minutes: TargetMinutes = LongFormSettings().target_minutes
    video_mode: VideoMode = LongFormSettings().video_mode
    style_pack: StylePack = LongFormSettings().style_pack
    voice: Voice = LongFormSettings().voice
    language: Language = LongFormSettings().language
    captions: LongFormCaptions = LongFormCaptions()
    chapters: ChapterStyle = LongFormSettings().chapters

    def settings(self) -> LongFormSettings:
        """The effective settings."""
        return LongFormSettings(
            target_minutes=self.target_minutes,
            video_mode=self.video_mode,
            style_pack=self.style_pack,
            voice=self.voice,
            language=self.language,
            captions=self.captions,
            chapters=self.chapters,
        )


class LongFormVideoCaptions(Document):
    """Effective caption settings; captions come as files whether or not they are burnt in."""

    burn_in: bool
    style: CaptionStyle
    position: CaptionPosition


class LongFormVideoSettings(Document):
    """Effective settings, defaults filled in."""

    target_minutes: float
    video_mode: VideoMode
    style_pack: StylePack
    voice: Voice
    language: Language
    captions: LongFormVideoCaptions
    chapters: ChapterStyle


class ScriptReport(Document):
    """The source script, and how it was made to fill the film, once that is known."""

    characters: Count
    adaptation: AdaptationName = absent()
    spoken_characters: Count = absent()
    estimated_seconds: Seconds = absent()


class LongFormAllowance(Document):
    """The Long-form meter of the account at this moment."""

    unit: Literal["videos"]
    limit: Count
    used: Count
    reserved: Count
    remaining: Count


class FilmChapterStart(Document):
    """A chapter of the film."""

    title: str
    start_seconds: Seconds


class LongFormOutput(Document):
    """The finished film."""

    duration_seconds: Seconds
    width: Count
    height: Count
    chapters: list[FilmChapterStart]
    description: str


class LongFormFailure(Document):
    """Why there is no film."""

    code: Literal["script_too_short", "generation_failed"]
    message: Annotated[str, Field(min_length=1)]


class LongFormLinks(Document):
    """Where everything is; what does not exist yet is null."""

    self: AbsoluteUri
    video: AbsoluteUri
    download: AbsoluteUri | None
    cancel: AbsoluteUri
    captions_srt: AbsoluteUri | None
    captions_vtt: AbsoluteUri | None
    thumbnail: AbsoluteUri | None


class LongFormVideo(Document):
    """A Long-form job and its film; `title` is null until one was given or found."""

    id: UUID
    object: Literal["long_form_video"]
    workflow: Literal["long_form"]
    status: Status
    phase: LongFormPhase
    source: Source
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    title: str | None
    settings: LongFormVideoSettings
    progress: Progress
    queue: Queue = absent()
    script: ScriptReport
    allowance: LongFormAllowance
    output: LongFormOutput = absent()
    failure: LongFormFailure = absent()
    links: LongFormLinks
