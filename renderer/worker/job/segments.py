"""Rendering a segment offered by another worker."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import Final

import structlog

from renderer.contract.segment import SegmentMessage
from renderer.core.codec import decode
from renderer.core.picture_spec import media_of
from renderer.core.render_plan import RenderPlan
from renderer.rendering.frames import open_plan
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segments import Rendering, find_segment, mark_begun, render_segment
from renderer.rendering.stored_media import media_artifacts
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.retry import Retry
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import SharedCache
from renderer.runtime.workspace import run_store, scratch_folder
from renderer.visuals.style_packs import StylePacks
from renderer.worker.job.worker_context import WorkerContext

_LOG: Final = structlog.get_logger(__name__)


def render_offered(message: SegmentMessage, context: WorkerContext, style_packs: StylePacks) -> bool:
    """Render the segment unless it exists already; returns whether this worker rendered it.

    Raises:
        ClipwrightError: what rendering raised; the leader then renders the segment itself.
    """
    sharing = context.shared_cache(Retry(clock=context.clock, cancelled=context.drained))
    frames = range(message.first, message.stop)
    with sharing as shared_cache, scratch_folder(context.workspace) as scratch:
        store = run_store(context.workspace, scratch)
        plan = _fetch_plan(message.plan, store, shared_cache)
        rendering = Rendering(
            store=store,
            shared_cache=shared_cache,
            helpers=NoSegmentHelpers(),
            scratch=scratch,
            open_plan=partial(open_plan, pack=style_packs(plan.storyboard.pack)),
            advance=_unseen,
            cancelled=context.drained,
            clock=context.clock,
        )
        key = SegmentKeys(plan).key(frames)
        if find_segment(key, rendering):
            return False
        mark_begun(message.plan, key, rendering)
        _fetch_media(plan, store, shared_cache)
        with closing(KeptFrames()) as kept:
            render_segment(plan, frames, rendering, key=key, kept=kept)
    return True


def _fetch_plan(digest: str, store: ArtifactStore, shared_cache: SharedCache) -> RenderPlan:
    shared_cache.fetch(digest, store)
    return decode(store.read(digest), RenderPlan)


def _fetch_media(plan: RenderPlan, store: ArtifactStore, shared_cache: SharedCache) -> None:
    there: set[str] = set()
    for media in dict.fromkeys(media_of(shot.picture) for shot in plan.storyboard.shots):
        for artifact in media_artifacts(media, store) if media else ():
            if artifact not in there:  # shots from one video share its large file
                shared_cache.fetch(artifact, store)
                store.verified(artifact)
                there.add(artifact)


def _unseen(frames: int) -> None:
    del frames
