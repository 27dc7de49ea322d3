"""Reads single decoded frames, by number, of a video that we encoded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.errors import ClipwrightError
from renderer.media.own_files import PACKETS_ALONE

_READERS: Final = 2
"""Decoders that run in parallel, each with one thread."""


def frames_at(path: Path, numbers: Collection[int], *, fps: int, first: int = 0) -> dict[int, Planes]:
    """The frames with these numbers, decoded from the nearest key frame before each.

    The first frame of the file has the number `first`.

    Raises:
        ClipwrightError: `quality_gate` when a frame cannot be found.
    """
    if not numbers:
        return {}
    wanted, found = sorted({number - first for number in numbers}), dict[int, Planes]()
    groups = _groups(path, wanted, fps=fps)
    shares = [groups[reader::_READERS] for reader in range(min(_READERS, len(groups)))]
    with ThreadPoolExecutor(max_workers=_READERS, thread_name_prefix="frames") as readers:
        for share in readers.map(partial(_read, path, fps=fps), shares):
            found |= share
    missing = set(wanted) - set(found)
    if missing:
        raise ClipwrightError("quality_gate", findings=f"frame {min(missing) + first} cannot be decoded")
    return {number: found[number - first] for number in numbers}


def _groups(path: Path, wanted: Sequence[int], *, fps: int) -> list[list[int]]:
    """The wanted numbers grouped by the key frame before them; each group is decoded in one go."""
    with _opened(path) as container:
        stream = container.streams.video[0]
        keys = sorted(
            round((entry.timestamp - stream.start_time) * stream.time_base * fps)
            for entry in stream.index_entries
            if entry.is_keyframe
        )
    return [list(group) for _, group in groupby(wanted, key=lambda number: bisect_right(keys, number))]


def _read(path: Path, groups: Sequence[Sequence[int]], *, fps: int) -> dict[int, Planes]:
    """The frames of these groups, read with one decoder."""
    with _opened(path) as container:
        return {number: planes for group in groups for number, planes in _decoded(container, group, fps=fps)}


def _opened(path: Path) -> Any:
    import av  # noqa: PLC0415 - heavy, loaded with the first call

    return av.open(f"file:{path}", format="mp4", options=PACKETS_ALONE)


def _decoded(container: Any, wanted: Sequence[int], *, fps: int) -> Iterator[tuple[int, Planes]]:
    """The wanted frames after one key frame; of the others, only reference frames are decoded."""
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
