"""Capabilities of an account: what it can order, and the limits that apply to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from api.accounts.schemas import (
    Capabilities,
    CharacterRange,
    Choice,
    Generation,
    Limits,
    LongFormCapabilities,
    MinuteRange,
    PlanInfo,
    Polling,
    RemixCapabilities,
    Retention,
)
from api.http.auth import Caller
from api.http.request_body import CREATE_BODY_BYTES, LONG_FORM_BODY_BYTES
from api.remix.uploads.schemas import CHUNK_BYTES, MOST_BYTES, UPLOAD_HOURS, SourceMime
from api.videos.schemas import Settings
from renderer.contract.orders.base import VideoSettings
from renderer.contract.orders.long_form import (
    MINUTES,
    SCRIPT_CHARACTERS,
    ChapterStyle,
    LongFormSettings,
    ScriptAdapting,
)
from renderer.contract.orders.remix import Aspect, FramingMode, VoiceoverMode
from renderer.contract.vocabulary import (
    IDEMPOTENCY_HOURS,
    LONGEST_SOURCE_SECONDS,
    POLL_SECONDS,
    TOPIC_CHARACTERS,
    VIDEO_DAYS,
    CaptionPosition,
    CaptionStyle,
    Language,
    StylePack,
    VideoMode,
    Voice,
    Workflow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+")


def capabilities(
    caller: Caller,
    *,
    adapts: Sequence[ScriptAdapting],
    translates: Sequence[Language] = (),
    transcribes: Sequence[Language] = (),
) -> Capabilities:
    """What the caller can order; `adapts` and the languages are what the workers' engines support."""
    plan = {
        "id": caller.plan,
        "api_access": caller.terms.api_access,
        "video_limit": caller.terms.limits[Workflow.SHORT],
        "max_outstanding_jobs": caller.terms.outstanding,
    }
    return Capabilities(
        api_version="v1",
        plan=PlanInfo.model_validate(plan),
        generation=_GENERATION,
        long_form=LongFormCapabilities(
            script_characters=CharacterRange(min=SCRIPT_CHARACTERS[0], max=SCRIPT_CHARACTERS[1]),
            target_minutes=MinuteRange(
                min=MINUTES[0], max=MINUTES[1], default=round(LongFormSettings().target_minutes)
            ),
            languages=list(Language),
            chapter_styles=list(ChapterStyle),
            body_bytes=LONG_FORM_BODY_BYTES,
            adapts=list(adapts),
        ),
        remix=RemixCapabilities(
            mime_types=list(SourceMime),
            max_bytes=MOST_BYTES,
            chunk_bytes=CHUNK_BYTES,
            max_minutes=round(LONGEST_SOURCE_SECONDS / 60),
            aspects=list(Aspect),
            framings=list(FramingMode),
            voiceover_modes=list(VoiceoverMode),
            translate_languages=list(translates),
            transcribe_languages=list(transcribes),
            upload_hours=UPLOAD_HOURS,
        ),
        limits=Limits(topic_characters=TOPIC_CHARACTERS, body_bytes=CREATE_BODY_BYTES),
        retention=Retention(video_days=VIDEO_DAYS, idempotency_hours=IDEMPOTENCY_HOURS),
        polling=Polling(retry_after_seconds=POLL_SECONDS),
    )


def _choices(ids: Iterable[Any]) -> list[Choice]:
    """Choices with labels: `darkHistory` is shown as "Dark History", `warm-calm` as "Warm Calm"."""
    return [
        Choice(id=str(each), label=" ".join(word.capitalize() for word in _WORDS.findall(str(each))))
        for each in ids
    ]


_GENERATION: Final = Generation(
    video_modes=_choices(VideoMode),
    style_packs=_choices(StylePack),
    voices=_choices(Voice),
    languages=list(Language),
    caption_styles=list(CaptionStyle),
    caption_positions=list(CaptionPosition),
    defaults=Settings.model_validate(VideoSettings().model_dump()),
)
