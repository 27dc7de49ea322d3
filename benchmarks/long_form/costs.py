"""What a film costs, and what a changed word in it costs: the real command, its floor, its segments."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.long_form.sheets import film_sheet
from pipelines.documents import RenderedVideo
from pipelines.long_form import LONG_FORM
from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.rendering.frames import open_frames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

EVERY: Final = 8
"""One of so many segments goes into the floor."""
WINDOW: Final = 90
"""Frames of a segment that are composed into memory at a time: 280 MB at 1920 x 1080."""
COMPARED: Final = 3
"""Untouched segments that are made once more."""


@dataclass(slots=True)
class CommandCost:
    """One run of the command: its seconds by the wall, of all processors, to the first progress, by stage."""

    wall: float = 0.0
    cpu: float = 0.0
    first_progress: float = 0.0
    peak_mb: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)


def film_costs(
    script: Path, *, size: str, language: str, keep: Path | None, sheet: Path | None
) -> dict[str, Any]:
    """One film from nothing, again with a word changed, and the floor of its frames; its shots on a sheet."""
    text = script.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        place = keep or Path(folder)
        first, plan = _made(text, place, size=size, language=language)
        again, edited = _made(one_word_changed(text), place, size=size, language=language)
        store = ArtifactStore(open_workspace(place / "workspace"))
        if sheet:
            film_sheet(plan.storyboard, store, sheet)
        floor_wall, floor_cpu = floor(plan, store)
        known = {SegmentKeys(plan).key(frames): frames for frames in segments_of(plan)}
        keys = SegmentKeys(edited)
        fresh = [frames for frames in segments_of(edited) if keys.key(frames) not in known]
        same = [frames for frames in segments_of(edited) if keys.key(frames) in known]
        equal = _same_bytes(edited, same, store)
    rendering = first.stages["render_film"]
    cores = os.cpu_count() or 1
    found: dict[str, Any] = {
        "size": size,
        "film_seconds": round(plan.frame_count / plan.fps, 1),
        "seconds": round(first.wall, 1),
        "cpu_seconds": round(first.cpu, 1),
        "floor_seconds": round(floor_wall, 1),
        "floor_cpu_seconds": round(floor_cpu, 1),
        "over_floor": round(first.wall / floor_wall, 3),
        "cpu_over_floor": round(first.cpu / floor_cpu, 3),
        "wall_over_cpu_by_cores": round(first.wall / (first.cpu / cores), 3),
        "all_but_rendering": round(1 - rendering / first.wall, 3),
        "peak_mb": round(first.peak_mb),
        "first_progress_seconds": round(first.first_progress, 2),
        "changed_word_seconds": round(again.wall, 1),
        "changed_word_share": round(again.wall / first.wall, 3),
        "changed_word_cpu_share": round(again.cpu / first.cpu, 3),
        "length_stays": plan.frame_count == edited.frame_count,
        "redrawn_share": round(sum(map(len, fresh)) / edited.frame_count, 3),
        "untouched_segments": len(same),
        "compared_and_equal": equal,
        "stages": first.stages,
        "stages_again": again.stages,
        "load": os.getloadavg()[0],
    }
    print(json.dumps(found, indent=1), flush=True)
    return found


def one_word_changed(text: str) -> str:
    """The longest word of the middle paragraph, spelled backwards: as long to say, and not the same."""
    parts = text.split("\n\n")
    middle = len(parts) // 2
    at = next(number for number in range(middle, len(parts)) if parts[number][:1].isalpha())
    word = max(re.findall(r"[^\W\d_]+", parts[at]), key=len)
    parts[at] = parts[at].replace(word, word[::-1].lower(), 1)
    return "\n\n".join(parts)


def _made(text: str, folder: Path, *, size: str, language: str) -> tuple[CommandCost, RenderPlan]:
    """The command on this text, and the plan that it left in the workspace."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "script.md"
    script.write_text(text, "utf-8")
    command = [
        sys.executable, "-c", "from renderer.cli.main import main; main()", "film", "--script", str(script),
        "--size", size, "--language", language, "--workspace", str(folder / "workspace"),
        "--out", str(folder / "film.mp4"), "--json",
    ]  # fmt: skip
    cost = _run(command)
    print(f"made in {cost.wall:.1f} s", flush=True)
    return cost, _plan(text, folder / "workspace", size=size, language=language)


