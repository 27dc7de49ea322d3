"""How long a pipeline's stages took on this machine, from which the time left of a job is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.runtime.progress import StageReport
from renderer.runtime.workspace_folders import Workspace

_NEWEST: Final = 0.3
"""Weight of the newest job in the moving average."""


class History(Struct, frozen=True, kw_only=True):
    """Seconds of media of a typical job, and the seconds that each stage takes per second of media."""

    media_seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)

    def learned(self, reports: Sequence[StageReport], *, media_seconds: float) -> History:
        """The history with one more job; cached stages and jobs without media are left out."""
        if media_seconds <= 0:
            return self
        worked = {report.name: report.seconds / media_seconds for report in reports if not report.cached}
        stages = {name: _mixed(self.stages.get(name), value) for name, value in worked.items()}
        usual = _mixed(self.media_seconds or None, media_seconds)
        return replace(self, media_seconds=usual, stages={**self.stages, **stages})


def load(workspace: Workspace, pipeline: str) -> History:
    """The history of this pipeline in this workspace; empty when there is none or it cannot be read."""
    try:
        return msgspec.json.decode(_path(workspace, pipeline).read_bytes(), type=History)
    except (OSError, ValueError):
        return History()


def save(workspace: Workspace, pipeline: str, history: History) -> None:
    """Store the history. Concurrent workers overwrite each other's, which only costs precision."""
    try:
        write_atomically(_path(workspace, pipeline), msgspec.json.encode(history))
    except ClipwrightError:
        return  # a job must not fail for the sake of an estimate


def learn(
    workspace: Workspace, pipeline: str, reports: Sequence[StageReport], *, media_seconds: float
) -> None:
    """Add one more job to the stored history."""
    save(workspace, pipeline, load(workspace, pipeline).learned(reports, media_seconds=media_seconds))


def _mixed(before: float | None, now: float) -> float:
    return now if before is None else (1 - _NEWEST) * before + _NEWEST * now


def _path(workspace: Workspace, pipeline: str) -> Path:
    return workspace.root / f"history-{pipeline}.json"
