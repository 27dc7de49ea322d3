"""Usage and capabilities of an account; creating accounts, changing plans, giving and revoking keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from api.accounts import repository
from api.accounts.schemas import (
    BySource,
    Capabilities,
    CharacterRange,
    Choice,
    Generation,
    Limits,
    LongFormCapabilities,
    Meter,
    Meters,
    MinuteRange,
    Outstanding,
    PlanInfo,
    Polling,
    RemixCapabilities,
    Retention,
    SourceCounts,
    Usage,
    UsageWindow,
    VideoCounts,
)
from api.http.auth import KEY_LIFETIME, Caller, key_hash, new_key
from api.http.request_body import CREATE_BODY_BYTES, LONG_FORM_BODY_BYTES
from api.jobs.allowance import Tally, tally
from api.plans import BillingWindow, window_at
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
    Plan,
    Source,
    StylePack,
    VideoMode,
    Voice,
    Workflow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from api.db.database import ConnectionSource, Database
    from renderer.clock import Clock

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key at the one moment when it can be shown."""

    account_id: UUID
    key: str
    created_at: datetime
    expires_at: datetime


def usage(connections: ConnectionSource, caller: Caller, *, now: datetime) -> Usage:
    """The caller's usage at this instant."""
    window = window_at(caller.plan, anchor=caller.billing_anchor, now=now)
    with connections.read() as connection:
        counts = tally(connection, account_id=caller.account_id, since=window.start)
    shown, short = _window(window, now), counts[Workflow.SHORT]
    return Usage(
        plan=caller.plan,
        api_access=caller.terms.api_access,
        window=shown,
        videos=_videos(short, caller.terms.limits[Workflow.SHORT]),
        outstanding_jobs=Outstanding.model_validate(
            {"limit": caller.terms.outstanding, "current": short.outstanding}
        ),
        meters=Meters(
            short=_meter(caller, Workflow.SHORT, counts, shown),
            long_form=_meter(caller, Workflow.LONG_FORM, counts, shown),
            remix=_meter(caller, Workflow.REMIX, counts, shown),
        ),
    )


def capabilities(
    caller: Caller,
    *,
    adapts: Sequence[ScriptAdapting],
    translates: Sequence[Language] = (),
    transcribes: Sequence[Language] = (),
) -> Capabilities:
    """What the caller can ask for; `adapts` and the languages are those of the workers' engines."""
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


def create_account(database: Database, clock: Clock, *, plan: Plan, name: str) -> Caller:
    """A new account; a paid plan's billing period begins now."""
    now = clock.now()
    caller = Caller(account_id=uuid4(), plan=plan, billing_anchor=now)
    with database.write() as connection:
        repository.insert_account(connection, caller, name=name, now=now)
    return caller


def set_plan(database: Database, clock: Clock, *, account_id: UUID, plan: Plan) -> Caller:
    """Change the plan at once; the billing period begins anew only when a free account starts to pay."""
    with database.write() as connection:
        before = repository.lock_account(connection, account_id)
        starts = before.plan is Plan.FREE and plan is not Plan.FREE
        after = replace(before, plan=plan, billing_anchor=clock.now() if starts else before.billing_anchor)
        repository.change_plan(connection, after)
    return after


def create_key(
    database: Database, clock: Clock, *, account_id: UUID, expires_at: datetime | None = None
) -> NewKey:
    """A new key; the one before stops working at once. It lives 365 days, or less if so asked."""
    now, key = clock.now(), new_key()
    latest = now + KEY_LIFETIME
    made = NewKey(
        account_id=account_id, key=key, created_at=now, expires_at=min(expires_at or latest, latest)
    )
    with database.write() as connection:
        repository.lock_account(connection, account_id)
        repository.revoke_keys(connection, account_id, now=now)
        repository.insert_key(connection, _key_row(made))
    return made


def revoke_key(database: Database, clock: Clock, *, account_id: UUID) -> int:
    """Stop the account's key at once; how many were active."""
    with database.write() as connection:
        repository.lock_account(connection, account_id)
        return repository.revoke_keys(connection, account_id, now=clock.now())


def _key_row(made: NewKey) -> dict[str, object]:
    return {
        "id": uuid4(),
        "account_id": made.account_id,
        "hash": key_hash(made.key),
        "last4": made.key[-4:],
        "created_at": made.created_at,
        "expires_at": made.expires_at,
        "revoked_at": None,
    }


def _window(window: BillingWindow, now: datetime) -> UsageWindow:
    return UsageWindow(type=window.type, start=window.start, end=window.end, evaluated_at=now)


def _videos(short: Tally, limit: int) -> VideoCounts:
    dashboard, api = (
        SourceCounts(used=short.of(source).used, reserved=short.of(source).reserved)
        for source in (Source.DASHBOARD, Source.API)
    )
    return VideoCounts(
        limit=limit,
        used=short.used,
        reserved=short.reserved,
        remaining=short.remaining(limit),
        by_source=BySource(dashboard=dashboard, api=api),
    )


def _meter(caller: Caller, workflow: Workflow, counts: dict[Workflow, Tally], window: UsageWindow) -> Meter:
    limit, counted = caller.terms.limits[workflow], counts[workflow]
    return Meter(
        unit="minutes" if workflow is Workflow.REMIX else "videos",
        limit=limit,
        used=counted.used,
        reserved=counted.reserved,
        remaining=counted.remaining(limit),
        window=window,
    )


def _choices(ids: Iterable[Any]) -> list[Choice]:
    """`darkHistory` is shown as "Dark History", `warm-calm` as "Warm Calm"."""
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
