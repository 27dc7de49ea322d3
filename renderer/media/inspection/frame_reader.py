"""Some decoded frames of a finished video of ours, by number."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.errors import ClipwrightError


def frames_at(path: Path, numbers: Collection[int], *, fps: int) -> dict[int, Planes]:
    """The frames with these numbers, decoded from the nearest key frame before each.

    Raises:
        ClipwrightError: `quality_gate` when a frame cannot be found.
    """
    import av  # noqa: PLC0415 - heavy, loaded with the first call

    found: dict[int, Planes] = {}
    with av.open(f"file:{path}", format="mp4", options={"protocol_whitelist": "file"}) as container:
        for number in sorted(set(numbers), reverse=True):  # the later of a pair brings the earlier one
            if number not in found:
                found |= dict(_until(container, number, fps=fps))
    missing = set(numbers) - set(found)
    if missing:
        raise ClipwrightError("quality_gate", findings=f"frame {min(missing)} cannot be decoded")
    return {number: found[number] for number in numbers}


def _until(container: Any, number: int, *, fps: int) -> Iterator[tuple[int, Planes]]:
    """The two frames up to `number`: what is asked for usually comes in neighbouring pairs."""
    stream = container.streams.video[0]
    container.seek(int(Fraction(number, fps) / stream.time_base), stream=stream)
    for frame in container.decode(stream):
        reached = round(frame.pts * frame.time_base * fps)
        if reached >= number - 1:
            yield reached, _planes(frame)
        if reached >= number:
            return


def _planes(frame: Any) -> Planes:
    return Planes(*(_plane(plane) for plane in frame.planes[:3]))


def _plane(plane: Any) -> Plane:
    rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width].copy()
