from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from uuid import UUID

import av
import pytest
from msgspec.structs import replace

from pipelines.registry import PIPELINES
from pipelines.short import SHORT
from renderer.backends.storage.memory import MemoryStore
from renderer.clock import SystemClock
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.segment import SegmentMessage
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.errors import ClipwrightError
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segments import Rendering, publish_plan
from renderer.rendering.video import render_in_segments
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.segment_helpers import NoSegmentHelpers, SegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.workspace import open_workspace
from renderer.runtime.workspace_folders import Workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.job.segments import render_offered
from renderer.worker.job.stored_cache import StoreSharedCache
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.settings import WorkerSettings
from tests.support.production.stub_pipeline import stub_capabilities

JOB = UUID("11111111-2222-4333-8444-555555555555")


@dataclass
class Materials:
    """A real plan, cut into eight or nine segments, and the workspace that holds its sound."""

    plan: RenderPlan
    segments: tuple[range, ...]
    workspace: Workspace


@pytest.fixture(scope="module")
def materials(tmp_path_factory: pytest.TempPathFactory) -> Materials:
    order = ShortOrder(
        script="Cats purr for many reasons. Nobody knows them all.",
        frame=FrameSpec(width=256, height=448, fps=16),
    )
    settings = WorkerSettings(encoder="libx264", encoder_threads=1)
    capabilities = build_capabilities(order, rim={}, settings=settings)
    workspace = open_workspace(tmp_path_factory.mktemp("plan"))
    early = needed_for(SHORT.stages, Storyboard, CaptionTrack, Mix)
    made = run_pipeline(early, Run(order=order, capabilities=capabilities, workspace=workspace)).documents
    plan = RenderPlan(
        width=256,
        height=448,
        fps=16,
        frame_count=first_frame(made[Storyboard].shots[-1].span.end, 16),
        storyboard=made[Storyboard],
        captions=made[CaptionTrack],
        audio=made[Mix].audio,
        encoder=replace(capabilities.engine(ChosenEncoder).profile, gop=10),
    )
    segments = tuple(
        range(start, min(start + 10, plan.frame_count)) for start in range(0, plan.frame_count, 10)
    )
    assert len(segments) >= 8
    return Materials(plan=plan, segments=segments, workspace=workspace)


@dataclass
class Helpers:
    """Workers in threads, each with its own workspace, that share one object store."""

    folder: Path
    store: MemoryStore
    count: int
    rendered: list[int] = field(default_factory=list)

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        waiting, lock = list(segments), threading.Lock()
        self.threads = [
            threading.Thread(target=self._work, args=(number, plan, waiting, lock))
            for number in range(self.count)
        ]
        for thread in self.threads:
            thread.start()

    def _work(self, number: int, plan: str, waiting: list[range], lock: threading.Lock) -> None:
        worker_context = self.worker_context(f"helper{number}")
        while True:
            with lock:
                if not waiting:
                    return
                frames = waiting.pop(0)
            offered = SegmentMessage(job_id=JOB, attempt=1, plan=plan, first=frames.start, stop=frames.stop)
            if render_offered(offered, worker_context, load_pack):
                self.rendered.append(frames.start)

    def worker_context(self, name: str) -> WorkerContext:
        return WorkerContext(
            store=self.store,
            workspace=open_workspace(self.folder / name),
            clock=SystemClock(),
            capabilities=stub_capabilities,
            name=name,
            pipelines=PIPELINES,
            shared_cache=lambda retry: nullcontext(StoreSharedCache(self.store, retry)),
        )


