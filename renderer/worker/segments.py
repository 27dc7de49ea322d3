"""Helping with a long render: offering segments to other workers, and doing what others offer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from pydantic import ValidationError

from pipelines.segments import Rendering, find_segment, render_segment
from renderer.contract.job import JobMessage
from renderer.contract.segment import SegmentMessage
from renderer.core.codec import decode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore, run_store
from renderer.runtime.farm import NoFarm
from renderer.runtime.patience import Patience
from renderer.runtime.remote import Remote
from renderer.runtime.workspace import scratch_folder
from renderer.worker.run_job import Bench

_LOG: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferingFarm:
    """Offers segments by sending messages."""

    message: JobMessage
    send: Callable[[Sequence[SegmentMessage]], None]

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Send them all; a broker that is away only costs the help."""
        offers = [
            SegmentMessage(
                job_id=self.message.job_id,
                attempt=self.message.attempt,
                plan=plan,
                first=frames.start,
                stop=frames.stop,
            )
            for frames in segments
        ]
        try:
            self.send(offers)
        except Exception as error:  # noqa: BLE001 - whatever a broker throws means "no help now"
            _LOG.warning("segments_not_offered", error=type(error).__name__)
        else:
            _LOG.info("segments_offered", count=len(offers))


def read_segment(document: object) -> SegmentMessage:
    """The message of a decoded JSON document.

    Raises:
        ClipwrightError: `invalid_message`.
    """
    try:
        return SegmentMessage.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise ClipwrightError("invalid_message", reason=first["msg"]) from error


def render_offered(message: SegmentMessage, bench: Bench) -> bool:
    """Render the segment unless it is there already; whether this worker did it.

    Raises:
        ClipwrightError: whatever rendering raised; the leader then does the segment itself.
    """
    remote = bench.remote(Patience(clock=bench.clock, cancelled=bench.drained))
    frames = range(message.first, message.stop)
    with scratch_folder(bench.workspace) as scratch:
        store = run_store(bench.workspace, scratch)
        rendering = Rendering(
            store=store,
            remote=remote,
            farm=NoFarm(),
            scratch=scratch,
            advance=_unseen,
            cancelled=bench.drained,
            clock=bench.clock,
        )
        if find_segment(message.plan, frames, rendering):
            return False
        plan = _fetch_plan(message.plan, store, remote)
        render_segment(plan, frames, rendering)
    return True


def _fetch_plan(digest: str, store: ArtifactStore, remote: Remote) -> RenderPlan:
    remote.fetch(digest, store)
    plan = decode(store.read(digest), RenderPlan)
    for shot in plan.storyboard.shots:
        if media := shot.picture.media:
            remote.fetch(media, store)
            store.verified(media)
    return plan


def _unseen(frames: int) -> None:
    del frames
