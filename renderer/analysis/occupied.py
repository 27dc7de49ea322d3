"""Parts of the picture that captions must not cover: faces, and text that is already there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Final, Literal

from renderer.analysis.reframing import frame_ms
from renderer.analysis.tracks import BoxTrack, around, linked, nearness, overlap, same_line
from renderer.analysis.watched import Watched
from renderer.backends.vision.base import DetectedBox
from renderer.contract.remix.analysis import SPANS, OccupiedBox

PIECE_SECONDS: Final = 1.0
"""Longest time that one box stands for a moving face or line."""
LEAST_SAMPLES: Final = 2
"""A face or line found on fewer samples is ignored."""
FACE_ROOM: Final = 0.12
TEXT_ROOM: Final = 0.08
"""How far a box is extended on every side, as a share of its height."""
SAME_LINE: Final = 0.5
SETTLED: Final = 0.85
"""Consecutive boxes with more than this overlap and ratio of sizes become one."""
_DIGITS: Final = 4


def occupied_boxes(watched: Watched, *, duration: Fraction) -> tuple[OccupiedBox, ...]:
    """The occupied boxes by their start; of more than the contract allows, those that last longest."""
    end = floor(duration * 1000)
    faces = linked(watched.face_boxes(), gap=2 * watched.face_step, alike=nearness, least=0.0)
    texts = linked(watched.text_boxes(), gap=watched.text_step, alike=same_line, least=SAME_LINE)
    found = [
        *_boxes(faces, watched, kind="face", step=watched.face_step, end=end),
        *_boxes(texts, watched, kind="text", step=watched.text_step, end=end),
    ]
    longest = sorted(found, key=lambda box: box.start_ms - box.end_ms)[:SPANS]
    return tuple(sorted(longest, key=lambda box: (box.start_ms, box.kind, box.top, box.left)))


def _boxes(
    tracks: Sequence[BoxTrack], watched: Watched, *, kind: Literal["face", "text"], step: int, end: int
) -> Iterator[OccupiedBox]:
    room = FACE_ROOM if kind == "face" else TEXT_ROOM
    for track in tracks:
        if len(track.frames) < LEAST_SAMPLES:
            continue
        for first, stop, box in _pieces(track, watched.fps, step):
            start_ms, end_ms = frame_ms(max(0, first), watched.fps), min(end, frame_ms(stop, watched.fps))
            if end_ms > start_ms:
                yield _occupied(box, room, kind=kind, start_ms=start_ms, end_ms=end_ms)


def _pieces(track: BoxTrack, fps: int, step: int) -> Iterator[tuple[int, int, DetectedBox]]:
    """First frame, the frame after the last, and the box around everything found in between.

    Each sample stands for the time up to its neighbours on both sides.
    """
    length = max(1, round(PIECE_SECONDS * fps))
    pieces: list[tuple[int, int, DetectedBox]] = []
    start = 0
    for index in range(1, len(track.frames) + 1):
        ends = index == len(track.frames)
        if not ends and track.frames[index] - track.frames[start] < length:
            continue
        first, stop = track.frames[start] - step, track.frames[index - 1] + step
        box = around(track.boxes[start : min(index + 1, len(track.boxes))])
        if pieces and min(overlap(pieces[-1][2], box), _size_ratio(pieces[-1][2], box)) > SETTLED:
            before = pieces.pop()
            first, box = before[0], around([before[2], box])
        pieces.append((first, stop, box))
        start = index
    yield from pieces


def _size_ratio(one: DetectedBox, other: DetectedBox) -> float:
    sizes = sorted((one.width * one.height, other.width * other.height))
    return sizes[0] / max(sizes[1], 1e-9)


def _occupied(
    box: DetectedBox, room: float, *, kind: Literal["face", "text"], start_ms: int, end_ms: int
) -> OccupiedBox:
    more = room * box.height
    left, top = max(0.0, box.left - more), max(0.0, box.top - more)
    return OccupiedBox(
        start_ms=start_ms,
        end_ms=end_ms,
        kind=kind,
        left=round(left, _DIGITS),
        top=round(top, _DIGITS),
        width=round(min(1.0, box.right + more) - left, _DIGITS),
        height=round(min(1.0, box.bottom + more) - top, _DIGITS),
    )
