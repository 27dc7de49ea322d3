"""Segment processes by forks: children that begin with everything this process has loaded."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from renderer.worker.segments.forking import ForkedChild, forked
from renderer.worker.segments.service import serve

if TYPE_CHECKING:
    from pathlib import Path

    from renderer.visuals.style_packs import StylePacks


def forked_child(style_packs: StylePacks, workspace: Path) -> ForkedChild | None:
    """A child that renders segments of this workspace, or None where none is to be had."""
    return forked(partial(serve, workspace, style_packs=style_packs))
