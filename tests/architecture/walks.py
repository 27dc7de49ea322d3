"""Walks through the code: how often a reader who follows one call after the other turns back.

Every call from one named function to another counts once, at its first time. A call inside a module is a
stay; one into a module that was left before is a return. `python -m tests.architecture.walks` prints them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from uuid import UUID

from renderer.backends.reporting.fake import FakeReporter
from renderer.backends.storage.memory import MemoryStore
from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.lay_out import lay_out
from renderer.clock import SystemClock
from renderer.compositor.blend import blend
from renderer.compositor.planes import allocate
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.run_job import run_job
from renderer.worker.job.worker_context import WorkerContext
from tests.support.narrated import narration_of, script_of
from tests.support.production.stub_pipeline import STUB_PIPELINES, stub_capabilities

ROOT = Path(__file__).parents[2]
PRODUCT = ("renderer", "pipelines")


@dataclass(slots=True)
class Walk:
    """The calls of a walk in order, as (caller, callee), and the modules where they lead."""

    calls: list[tuple[CodeType, CodeType]] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)

    @property
    def stays(self) -> int:
        """Calls inside one module."""
        return sum(caller.co_filename == callee.co_filename for caller, callee in self.calls)

    @property
    def returns(self) -> list[str]:
        """Modules that were entered from another one after they had been left."""
        return [
            callee.co_filename
            for at, (caller, callee) in enumerate(self.calls)
            if caller.co_filename != callee.co_filename
            and any(callee.co_filename == seen.co_filename for _, seen in self.calls[:at])
        ]


def walk(act: Callable[[], object]) -> Walk:
    """Everything that `act` calls in the product."""
    found, seen = Walk(), set[tuple[CodeType, CodeType]]()

    def notice(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not _named(frame.f_code):
            return
        caller = frame.f_back
        while caller is not None and not _named(caller.f_code):
            caller = caller.f_back
        if caller is None:
            return
        edge = (caller.f_code, frame.f_code)
        if edge not in seen:
            seen.add(edge)
            found.calls.append(edge)

    sys.setprofile(notice)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def _named(code: CodeType) -> bool:
    """A function of the product with a name; comprehensions and lambdas belong to who wrote them."""
    path = Path(code.co_filename)
    inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PRODUCT
    return inside and not code.co_name.startswith("<")


def caption_walk() -> Walk:
    """A caption from `lay_out` to the pixels of one frame."""

    script = script_of("Octopuses", [["An octopus has three hearts, and its blood is blue."]])
    narration, frame = narration_of(script), FrameSpec(width=360, height=640, fps=30)

    def drawn() -> None:
        track = lay_out(
            narration,
            script,
            style=CaptionStyle.TIKTOK,
            position=CaptionPosition.CENTER,
            language=Language.EN,
            frame=frame,
            safe_area="organic",
        )
        overlay = open_captions(track, width=frame.width, height=frame.height, fps=frame.fps)
        planes = allocate(frame.width, frame.height)
        for sprite in overlay.placed_at(20):
            blend(planes, sprite)

    return walk(drawn)


def job_walk() -> Walk:
    """A job message through a worker, from the claim to the terminal event."""

    job = UUID(int=1)
    message = JobMessage(
        job_id=job,
        attempt=1,
        order=ShortOrder(topic="a topic"),
        output=OutputTarget(prefix=f"videos/{job}/1/", main="video.mp4"),
        report=ReportTarget(url="http://127.0.0.1:9/never", token="t" * 40),
    )
    with TemporaryDirectory() as folder:
        context = WorkerContext(
            store=MemoryStore(),
            workspace=open_workspace(Path(folder)),
            clock=SystemClock(),
            capabilities=stub_capabilities,
            name="walk",
            pipelines=STUB_PIPELINES,
        )
        return walk(lambda: run_job(message, context=context, reporter=FakeReporter()))


WALKS: dict[str, Callable[[], Walk]] = {"caption": caption_walk, "job": job_walk}


def counted(name: str) -> tuple[int, int]:
    """Stays and returns of a walk, taken in a process that has kept nothing yet."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.architecture.walks", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    _, _, stays, _, returns = done.stdout.splitlines()[-1].split()
    return int(stays), int(returns)


def main() -> None:
    """Print the named walks, all of them without a name."""
    for name in sys.argv[1:] or WALKS:
        found = WALKS[name]()
        for caller, callee in found.calls:
            into = Path(callee.co_filename).relative_to(ROOT).with_suffix("")
            print(f"{caller.co_qualname} -> {into}:{callee.co_qualname}")  # noqa: T201 - it prints
        print(f"{name} stays {found.stays} returns {len(found.returns)}")  # noqa: T201 - same


if __name__ == "__main__":
    main()
