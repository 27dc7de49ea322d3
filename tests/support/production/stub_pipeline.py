"""A pipeline that renders nothing, but has real stages, caching, cancellation and publishing.

The topic controls it: words `key=value` set `ticks` (of 20 ms, per stage), `mb` (size of the video) and
`fault`, the behaviour of the middle stage (`fail`, `crash`, `hang`, `deaf`, `kill`, `segfault`; `hang` checks
for cancellation, `deaf` does not).
"""

from __future__ import annotations

import hashlib
import os
import signal
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pipelines.documents import DeliveredFile, Publication, published_video
from renderer.backends.publishing.base import PublishedFile, Publisher
from renderer.contract.orders.base import OrderDocument
from renderer.contract.orders.short import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import file_digest
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.runtime.pipeline import Pipeline, PipelineEntry, Registry
from renderer.runtime.stage import Stage, StageContext

TICK_SECONDS = 0.02
DETAIL = "secret detail"
DEAF_SECONDS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    video: str


def stub_capabilities(order: OrderDocument, rim: Factories) -> CapabilitySet:
    del order
    return CapabilitySet(rim)


def said(topic: str, name: str, default: str) -> str:
    return dict(word.split("=", 1) for word in topic.split() if "=" in word).get(name, default)


def content(topic: str) -> bytes:
    """The video's bytes, which depend on the topic only."""
    seed = hashlib.sha256(topic.encode()).digest()
    size = int(float(said(topic, "mb", "0.05")) * 1e6)
    return (seed * (size // len(seed) + 1))[:size]


def params(order: ShortOrder, capabilities: CapabilitySet) -> object:
    del capabilities
    return {"topic": order.topic}


def _work(context: StageContext[ShortOrder], name: str) -> None:
    ticks = int(said(context.order.topic, "ticks", "3"))
    for tick in range(ticks):
        context.check_cancelled()
        time.sleep(TICK_SECONDS)
        context.advance((tick + 1) / ticks, f"{name} {tick + 1} of {ticks}")


def _fault(context: StageContext[ShortOrder]) -> None:
    match said(context.order.topic, "fault", ""):
        case "fail":
            raise ClipwrightError("encoder_failed", reason="as told")
        case "crash":
            raise RuntimeError(DETAIL)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "deaf":
            time.sleep(DEAF_SECONDS)
        case "hang":
            while True:
                context.check_cancelled()
                time.sleep(TICK_SECONDS)


def _plan(context: StageContext[ShortOrder]) -> Plan:
    _work(context, "plan")
    return Plan(text=context.order.topic)


def _sound(context: StageContext[ShortOrder]) -> Sound:
    _work(context, "sound")
    _fault(context)
    return Sound(text=context.read(Plan).text[::-1])


def _film(context: StageContext[ShortOrder]) -> Film:
    _work(context, "film")
    path = context.scratch / "film"
    path.write_bytes(content(context.order.topic))
    return Film(video=context.keep(path))


def _publish(context: StageContext[ShortOrder]) -> Publication:
    film = context.read(Film)
    note = context.scratch / "note"
    note.write_text(context.order.topic)
    files = (
        PublishedFile(name="video.mp4", suffix=".mp4", path=context.path(film.video), media_type="video/mp4"),
        PublishedFile(name="captions.srt", suffix=".srt", path=note, media_type="application/x-subrip"),
    )
    places = context.engine(Publisher).publish(
        files,
        delivered=lambda done, total: context.advance(done / total, f"stored {done} of {total} bytes"),
    )
    delivered = tuple(
        DeliveredFile(
            name=file.name,
            place=place,
            size=file.path.stat().st_size,
            sha256=file_digest(file.path),
            media_type=file.media_type,
        )
        for file, place in zip(files, places, strict=True)
    )
    return Publication(files=delivered, duration=Fraction(3, 2), width=2, height=2)


def _stage(name: str, run: Any, makes: type, *needs: type, **more: Any) -> Stage[ShortOrder]:
    return Stage(name=name, version=1, weight=1, makes=makes, needs=needs, run=run, params=params, **more)


STUB: tuple[Stage[ShortOrder], ...] = (
    _stage("plan", _plan, Plan),
    _stage("sound", _sound, Sound, Plan),
    _stage("film", _film, Film, Plan, Sound),
    _stage("publish", _publish, Publication, Film, cached=False),
)


def stub_pipelines(stages: tuple[Stage[ShortOrder], ...]) -> Registry:
    """A registry in which these stages make a short video."""
    pipeline = Pipeline(stages=stages, result=published_video)
    return {"short": PipelineEntry(order=ShortOrder, load=lambda: pipeline)}


STUB_PIPELINES = stub_pipelines(STUB)
