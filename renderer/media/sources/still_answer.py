"""Turns a user's picture into planar frames. Runs in the child process of sandbox.py, never in ours."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from pathlib import Path
from typing import Any

from renderer.media.sources.geometry import ROOM, TargetBox
from renderer.media.sources.planar_file import PlanarFooter, PlanarWriter
from renderer.media.sources.still import frame_starts, open_still, still_planes
from renderer.media.sources.video.facts import SHORTEST_CLIP


def normalised(path: Path, name: str, request: dict[str, Any]) -> dict[str, Any]:
    """Write the frames of a picture in format `name` as the request says; returns a description of them.

    Raises:
        Refusal: not such a picture, or too large.
    """
    with PlanarWriter(Path(request["into"])) as writer:
        order = _write_still(path, name, request, writer)
        footer = writer.finish(order=order, fps=request["fps"])
    return _summary("clip" if len(order) > 1 else "still", footer)


def _summary(kind: str, footer: PlanarFooter) -> dict[str, Any]:
    return {"kind": kind, "width": footer.width, "height": footer.height, "frames": len(footer.order)}


def _write_still(path: Path, name: str, request: dict[str, Any], writer: PlanarWriter) -> list[int]:
    image = open_still(path, name)
    fps, limit = request["fps"], float(request["max_seconds"])
    starts = frame_starts(image, limit)
    count = int(min(limit, starts[-1]) * fps) if len(starts) > 2 else 1  # noqa: PLR2004  # one frame and its end
    moves = Fraction(count, fps) >= SHORTEST_CLIP
    box = _box(request, room=1.0 if moves else ROOM)
    order = [min(bisect_right(starts, n / fps), len(starts) - 1) - 1 for n in range(count)] if moves else [0]
    for number in range(max(order) + 1):
        if number:
            image.seek(number)
        writer.add(still_planes(image, box))
    return order


def _box(request: dict[str, Any], *, room: float) -> TargetBox:
    return TargetBox(width=request["max_width"], height=request["max_height"], room=room)
