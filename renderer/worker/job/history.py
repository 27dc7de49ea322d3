"""What stages of a pipeline took on this machine, and what that says about how long a job has still to go."""

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
"""Weight of the newest job against all before it."""


class History(Struct, frozen=True, kw_only=True):
    """Seconds of media of a usual job, and seconds that each stage takes per second of them."""

    media_seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)

    def learned(self, reports: Sequence[StageReport], *, media_seconds: float) -> History:
        """With one more job in it; stages from the cache teach nothing, nor does a job of no length."""
        if media_seconds <= 0:
            return self
        worked = {report.name: report.seconds / media_seconds for report in reports if not report.cached}
        stages = {name: _mixed(self.stages.get(name), value) for name, value in worked.items()}
        usual = _mixed(self.media_seconds or None, media_seconds)
        return replace(self, media_seconds=usual, stages={**self.stages, **stages})


def load(workspace: Workspace, pipeline: str) -> History:
    """The history of this pipeline in this workspace; an empty one when there is none that can be read."""
    try:
        return msgspec.json.decode(_path(workspace, pipeline).read_bytes(), type=History)
    except (OSError, msgspec.MsgspecError):
        return History()


def save(workspace: Workspace, pipeline: str, history: History) -> None:
    """Keep it; workers beside each other overwrite each other's, which costs an estimate some sharpness."""
    try:
        write_atomically(_path(workspace, pipeline), msgspec.json.encode(history))
    except ClipwrightError:
        return  # an estimate is not worth a job


def learn(
    workspace: Workspace, pipeline: str, reports: Sequence[StageReport], *, media_seconds: float
) -> None:
    """Keep what one more job has taught."""
    save(workspace, pipeline, load(workspace, pipeline).learned(reports, media_seconds=media_seconds))


def _mixed(before: float | None, now: float) -> float:
    return now if before is None else (1 - _NEWEST) * before + _NEWEST * now


def _path(workspace: Workspace, pipeline: str) -> Path:
    return workspace.root / f"history-{pipeline}.json"
