"""Segment processes that render nothing and note what they were asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderer.runtime.segment_processes import NoSegmentProcesses
from renderer.runtime.workspace_folders import Workspace


@dataclass(slots=True)
class NotedSegments(NoSegmentProcesses):
    """What was begun ahead: frames and key of each segment, and how often all was to end."""

    begun: list[tuple[range, str]] = field(default_factory=list)
    ended: int = 0

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Note them; their plan must be there by then."""
        assert (workspace.objects / plan[:2] / plan).is_file()
        assert pixels > 0
        self.begun += segments.items()

    def end(self) -> None:
        """Note it."""
        self.ended += 1
