"""Segment processes that render nothing and record their calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderer.runtime.segment_processes import NoSegmentProcesses
from renderer.runtime.workspace_folders import Workspace


@dataclass(slots=True)
class NotedSegments(NoSegmentProcesses):
    """Records frames and key of each segment begun ahead, and the number of calls of `end`."""

    begun: list[tuple[range, str]] = field(default_factory=list)
    ended: int = 0

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Record the segments; their plan must be in the workspace by then."""
        assert (workspace.objects / plan[:2] / plan).is_file()
        assert pixels > 0
        self.begun += segments.items()

    def end(self) -> None:
        """Count the call."""
        self.ended += 1
