"""Test doubles around a leader: segments that take time on a fake clock, a crew, a shared cache, helpers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from renderer.clock import FakeClock
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from renderer.rendering.leading import lead
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segments import Rendering
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_processes import SegmentNews
from renderer.runtime.workspace_folders import Workspace

FPS = 30
SEGMENTS = (range(30), range(30, 120), range(120, 180), range(180, 200))
BY_LENGTH = [SEGMENTS[1], SEGMENTS[2], SEGMENTS[0], SEGMENTS[3]]
TAKES = 4.0
"""Seconds on the fake clock that the leader takes for a segment."""


def plan() -> RenderPlan:
    shots = tuple(
        Shot(
            span=TimeRange(Fraction(part.start, FPS), Fraction(part.stop, FPS)),
            scene=f"s{number}",
            picture=PainterSpec(painter="topographic", seed=number),
        )
        for number, part in enumerate(SEGMENTS)
    )
    return RenderPlan(
        width=320,
        height=180,
        fps=FPS,
        frame_count=200,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=shots),
        captions=CaptionTrack(
            style=CaptionStyle.MINIMAL,
            position=CaptionPosition.BOTTOM,
            language=Language.EN,
            safe_area="organic",
            pages=(),
        ),
        audio="",
        encoder=EncoderProfile(),
    )


PLAN = plan()
CONTENT = SegmentKeys(PLAN)
KEYS = {part: CONTENT.key(part) for part in SEGMENTS}


@dataclass
class Tier:
    """A shared cache that keeps records in memory."""

    kept: dict[str, bytes] = field(default_factory=dict)

    def record(self, key: str) -> bytes:
        return self.kept.get(key, b"")

    def records(self, keys: Sequence[str]) -> dict[str, bytes]:
        return {key: record for key in keys if (record := self.record(key))}

    def names(self, folder: str) -> frozenset[str]:
        inside = f"{folder}/"
        return frozenset(key.removeprefix(inside) for key in self.kept if key.startswith(inside))

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        pass

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        del digests, store
        self.kept[key] = record

    def when_stored(self, action: Callable[[], None]) -> None:
        action()


@dataclass
class Helpers:
    """Segment helpers that record the offers made to them."""

    offered: list[list[range]] = field(default_factory=list)

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        del plan
        self.offered.append(list(segments))


@dataclass
class Crew:
    """The leader's segment processes; `does` answers each call of `news`."""

    clock: FakeClock
    does: Callable[[Crew], SegmentNews]
    places: int = 1
    underway: frozenset[str] = frozenset()
    given: list[range] = field(default_factory=list)
    busy: list[range] = field(default_factory=list)
    working: int = 1
    processors: int = 2
    ended: frozenset[int] = frozenset()
    ahead: list[bool] = field(default_factory=list)
    freed: list[range] = field(default_factory=list)

    @property
    def idle(self) -> int:
        return self.places - len(self.busy)

    def give(self, frames: range, *, ahead: bool = False) -> None:
        self.given.append(frames)
        self.ahead.append(ahead)
        self.busy.append(frames)

    def draw_ahead(self) -> None:
        self.freed.extend(self.busy)

    def release(self) -> None:
        pass

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        self.clock.sleep(wait)
        found = self.does(self)
        self.busy = [each for each in self.busy if each not in found.made and each not in found.refused]
        return found

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[Crew]:
        del plan, workspace, segments, pixels
        yield self

    def begin(self, plan: str, workspace: Workspace, segments: Any, *, pixels: int) -> None:
        pass

    def end(self) -> None:
        pass


@dataclass
class Stage:
    """A leader's surroundings; the content of a segment is its name, and making it takes fake time."""

    rendering: Rendering
    clock: FakeClock
    crew: Crew
    tier: Tier
    helpers: Helpers
    here: list[range] = field(default_factory=list)
    ahead: list[bool] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    takes: float = TAKES

    def content(self, part: range) -> bytes:
        return f"segment {part.start}".encode()

    def made(self, part: range) -> str:
        return self.rendering.store.put_bytes(self.content(part))

    def lead(self, idle: list[int] | None = None) -> list[bytes]:
        """Lead all segments; `idle` records how many are finished whenever there is nothing to render."""
        noted = [] if idle is None else idle
        led = lead(PLAN, SEGMENTS, self.rendering, idle=lambda finished: noted.append(len(finished())))
        return [path.read_bytes() for path in led]

    @property
    def whole(self) -> list[bytes]:
        return [self.content(part) for part in SEGMENTS]
