"""Walks through the code: how often a reader who follows one call after the other has to turn back.

A function is read once, where it is first called; later calls of it are not counted, since the reader knows
it by then. Lambdas, comprehensions and nested functions are read with the function they are written in. A
call inside a module is a stay; a call into a module that was left before is a return. Calls that the stub's
stages make are not counted: the stages stand in for those of a pipeline, which are no part of the walk.

`python -m tests.architecture.walks` prints the walks.
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
OURS = (*PRODUCT, "tests")


@dataclass(slots=True)
class Walk:
    """The first call of each function, in order, as (the caller's file, the callee)."""

    calls: list[tuple[str, CodeType]] = field(default_factory=list)

    @property
    def stays(self) -> int:
        """Calls inside one module."""
        return sum(caller == callee.co_filename for caller, callee in self.calls)

    @property
    def returns(self) -> list[CodeType]:
        """Functions called in another module that had been entered before."""
        return [
            callee
            for at, (caller, callee) in enumerate(self.calls)
            if caller != callee.co_filename
            and any(callee.co_filename == seen.co_filename for _, seen in self.calls[:at])
        ]


def walk(act: Callable[[], object]) -> Walk:
    """Everything that `act` calls in the product."""
    found, seen = Walk(), set[CodeType]()

    def notice(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code in seen or not _in(PRODUCT, code) or _is_inside_another(code):
            return
        caller = frame.f_back
        while caller is not None and not _in(OURS, caller.f_code):
            caller = caller.f_back
        if caller is not None and _in(PRODUCT, caller.f_code):
            seen.add(code)
            found.calls.append((caller.f_code.co_filename, code))

    sys.setprofile(notice)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def _in(folders: tuple[str, ...], code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in folders


def _is_inside_another(code: CodeType) -> bool:
    """Whether the code is read as part of the function that it is written in."""
    return code.co_name.startswith("<") or "<locals>" in code.co_qualname


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
    """Stays and returns of a walk, taken in a fresh process, in which nothing is cached yet."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.architecture.walks", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    _, _, stays, _, returns = done.stdout.splitlines()[-1].split()
    return int(stays), int(returns)


def module_of(path: str) -> str:
    """A module's path relative to the repository root, without its suffix."""
    return str(Path(path).relative_to(ROOT).with_suffix(""))


def main() -> None:
    """Print the walks named as arguments, or all of them."""
    for name in sys.argv[1:] or WALKS:
        found = WALKS[name]()
        for caller, callee in found.calls:
            into = module_of(callee.co_filename)
            back = "back " if callee in found.returns else ""
            print(f"{back}{module_of(caller)} -> {into}:{callee.co_qualname}")  # noqa: T201 - it prints
        print(f"{name} stays {found.stays} returns {len(found.returns)}")  # noqa: T201 - same


if __name__ == "__main__":
    main()
