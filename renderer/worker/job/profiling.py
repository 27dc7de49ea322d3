"""Profiling a job in production: on request, the next job of this workspace is traced and sampled.

`clipwright worker --profile-next` leaves a marker file in the workspace; whichever process takes the next job
there removes it and writes `profile/<job>-<attempt>/trace.json` (Perfetto) and `flame.svg`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog

from renderer.clock import Clock
from renderer.contract.job import JobMessage
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.runtime.profiling.flamegraph import draw
from renderer.runtime.profiling.sampler import Sampler
from renderer.runtime.trace import NullTracer, RecordingTracer, Tracer
from renderer.runtime.workspace_folders import Workspace

MARK: Final = "profile-next"
_LOG: Final = structlog.get_logger(__name__)


def ask(root: Path) -> None:
    """Request a profile of the next job in this workspace."""
    root.mkdir(parents=True, exist_ok=True)
    (root / MARK).touch()


@contextmanager
def profiling(workspace: Workspace, message: JobMessage, clock: Clock) -> Iterator[Tracer]:
    """The tracer for this job: a recording one when a profile was asked for, else one that does nothing."""
    try:
        (workspace.root / MARK).unlink()
    except FileNotFoundError:
        yield NullTracer()
        return
    tracer = RecordingTracer(clock)
    with Sampler() as sampler:
        try:
            yield tracer
        finally:
            _write(workspace, message, tracer, sampler)


def _write(workspace: Workspace, message: JobMessage, tracer: RecordingTracer, sampler: Sampler) -> None:
    folder = workspace.root / "profile" / f"{message.job_id}-{message.attempt}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tracer.write(folder / "trace.json")
        write_atomically(folder / "flame.svg", draw(sampler.stacks, title=str(message.job_id)).encode())
    except (OSError, ClipwrightError):
        _LOG.warning("profile_not_written")
        return
    _LOG.info("profile_written", folder=str(folder))
