"""Segments rendered by several processes of one machine: always the same bytes, whatever crashes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from renderer.core.codec import encode
from renderer.errors import ClipwrightError
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segments import Rendering
from renderer.rendering.video import render_in_segments
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.shared_cache import NoSharedCache
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.segments.processes import WORTH_PIXELS, PipedSegmentProcesses
from tests.pipelines.test_segments import Materials, materials
from tests.support.descendants import running_below

__all__ = ["materials"]

DIES_AT_ONCE = (sys.executable, "-c", "raise SystemExit(3)")
REFUSES = (sys.executable, "-c", "import sys\nfor line in sys.stdin: print('refused disk_full', flush=True)")
NOT_THERE = ("/no/such/program",)


def beside_us() -> list[psutil.Process]:
    """Children of this process that render segments."""
    return running_below(os.getpid(), "segment_child")


def rendered(
    materials: Materials,
    folder: Path,
    processes: SegmentProcesses,
    *,
    advance: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> bytes:
    workspace = open_workspace(folder)
    sound = ArtifactStore(materials.workspace).path(materials.plan.audio)
    store = ArtifactStore(workspace)
    store.put_bytes(sound.read_bytes())
    into = workspace.scratch / "video.mp4"
    rendering = Rendering(
        store=store,
        shared_cache=NoSharedCache(),
        helpers=NoSegmentHelpers(),
        processes=processes,
        scratch=workspace.scratch,
        open_plan=partial(open_plan, pack=load_pack(materials.plan.storyboard.pack)),
        advance=advance,
        cancelled=cancelled,
    )
    render_in_segments(materials.plan, materials.segments, rendering, into=into)
    return into.read_bytes()


@pytest.fixture(scope="module")
def alone(materials: Materials, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return rendered(materials, tmp_path_factory.mktemp("alone"), PipedSegmentProcesses(0))


@pytest.mark.parametrize("beside", [1, 2, 7])
def test_the_bytes_are_the_same_however_many_render(
    materials: Materials, alone: bytes, tmp_path: Path, beside: int
) -> None:
    told: list[int] = []
    made = rendered(materials, tmp_path, PipedSegmentProcesses(beside, worth_pixels=1), advance=told.append)
    assert made == alone
    assert told[-1] == materials.plan.frame_count
    assert max(told) <= materials.plan.frame_count


def test_a_child_that_is_told_late_to_draw_ahead_makes_the_same(materials: Materials, tmp_path: Path) -> None:
    """Told while it renders, and again when it is idle."""
    made: list[bytes] = []
    segment = materials.segments[0]
    for told in (False, True):
        workspace = open_workspace(tmp_path / f"{told}")
        store = ArtifactStore(workspace)
        digest = store.put_bytes(encode(replace(materials.plan, audio="")))
        with PipedSegmentProcesses(1, worth_pixels=1).crew(
            digest, workspace, segments=2, pixels=1 << 30
        ) as crew:
            crew.give(segment)
            found: dict[range, str] = {}
            while segment not in found:
                news = crew.news(wait=0.05)
                found |= news.made
                if told:
                    crew.draw_ahead()
        made.append(store.read(found[segment]))
    assert made[0] == made[1]


@pytest.mark.parametrize("command", [DIES_AT_ONCE, REFUSES, NOT_THERE], ids=["dies", "refuses", "missing"])
def test_without_those_beside_it_the_leader_does_it_all(
    materials: Materials, alone: bytes, tmp_path: Path, command: tuple[str, ...]
) -> None:
    assert rendered(materials, tmp_path, PipedSegmentProcesses(2, command=command, worth_pixels=1)) == alone


def test_a_killed_process_costs_its_segment_and_no_more(
    materials: Materials, alone: bytes, tmp_path: Path
) -> None:
    killed = threading.Event()

    def kill_one(_: int) -> None:
        if not killed.is_set() and (children := beside_us()):
            killed.set()
            children[0].send_signal(signal.SIGKILL)

    assert rendered(materials, tmp_path, PipedSegmentProcesses(2, worth_pixels=1), advance=kill_one) == alone
    assert killed.is_set()


def test_little_work_starts_nobody(tmp_path: Path) -> None:
    crew = PipedSegmentProcesses(4).crew("0" * 64, open_workspace(tmp_path), segments=9, pixels=WORTH_PIXELS)
    with crew as one:
        assert not one.idle


def test_what_was_begun_ahead_is_found_and_its_processes_go_on(
    materials: Materials, alone: bytes, tmp_path: Path
) -> None:
    """Segments of a plan that has no sound yet, and of one that is no longer wanted."""
    workspace = open_workspace(tmp_path)
    store, processes = ArtifactStore(workspace), PipedSegmentProcesses(1, worth_pixels=1)
    silent = replace(materials.plan, audio="")
    keys = SegmentKeys(silent)
    first, second, *_ = materials.segments
    begun = {first: keys.key(first), second: keys.key(second)}
    try:
        processes.begin(store.put_bytes(encode(silent)), workspace, begun, pixels=1 << 30)
        processes.begin("0" * 64, workspace, {range(7): "moved away"}, pixels=1 << 30)
        deadline = time.monotonic() + 120
        while not (workspace.keys / begun[first]).is_file() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert (workspace.keys / begun[first]).is_file()
        (child,) = beside_us()
        here: set[int] = set()

        def look(_: int) -> None:
            here.update(each.pid for each in beside_us())

        assert rendered(materials, tmp_path, processes, advance=look) == alone
        assert child.pid in here
    finally:
        processes.end()
    assert not beside_us()


def test_what_nobody_asks_for_ends_with_the_run(materials: Materials, tmp_path: Path) -> None:
    workspace = open_workspace(tmp_path)
    plan = ArtifactStore(workspace).put_bytes(encode(materials.plan))
    processes = PipedSegmentProcesses(1, worth_pixels=1)
    keys = {frames: f"{frames.start}" for frames in materials.segments}
    processes.begin(plan, workspace, keys, pixels=1 << 30)
    deadline = time.monotonic() + 60
    while not beside_us() and time.monotonic() < deadline:
        time.sleep(0.05)
    there = beside_us()
    processes.end()
    assert there
    assert not beside_us()


def test_cancelling_ends_them(materials: Materials, tmp_path: Path) -> None:
    seen: set[int] = set()

    def look() -> bool:
        seen.update(child.pid for child in beside_us())
        return bool(seen)

    with pytest.raises(ClipwrightError) as caught:
        rendered(materials, tmp_path, PipedSegmentProcesses(2, worth_pixels=1), cancelled=look)
    assert caught.value.code == "cancelled"
    assert seen
    assert not any(psutil.pid_exists(pid) for pid in seen)


def test_they_end_with_the_leader(tmp_path: Path) -> None:
    leader = os.fork()
    if not leader:
        with PipedSegmentProcesses(1).crew(
            "0" * 64, open_workspace(tmp_path), segments=2, pixels=2 * WORTH_PIXELS
        ):
            time.sleep(60)
        os._exit(0)
    deadline = time.monotonic() + 90
    children: list[psutil.Process] = []
    while not children and time.monotonic() < deadline:
        children = psutil.Process(leader).children()
    os.kill(leader, signal.SIGKILL)
    os.waitpid(leader, 0)
    assert children
    _, alive = psutil.wait_procs(children, timeout=90)
    assert not alive
