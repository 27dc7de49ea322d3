"""The documents of the Remix project, as its contract names them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from api.http.numbers import WHOLE
from api.http.responses import AbsoluteUri, Document
from api.jobs.phases import RemixPhase
from api.remix.projects.settings import ProjectSettings, TimedLine
from api.videos.schemas import Progress
from renderer.contract.message import Message
from renderer.contract.remix.timed_text import CUES
from renderer.contract.vocabulary import Language, Status

Quantity = Annotated[int, Field(ge=0)]
Duration = Annotated[float, Field(ge=0)]
RevisionNumber = Annotated[int, Field(strict=True, ge=1), WHOLE]
"""Has no upper bound: a revision that a project has not reached yet is a conflict, not an invalid request."""


class ChangeRemixProject(Message):
    """The body of a PATCH: the revision that it is about, and all settings."""

    revision: RevisionNumber
    settings: ProjectSettings


class ReplaceCaptions(Message):
    """The body of PUT captions."""

    revision: RevisionNumber
    cues: Annotated[list[TimedLine], Field(max_length=CUES)]


class AtRevision(Message):
    """The body of an operation that needs only the revision."""

    revision: RevisionNumber


class TranslateCaptions(Message):
    """The body of translate-captions."""

    revision: RevisionNumber
    targetLanguage: Language  # noqa: N815 - spelled as the contract spells it


class RemixSource(Document):
    """The uploaded file; what is measured is null until it was."""

    file_name: str
    mime_type: str
    byte_length: Quantity
    duration_seconds: Duration | None
    width: Quantity | None
    height: Quantity | None
    frame_rate: Duration | None
    has_audio: bool | None
    minutes: Quantity | None


class TranscriptLine(Document):
    """A phrase as heard."""

    start_ms: Quantity
    end_ms: Quantity
    text: str
    speaker: str | None


class RemixAnalysis(Document):
    """What was heard and seen; `engine` is `none` where nobody could transcribe."""

    state: Literal["pending", "running", "done", "failed"]
    language: str | None
    transcript: list[TranscriptLine]
    words: Quantity
    speech_seconds: Duration
    loudness_lufs: float | None
    shots: Quantity
    engine: str


class CueDocument(Document):
    """A caption."""

    start_ms: Quantity
    end_ms: Quantity
    text: str


class ProjectCaptions(Document):
    """The captions at this revision."""

    origin: Literal["none", "analysed", "custom"]
    language: str | None
    cues: list[CueDocument]


class SpokenLineReport(Document):
    """A line of the voiceover as it was spoken."""

    start_ms: Quantity
    end_ms: Quantity
    text: str
    rate: float
    shift_ms: int
    overrun_ms: int
    cut_ms: int
    reworded: bool
    heard: bool


class VoiceoverReport(Document):
    """The latest voiceover that was made."""

    state: Literal["none", "ready"]
    fingerprint: str | None
    duration_seconds: Duration | None
    lines: list[SpokenLineReport]


class RemixMinutes(Document):
    """Minutes of the source and of the account's Remix meter."""

    source: Quantity | None
    charged: Quantity
    limit: Quantity
    used: Quantity
    reserved: Quantity
    remaining: Quantity


class RemixMedia(Document):
    """Private addresses; null for what does not exist."""

    source: AbsoluteUri | None
    thumbnail: AbsoluteUri | None
    voiceover: AbsoluteUri | None
    mix: AbsoluteUri | None


class RemixOutput(Document):
    """The exported video."""

    duration_seconds: Duration
    width: Quantity
    height: Quantity


class RemixFailure(Document):
    """Why the project failed, and whose turn it is."""

    code: Literal[
        "source_unreadable", "source_too_long", "no_video", "remix_quota_exceeded", "generation_failed"
    ]
    message: Annotated[str, Field(min_length=1)]


class RemixLinks(Document):
    """Where everything is; `download` is null until the export is done."""

    self: AbsoluteUri
    video: AbsoluteUri
    export: AbsoluteUri
    cancel: AbsoluteUri
    download: AbsoluteUri | None


class RemixProject(Document):
    """A Remix project at its present revision."""

    id: UUID
    object: Literal["remix_project"]
    workflow: Literal["remix"]
    status: Status
    phase: RemixPhase
    revision: Annotated[int, Field(ge=1)]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    source: RemixSource
    analysis: RemixAnalysis
    settings: ProjectSettings
    captions: ProjectCaptions
    voiceover: VoiceoverReport
    progress: Progress
    minutes: RemixMinutes
    media: RemixMedia
    output: RemixOutput | None
    failure: RemixFailure | None
    links: RemixLinks
