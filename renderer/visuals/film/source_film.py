"""A user's video as it plays: a crop of it along a path, or all of it over its own blurred copy."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Plane, Planes
from renderer.compositor.shift import window_at
from renderer.core.picture_spec import SourceSpec
from renderer.reframing.crops import CropPoint, along
from renderer.visuals.media import Frames, MediaReader

_LATE: Final = 1e-6
"""Seconds of tolerance for a frame's time that was rounded down."""
_BLUR_CELLS: Final = 40
"""Columns of the small picture that is blurred and enlarged behind a whole one."""
_DARKER: Final = 0.62
"""Luma factor of the blurred copy, so that the picture in front stands out."""
_BLACK: Final = 16.0


class CroppedSource(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: the part of a video that a moving crop shows."""

    frames: Frames
    spec: SourceSpec
    path: tuple[CropPoint, ...]

    def look(self, seconds: float) -> int:
        """Number of frames after the first, which also determines the crop."""
        return int(seconds * self.spec.fps + _LATE)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the crop `seconds` after the shot's start."""
        shown = self.look(seconds)
        frame = _frame(self.frames, self.spec, shown)
        corner, part = along(self.path, shown), self.spec.part
        whole = (frame.width / part[2], frame.height / part[3])
        size = (_even(self.spec.extent[0] * whole[0]), _even(self.spec.extent[1] * whole[1]))
        left = _inside((corner.left - part[0]) * whole[0], frame.width - size[0])
        top = _inside((corner.top - part[1]) * whole[1], frame.height - size[1])
        if len(self.path) == 1:
            left, top = _settled(left, frame.width - size[0]), _settled(top, frame.height - size[1])
        half, chroma = (size[0] // 2, size[1] // 2), (left / 2, top / 2)
        _resize(window_at(frame.y, (left, top), size), target.y)
        _resize(window_at(frame.u, chroma, half), target.u)
        _resize(window_at(frame.v, chroma, half), target.v)


class WholeSource(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: all of a video, over its own blurred copy, which fills the frame."""

    frames: Frames
    spec: SourceSpec

    def look(self, seconds: float) -> int:
        """Number of frames after the first."""
        return int(seconds * self.spec.fps + _LATE)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the picture `seconds` after the shot's start."""
        frame = _frame(self.frames, self.spec, self.look(seconds))
        scale = min(target.width / frame.width, target.height / frame.height)
        width = min(target.width, 2 * round(frame.width * scale / 2))
        height = min(target.height, 2 * round(frame.height * scale / 2))
        if (width, height) != (target.width, target.height):
            _blurred_into(target, frame)
        left, top = (target.width - width) // 4 * 2, (target.height - height) // 4 * 2
        for share, here, there in ((1, target.y, frame.y), (2, target.u, frame.u), (2, target.v, frame.v)):
            rows = slice(top // share, (top + height) // share)
            columns = slice(left // share, (left + width) // share)
            _resize(there, here[rows, columns])


def open_source(spec: SourceSpec, *, media: MediaReader) -> Picture:
    """The picture of a shot; its frames are read when drawn."""
    frames = media.playing(spec.media)
    if spec.whole:
        return WholeSource(frames=frames, spec=spec)
    path = tuple(CropPoint(at=at, left=left, top=top) for at, left, top in spec.path)
    return CroppedSource(frames=frames, spec=spec, path=path)


def _frame(frames: Frames, spec: SourceSpec, shown: int) -> Planes:
    return frames[min(spec.first + shown, len(frames) - 1)]


def _inside(edge: float, last: int) -> float:
    return min(max(edge, 0.0), float(last))


def _settled(edge: float, last: int) -> float:
    """The 4:2:0-aligned pixel nearest to an edge at rest: sharper than interpolation, and free."""
    return float(min(2 * round(edge / 2), last // 2 * 2))


def _even(side: float) -> int:
    """A side in whole pixels of 4:2:0: the crop's shape is off by a pixel at most."""
    return max(2, 2 * round(side / 2))


def _resize(source: Plane, target: Plane) -> None:
    if source.shape == target.shape:
        target[:] = source
        return
    shrinks = source.shape[1] > target.shape[1]
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    cv2.resize(source, (target.shape[1], target.shape[0]), dst=target, interpolation=method)


def _blurred_into(target: Planes, frame: Planes) -> None:
    """Fill the whole target with the middle of the picture, shrunk to some cells, blurred and enlarged."""
    columns = _BLUR_CELLS
    rows = max(2, round(columns * target.height / target.width))
    pairs = ((target.y, frame.y), (target.u, frame.u), (target.v, frame.v))
    for number, (here, there) in enumerate(pairs):
        small = cv2.resize(_middle(there, columns / rows), (columns, rows), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), 2.4)
        if not number:  # luma alone
            soft = cv2.convertScaleAbs(soft, alpha=_DARKER, beta=_BLACK * (1 - _DARKER))
        cv2.resize(soft, (here.shape[1], here.shape[0]), dst=here, interpolation=cv2.INTER_LINEAR)


def _middle(plane: Plane, shape: float) -> Plane:
    """The largest part from a plane's middle that is `shape` times as wide as high."""
    height, width = plane.shape
    columns, rows = max(1, min(width, round(height * shape))), max(1, min(height, round(width / shape)))
    left, top = (width - columns) // 2, (height - rows) // 2
    return np.ascontiguousarray(plane[top : top + rows, left : left + columns])
