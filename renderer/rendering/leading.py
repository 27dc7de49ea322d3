"""Leading the rendering of a plan's segments: by this process, by those beside it, by workers elsewhere.

A process that has rendered a segment goes on with the next one if that shows the same picture. Of the last
few segments the costliest goes first, so that all processes finish at about the same time (`segment_order`).
This process renders as well, and checks every few frames whether a process beside it needs work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import begins_within_shot
from renderer.errors import ClipwrightError
from renderer.media.encoding.encoder_memory import return_memory, reused_memory
from renderer.rendering.every import Every
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.looking_ahead import Finished
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segment_order import expected_costs, in_order
from renderer.rendering.segments import (
    Rendering,
    begun_elsewhere,
    find_here,
    find_segment,
    find_segments,
    publish_plan,
    render_segment,
    share_segment,
)
from renderer.rendering.workers_elsewhere import LONGEST_WAIT, WorkersElsewhere
from renderer.runtime.segment_processes import SegmentCrew, SegmentNews

POLL_SECONDS: Final = 0.25
EVERY: Final = 4
"""Frames encoded here between two looks at what other processes do."""
DRAWING_SHARE: Final = 0.25
"""The largest share of a processor that drawing frames takes, beside encoding them."""


def nobody_idle(_finished: Finished) -> None:
    """Do nothing with an idle processor."""


def lead(
    plan: RenderPlan,
    segments: Sequence[range],
    rendering: Rendering,
    *,
    idle: Callable[[Finished], None] = nobody_idle,
) -> list[Path]:
    """Have all segments rendered and return their files, in order.

    `idle` is called whenever a processor of this machine has no segment left to render, and again when all
    are done.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`.
    """
    digest = publish_plan(plan, rendering)
    kept = KeptFrames()
    leader = _Leader(plan, segments, rendering, kept, idle, published=digest)
    # helpers begin at the far end, so that the two sides meet as late as possible
    offered = list(reversed(leader.left))
    rendering.shared_cache.when_stored(partial(rendering.helpers.offer, digest, offered))
    pixels = sum(map(len, leader.left)) * plan.width * plan.height
    beside = rendering.processes.crew(
        digest, rendering.store.workspace, segments=len(leader.left), pixels=pixels
    )
    with closing(kept), beside as crew, reused_memory():
        while leader.missing:
            leader.step(crew)
        idle(leader.finished)
    return leader.paths


class _Leader:
    """The state of a render: what is done, who renders what, and how long others may take."""

    def __init__(
        self,
        plan: RenderPlan,
        segments: Sequence[range],
        rendering: Rendering,
        kept: KeptFrames,
        idle: Callable[[Finished], None],
        *,
        published: str,
    ) -> None:
        self._plan, self._segments, self._rendering = plan, tuple(segments), rendering
        self._published = published
        content = SegmentKeys(plan)
        self._keys = {frames: content.key(frames) for frames in segments}
        self._costs = expected_costs(plan, segments)
        self._kept, self._idle = kept, idle
        starts = [each.start for each in segments]
        self._within = {at for at in starts if begins_within_shot(plan.storyboard, at, plan.fps)}
        self._paths: dict[range, Path] = {}
        self._given: dict[range, float] = {}
        self._own: set[range] = set()
        self._beside, self._look_again = 0, 0.0
        self._elsewhere = WorkersElsewhere(
            begun=self._begun,
            collect=partial(self._collect, find=find_segment),
            collect_here=partial(self._collect, find=find_here),
            clock=rendering.clock,
        )
        self._ahead: frozenset[str] = frozenset()
        self._began = rendering.clock.monotonic()
        done = find_segments(tuple(self._keys.values()), rendering)
        for frames, key in self._keys.items():
            if key in done:
                self._paths[frames] = rendering.store.path(done[key])

    @property
    def missing(self) -> bool:
        return len(self._paths) < len(self._segments)

    @property
    def left(self) -> list[range]:
        """Segments that are neither done nor being rendered on this machine, in order."""
        return [each for each in self._segments if each not in self._paths and each not in self._given]

    @property
    def paths(self) -> list[Path]:
        return [self._paths[each] for each in self._segments]

    def finished(self) -> Mapping[range, Path]:
        """Segments that are done, with their files."""
        return dict(self._paths)

    def step(self, crew: SegmentCrew) -> None:
        """Hand out segments, then render one here, or wait a moment for the others."""
        self._elsewhere.look(self.left)
        self._look_after(crew, keep=1)
        todo = next(self._free(crew, ended={self._kept.ended}), None)
        if todo is not None:
            self._render(todo, crew)
        else:
            self._elsewhere.look_soon()
            self._kept.close()
            return_memory()
            if not self.left:
                crew.release()
            self._idle(self.finished)
            self._wait_for_others(crew)
        if self._rendering.cancelled():
            raise ClipwrightError("cancelled")
        self._tell(0)

    def _wait_for_others(self, crew: SegmentCrew) -> None:
        if self._given:
            if self._may_draw_ahead(crew):
                crew.draw_ahead()
            self._take(crew.news(wait=POLL_SECONDS))
            self._take_back()
        elif self.missing:
            self._rendering.clock.sleep(POLL_SECONDS)

    def _look_after(self, crew: SegmentCrew, *, keep: int) -> None:
        """Take what the crew has made and keep it busy; `keep` segments are left for this process."""
        self._take(crew.news())
        now = self._rendering.clock.monotonic()
        self._ahead = crew.underway if now - self._began < LONGEST_WAIT else frozenset()
        while crew.idle and len(self.left) > keep and now >= self._look_again:
            todo = next((each for each in self._free(crew, ended=crew.ended) if each not in self._own), None)
            if todo is None:
                self._look_again = now + POLL_SECONDS
                return
            self._given[todo] = now
            crew.give(todo, ahead=self._may_draw_ahead(crew))

    def _take(self, news: SegmentNews) -> None:
        for frames, made in news.made.items():
            self._given.pop(frames, None)
            self._paths[frames] = self._rendering.store.verified(made)
            share_segment(self._keys[frames], made, self._rendering)
        for frames in news.refused:
            self._given.pop(frames, None)
            self._own.add(frames)
        self._beside = news.encoded

    def _take_back(self) -> None:
        """Take the segments of processes that hang, to render them here."""
        now = self._rendering.clock.monotonic()
        for frames in [each for each, began in self._given.items() if now - began > LONGEST_WAIT]:
            del self._given[frames]
            self._own.add(frames)

    def _render(self, todo: range, crew: SegmentCrew) -> None:
        rendering = self._rendering
        started = self._given[todo] = rendering.clock.monotonic()

        due = Every(EVERY, first=1)

        def encoded(count: int) -> None:
            if not due.passed(count):
                return
            self._look_after(crew, keep=0)
            if crew.idle and not self.left:
                crew.release()  # ending a process takes longer than joining the segments
                self._idle(self.finished)
            self._tell(count)

        ours = replace(rendering, advance=encoded, ahead=partial(self._may_draw_ahead, crew))
        made = render_segment(self._plan, todo, ours, key=self._keys[todo], kept=self._kept)
        self._given.pop(todo)
        self._paths[todo] = rendering.store.path(made)
        self._elsewhere.rendered_here(rendering.clock.monotonic() - started)

    def _may_draw_ahead(self, crew: SegmentCrew) -> bool:
        """Whether processors are left for drawing once every process that can has a segment to encode."""
        busy = min(crew.working + 1, len(self._given) + len(self.left))
        return not crew.working or DRAWING_SHARE * busy <= crew.processors - busy

    def _tell(self, here: int) -> None:
        self._rendering.advance(sum(map(len, self._paths)) + here + self._beside)

    def _begun(self) -> list[range]:
        begun = begun_elsewhere(self._published, self._rendering)
        return [frames for frames, key in self._keys.items() if key in begun]

    def _collect(self, frames: range, *, find: Callable[[str, Rendering], str]) -> bool:
        digest = find(self._keys[frames], self._rendering)
        if digest:
            self._paths[frames] = self._rendering.store.path(digest)
        return bool(digest)

    def _free(self, crew: SegmentCrew, *, ended: Collection[int]) -> Iterator[range]:
        """Segments that may be begun now, in order, by processes that have ended at these frames.

        They include those that other processes have refused, which only this process may render.
        """
        for frames in in_order(
            self.left,
            costs=self._costs,
            within=self._within,
            under_way=self._given,
            ended=ended,
            processes=crew.working + 1,
        ):
            if self._keys[frames] in self._ahead:
                continue
            if frames in self._own or self._elsewhere.leave_to_us(frames):
                yield frames