def _run(command: list[str]) -> CommandCost:
    cost, began, before = CommandCost(), time.perf_counter(), os.times()
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        _watched(process.pid, cost),
    ):
        for line in process.stdout or ():
            event = json.loads(line)
            cost.first_progress = cost.first_progress or time.perf_counter() - began
            if event["event"] == "stage_finished":
                cost.stages[event["stage"]] = event["seconds"]
        if process.wait():
            message = f"the command failed with status {process.returncode}"
            raise SystemExit(message)
    after = os.times()
    cost.wall = time.perf_counter() - began
    cost.cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cost


@contextmanager
def _watched(pid: int, cost: CommandCost) -> Iterator[None]:
    """Memory of the process and all below it, shared pages counted once, twice a second."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.5):
            cost.peak_mb = max(cost.peak_mb, sum(map(_own_mb, _tree(pid))))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _tree(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))


def _own_mb(pid: int) -> float:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0


def _plan(text: str, workspace: Path, *, size: str, language: str) -> RenderPlan:
    """The plan, out of the cache that the command has filled."""
    width, height = map(int, size.split("x"))
    order = LongFormOrder(
        script=text.strip(),
        settings=LongFormSettings(language=Language(language)),
        frame=FrameSpec(width=width, height=height),
    )
    capabilities = build_capabilities(order, rim={}, settings=WorkerSettings(workspace=workspace))
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(workspace))
    outcome = run_pipeline(needed_for(LONG_FORM.stages, RenderedVideo), run)
    if not all(report.cached for report in outcome.reports):
        message = "the command made another film than the one that is measured"
        raise SystemExit(message)
    rendered: RenderedVideo = outcome.documents[RenderedVideo]
    return rendered.plan


class Remembered:
    """Frames composed before the clock starts, the first of which has number `first`."""

    def __init__(self, frames: list[Planes], first: int) -> None:
        self._frames, self._first = frames, first

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame out of memory."""
        copy_into(target, self._frames[frame - self._first])


def floor(plan: RenderPlan, store: ArtifactStore) -> tuple[float, float]:
    """Seconds by the wall and of all processors that encoding all frames of the plan would take."""
    wall = cpu = 0.0
    count = 0
    spec = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_frames(
            plan.storyboard, plan.captions, frame=spec, store=store, pack=load_pack(plan.storyboard.pack)
        ) as source,
    ):
        for frames in segments_of(plan)[::EVERY]:
            window = frames[:WINDOW]
            composed = [allocate(plan.width, plan.height) for _ in window]
            for number, target in zip(window, composed, strict=True):
                source.draw(number, target)
            began, worked = time.perf_counter(), time.process_time()
            encode_segment(
                Remembered(composed, window.start),
                frames=window,
                shape=_shape(plan),
                profile=plan.encoder,
                into=Path(folder) / "floor.mp4",
            )
            wall += time.perf_counter() - began
            cpu += time.process_time() - worked
            count += len(window)
    return wall * plan.frame_count / count, cpu * plan.frame_count / count


def _same_bytes(plan: RenderPlan, untouched: list[range], store: ArtifactStore) -> int:
    """How many of some untouched segments, made once more from the edited plan, have the same bytes."""
    keys = SegmentKeys(plan)
    spec = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    picked = [untouched[at] for at in np.linspace(0, len(untouched) - 1, COMPARED).round().astype(int)]
    equal = 0
    with tempfile.TemporaryDirectory() as folder:
        for frames in picked:
            into = Path(folder) / f"{frames.start}.mp4"
            with open_frames(
                plan.storyboard, plan.captions, frame=spec, store=store, pack=load_pack(plan.storyboard.pack)
            ) as source:
                encode_segment(source, frames=frames, shape=_shape(plan), profile=plan.encoder, into=into)
            kept = (store.workspace.keys / keys.key(frames)).read_text()
            equal += kept == file_digest(into)
    return equal


def _shape(plan: RenderPlan) -> VideoShape:
    return VideoShape(width=plan.width, height=plan.height, fps=plan.fps)
