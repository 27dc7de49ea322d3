"""Some decoded frames of a finished video of ours, by number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
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

    wanted, found = sorted(set(numbers)), dict[int, Planes]()
    with av.open(f"file:{path}", format="mp4", options={"protocol_whitelist": "file"}) as container:
        for group in _groups(container.streams.video[0], wanted, fps=fps):
            found |= dict(_decoded(container, group, fps=fps))
    missing = set(numbers) - set(found)
    if missing:
        raise ClipwrightError("quality_gate", findings=f"frame {min(missing)} cannot be decoded")
    return {number: found[number] for number in numbers}


def _groups(stream: Any, wanted: Sequence[int], *, fps: int) -> Iterator[list[int]]:
    """Numbers of frames that one key frame stands before: together they are decoded once."""
    keys = sorted(
        round((entry.timestamp - stream.start_time) * stream.time_base * fps)
        for entry in stream.index_entries
        if entry.is_keyframe
    )
    for _, group in groupby(wanted, key=lambda number: bisect_right(keys, number)):
        yield list(group)


def _decoded(container: Any, wanted: Sequence[int], *, fps: int) -> Iterator[tuple[int, Planes]]:
    """These frames behind one key frame; of the others only what is needed to decode them."""
    stream, left = container.streams.video[0], set(wanted)
    container.seek(int(Fraction(wanted[0], fps) / stream.time_base), stream=stream)
    for packet in container.demux(stream):
        number = None if packet.pts is None else round(packet.pts * packet.time_base * fps)
        stream.codec_context.skip_frame = "DEFAULT" if number is None or number in left else "NONREF"
        for frame in packet.decode():
            reached = round(frame.pts * frame.time_base * fps)
            if reached in left:
                left.remove(reached)
                yield reached, _planes(frame)
        if not left:
            return


def _planes(frame: Any) -> Planes:
    return Planes(*(_plane(plane) for plane in frame.planes[:3]))


def _plane(plane: Any) -> Plane:
    rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width].copy()