def lead(
    materials: Materials,
    tmp_path: Path,
    *,
    helpers: SegmentHelpers,
    shared_cache: SharedCache,
    advance: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Render in a fresh workspace; returns the bytes of the video."""
    workspace = open_workspace(tmp_path / "leader")
    sound = ArtifactStore(materials.workspace).path(materials.plan.audio)
    ArtifactStore(workspace).put_bytes(sound.read_bytes())
    into = workspace.scratch / "video.mp4"
    rendering = Rendering(
        store=ArtifactStore(workspace),
        shared_cache=shared_cache,
        helpers=helpers,
        scratch=workspace.scratch,
        open_plan=partial(open_plan, pack=load_pack(materials.plan.storyboard.pack)),
        advance=advance,
        cancelled=cancelled,
    )
    render_in_segments(materials.plan, materials.segments, rendering, into=into)
    return into.read_bytes()


@pytest.fixture(scope="module")
def alone(materials: Materials, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return lead(
        materials, tmp_path_factory.mktemp("alone"), helpers=NoSegmentHelpers(), shared_cache=NoSharedCache()
    )


@pytest.mark.parametrize("workers", [2, 7])
def test_the_bytes_are_the_same_for_any_number_of_workers(
    materials: Materials, alone: bytes, tmp_path: Path, workers: int
) -> None:
    store = MemoryStore()
    helpers = Helpers(folder=tmp_path, store=store, count=workers - 1)
    together = lead(materials, tmp_path, helpers=helpers, shared_cache=StoreSharedCache(store))
    for thread in helpers.threads:
        thread.join()
    assert together == alone
    assert helpers.rendered
    assert len(set(helpers.rendered)) == len(helpers.rendered)


def test_the_video_has_every_frame(alone: bytes, materials: Materials, tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    path.write_bytes(alone)
    with av.open(str(path)) as container:
        shown = [frame.pts for frame in container.decode(video=0)]
    assert len(set(shown)) == materials.plan.frame_count


def test_progress_is_in_frames_and_ends_at_the_last(materials: Materials, tmp_path: Path) -> None:
    told: list[int] = []
    lead(materials, tmp_path, helpers=NoSegmentHelpers(), shared_cache=NoSharedCache(), advance=told.append)
    assert told == sorted(told)
    assert told[-1] == materials.plan.frame_count


def test_a_cancelled_render_goes_on_at_the_next_segment(materials: Materials, tmp_path: Path) -> None:
    told: list[int] = []
    with pytest.raises(ClipwrightError) as caught:
        lead(
            materials, tmp_path, helpers=NoSegmentHelpers(), shared_cache=NoSharedCache(),
            advance=told.append, cancelled=lambda: told[-1:] >= [35],
        )  # fmt: skip
    assert caught.value.code == "cancelled"
    again: list[int] = []
    lead(materials, tmp_path, helpers=NoSegmentHelpers(), shared_cache=NoSharedCache(), advance=again.append)
    assert again[0] > 30


def test_help_that_never_comes_is_not_waited_for_long(
    materials: Materials, alone: bytes, tmp_path: Path
) -> None:
    """A helper that died after it began leaves only its mark."""
    store = MemoryStore()
    tier = StoreSharedCache(store)
    keys, artifacts = SegmentKeys(materials.plan), ArtifactStore(open_workspace(tmp_path / "dead"))

    class Dead:
        def offer(self, plan: str, segments: Sequence[range]) -> None:
            for frames in segments[:3]:
                tier.share(f"begun-{plan}/{keys.key(frames)}", b"", (), artifacts)

    assert lead(materials, tmp_path, helpers=Dead(), shared_cache=tier) == alone


def test_plans_are_cut_at_hard_cuts_and_key_frames_and_cover_every_frame(materials: Materials) -> None:
    plan = materials.plan
    parts = segments_of(plan)
    assert [frame for part in parts for frame in part] == list(range(plan.frame_count))
    assert max(map(len, parts)) <= plan.encoder.gop
    slow = replace(plan, encoder=replace(plan.encoder, codec="h264_nvenc"))
    hard = {
        timed.start for timed in shots_in_frames(plan.storyboard, plan.fps) if not timed.transition_frames
    }
    assert {part.start for part in segments_of(slow)} <= hard


def test_a_plan_that_cannot_be_fetched_is_given_up(tmp_path: Path) -> None:
    helpers = Helpers(folder=tmp_path, store=MemoryStore(), count=1)
    message = SegmentMessage(job_id=JOB, attempt=1, plan="0" * 64, first=0, stop=10)
    with pytest.raises(ClipwrightError) as caught:
        render_offered(message, helpers.worker_context("lonely"), load_pack)
    assert caught.value.code == "artifact_corrupt"


def test_a_published_plan_is_found_by_its_digest(materials: Materials, tmp_path: Path) -> None:
    store = MemoryStore()
    workspace = open_workspace(tmp_path / "one")
    rendering = Rendering(
        store=ArtifactStore(workspace),
        shared_cache=StoreSharedCache(store),
        helpers=NoSegmentHelpers(),
        scratch=workspace.scratch,
        open_plan=partial(open_plan, pack=load_pack(materials.plan.storyboard.pack)),
        advance=lambda _: None,
    )
    digest = publish_plan(materials.plan, rendering)
    other = ArtifactStore(open_workspace(tmp_path / "two"))
    StoreSharedCache(store).fetch(digest, other)
    assert other.has(digest)
