from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast
from uuid import UUID

import av
import pytest

from pipelines.segments import (
    SEGMENT_SECONDS,
    WHOLE_SECONDS,
    Rendering,
    cut,
    publish_plan,
    render_in_segments,
    segment_key,
    segments_of,
)
from pipelines.short import SHORT
from renderer.backends.publishing.base import Publisher
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.order import FrameSpec, ShortOrder
from renderer.contract.segment import SegmentMessage
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.clock import SystemClock
from renderer.runtime.farm import Farm, NoFarm
from renderer.runtime.remote import NoRemote, Remote, StoreTier
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import Workspace, open_workspace
from renderer.worker.run_job import Bench
from renderer.worker.segments import render_offered
from renderer.worker.settings import WorkerSettings
from renderer.worker.wiring import build_ports
from tests.support.stub_pipeline import stub_ports

JOB = UUID("11111111-2222-4333-8444-555555555555")


@dataclass
class Materials:
    """A real plan, cut into eight, and the workspace that holds its sound."""

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
    ports = build_ports(order, publisher=cast("Publisher", None), settings=settings)
    workspace = open_workspace(tmp_path_factory.mktemp("plan"))
    early = needed_for(SHORT, Storyboard, CaptionTrack, Mix)
    made = run_pipeline(early, Run(order=order, ports=ports, workspace=workspace)).documents
    plan = RenderPlan(
        width=256,
        height=448,
        fps=16,
        frame_count=first_frame(made[Storyboard].shots[-1].span.end, 16),
        storyboard=made[Storyboard],
        captions=made[CaptionTrack],
        audio=made[Mix].audio,
        encoder=replace(ports.encoder, gop=10),
    )
    segments = cut(plan, frames=10)
    assert len(segments) == 8
    return Materials(plan=plan, segments=segments, workspace=workspace)


@dataclass
class Helpers:
    """Workers in threads, each with a workspace of its own, that share one object store."""

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
        bench = self.bench(f"helper{number}")
        while True:
            with lock:
                if not waiting:
                    return
                frames = waiting.pop(0)
            offered = SegmentMessage(job_id=JOB, attempt=1, plan=plan, first=frames.start, stop=frames.stop)
            if render_offered(offered, bench):
                self.rendered.append(frames.start)

    def bench(self, name: str) -> Bench:
        return Bench(
            store=self.store,
            workspace=open_workspace(self.folder / name),
            clock=SystemClock(),
            ports=stub_ports,
            name=name,
            remote=lambda patience: StoreTier(self.store, patience),
        )


def lead(
    materials: Materials,
    tmp_path: Path,
    *,
    farm: Farm,
    remote: Remote,
    advance: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    """Render in a fresh workspace; the bytes of the video."""
    workspace = open_workspace(tmp_path / "leader")
    sound = ArtifactStore(materials.workspace).path(materials.plan.audio)
    ArtifactStore(workspace).put_bytes(sound.read_bytes())
    into = workspace.scratch / "video.mp4"
    rendering = Rendering(
        store=ArtifactStore(workspace),
        remote=remote,
        farm=farm,
        scratch=workspace.scratch,
        advance=advance,
        cancelled=cancelled,
    )
    render_in_segments(materials.plan, materials.segments, rendering, into=into)
    return into.read_bytes()


@pytest.fixture(scope="module")
def alone(materials: Materials, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return lead(materials, tmp_path_factory.mktemp("alone"), farm=NoFarm(), remote=NoRemote())


@pytest.mark.parametrize("workers", [2, 7])
def test_the_bytes_are_the_same_for_any_number_of_workers(
    materials: Materials, alone: bytes, tmp_path: Path, workers: int
) -> None:
    store = MemoryStore()
    helpers = Helpers(folder=tmp_path, store=store, count=workers - 1)
    together = lead(materials, tmp_path, farm=helpers, remote=StoreTier(store))
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
    lead(materials, tmp_path, farm=NoFarm(), remote=NoRemote(), advance=told.append)
    assert told == sorted(told)
    assert told[-1] == materials.plan.frame_count


def test_a_cancelled_render_goes_on_at_the_next_segment(materials: Materials, tmp_path: Path) -> None:
    told: list[int] = []
    with pytest.raises(ClipwrightError) as caught:
        lead(
            materials, tmp_path, farm=NoFarm(), remote=NoRemote(),
            advance=told.append, cancelled=lambda: told[-1:] >= [35],
        )  # fmt: skip
    assert caught.value.code == "cancelled"
    again: list[int] = []
    lead(materials, tmp_path, farm=NoFarm(), remote=NoRemote(), advance=again.append)
    assert again[0] > 30


def test_help_that_never_comes_is_not_waited_for_long(
    materials: Materials, alone: bytes, tmp_path: Path
) -> None:
    """A helper that died after it began leaves only its mark."""
    store = MemoryStore()
    tier = StoreTier(store)

    class Dead:
        def offer(self, plan: str, segments: Sequence[range]) -> None:
            for frames in segments[:3]:
                mark = tmp_path / f"{frames.start}"
                mark.write_text("0.0")
                store.put_file(f"work/keys/{segment_key(plan, frames)}.begun", mark)

    assert lead(materials, tmp_path, farm=Dead(), remote=tier) == alone


def test_short_plans_stay_whole_and_long_ones_are_cut_at_groups(materials: Materials) -> None:
    plan = replace(materials.plan, fps=30, encoder=replace(materials.plan.encoder, gop=30))
    assert segments_of(replace(plan, frame_count=WHOLE_SECONDS * 30)) == (range(WHOLE_SECONDS * 30),)
    long = segments_of(replace(plan, frame_count=WHOLE_SECONDS * 30 + 1))
    assert [frame for part in long for frame in part] == list(range(WHOLE_SECONDS * 30 + 1))
    assert all(part.start % 30 == 0 for part in long)
    assert max(map(len, long)) == SEGMENT_SECONDS * 30


def test_a_plan_that_cannot_be_fetched_is_given_up(tmp_path: Path) -> None:
    helpers = Helpers(folder=tmp_path, store=MemoryStore(), count=1)
    message = SegmentMessage(job_id=JOB, attempt=1, plan="0" * 64, first=0, stop=10)
    with pytest.raises(ClipwrightError) as caught:
        render_offered(message, helpers.bench("lonely"))
    assert caught.value.code == "artifact_corrupt"


def test_a_published_plan_is_found_by_its_digest(materials: Materials, tmp_path: Path) -> None:
    store = MemoryStore()
    workspace = open_workspace(tmp_path / "one")
    rendering = Rendering(
        store=ArtifactStore(workspace),
        remote=StoreTier(store),
        farm=NoFarm(),
        scratch=workspace.scratch,
        advance=lambda _: None,
    )
    digest = publish_plan(materials.plan, rendering)
    other = ArtifactStore(open_workspace(tmp_path / "two"))
    StoreTier(store).fetch(digest, other)
    assert other.has(digest)
