"""Usage and capabilities, as the contract names them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from api.http.responses import Document
from api.remix.uploads.schemas import SourceMime
from api.videos.schemas import Settings
from renderer.contract.orders.long_form import ChapterStyle, ScriptAdapting
from renderer.contract.orders.remix import Aspect, FramingMode, VoiceoverMode
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, Plan, WindowType

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Label = Annotated[str, Field(min_length=1)]


class UsageWindow(Document):
    """The window that the counts are of."""

    type: WindowType
    start: datetime | None
    end: datetime | None
    evaluated_at: datetime


class SourceCounts(Document):
    """Counts of one source."""

    used: Count
    reserved: Count


class BySource(Document):
    """Counts by source."""

    dashboard: SourceCounts
    api: SourceCounts


class VideoCounts(Document):
    """The Short allowance."""

    limit: Positive
    used: Count
    reserved: Count
    remaining: Count
    by_source: BySource


class Outstanding(Document):
    """Queued and processing jobs."""

    limit: Literal[1, 2, 5]
    current: Count


class Meter(Document):
    """One of the three independent allowances."""

    unit: Literal["videos", "minutes"]
    limit: Count
    used: Count
    reserved: Count
    remaining: Count
    window: UsageWindow


class Meters(Document):
    """All three."""

    short: Meter
    long_form: Meter
    remix: Meter


class Usage(Document):
    """The account's shared usage."""

    plan: Plan
    api_access: bool
    window: UsageWindow
    videos: VideoCounts
    outstanding_jobs: Outstanding
    meters: Meters


class PlanInfo(Document):
    """The plan and its bounds."""

    id: Plan
    api_access: bool
    video_limit: Positive
    max_outstanding_jobs: Literal[1, 2, 5]


class Choice(Document):
    """An id, which is the contract, and a name to show."""

    id: Label
    label: Label


class Generation(Document):
    """What can be asked for."""

    video_modes: list[Choice]
    style_packs: list[Choice]
    voices: list[Choice]
    languages: list[Language]
    caption_styles: list[CaptionStyle]
    caption_positions: list[CaptionPosition]
    defaults: Settings


class CharacterRange(Document):
    """Fewest and most characters, both allowed."""

    min: Positive
    max: Positive


class MinuteRange(Document):
    """Fewest and most minutes, both allowed, and what is taken where nothing is said."""

    min: Positive
    max: Positive
    default: Positive


class LongFormCapabilities(Document):
    """What can be asked for in a Long-form create.

    `adapts` tells what workers can do with a script that does not fit: shorten it, lengthen it from itself.
    Pauses, cards and recaps fill what little is missing in any case.
    """

    script_characters: CharacterRange
    target_minutes: MinuteRange
    languages: list[Language]
    chapter_styles: list[ChapterStyle]
    body_bytes: Positive
    adapts: list[ScriptAdapting]


class RemixCapabilities(Document):
    """What can be uploaded and asked for in a Remix project; no language where no engine is set."""

    mime_types: list[SourceMime]
    max_bytes: Positive
    chunk_bytes: Positive
    max_minutes: Positive
    aspects: list[Aspect]
    framings: list[FramingMode]
    voiceover_modes: list[VoiceoverMode]
    translate_languages: list[Language]
    transcribe_languages: list[Language]
    upload_hours: Positive


class Limits(Document):
    """CharacterRange of a create."""

    topic_characters: Positive
    body_bytes: Positive


class Retention(Document):
    """How long things are kept."""

    video_days: Positive
    idempotency_hours: Positive


class Polling(Document):
    """How often to ask."""

    retry_after_seconds: Positive


class Capabilities(Document):
    """What this account can do."""

    api_version: Literal["v1"]
    plan: PlanInfo
    generation: Generation
    long_form: LongFormCapabilities
    remix: RemixCapabilities
    limits: Limits
    retention: Retention
    polling: Polling
