"""Shots of an export: pieces of the source between cuts and entries, and the crop that each shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pipelines.project.picture import ExportShape
from renderer.contract.orders.remix import Framing, FramingMode
from renderer.contract.remix.analysis import SourceShot
from renderer.core.picture_spec import ALL, Region, SourceSpec
from renderer.core.storyboard import Shot
from renderer.core.timecode import TimeRange, first_frame, frame_time
from renderer.media.sources.geometry import TargetBox, cover
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.reframing.crops import CropExtent, CropPoint, Size, crop_around, largest_crop, within

SEGMENT_SECONDS: Final = 12
"""Segments are cut at the first entry of the source after this many seconds, where decoding begins anyway."""


_MIXED: Final = 2
"""Pixels beyond a crop's edge that are mixed in where the crop lies at fractions of a pixel."""


class PicturePart(Struct, frozen=True, kw_only=True):
    """The part of a picture that is read: as a target, and as shares (left, top, width, height)."""

    target: FrameTarget
    shares: Region


class Reframing(Struct, frozen=True, kw_only=True):
    """How a source of a size fills a frame: the crop's extent, or all of it over its blurred copy."""

    source: Size
    frame: Size
    framing: Framing
    whole: bool

    @property
    def extent(self) -> CropExtent:
        """The width and height of the crop, as shares."""
        if self.whole:
            return CropExtent(width=1.0, height=1.0)
        zoom = self.framing.zoom if self.framing.mode is FramingMode.MANUAL else 1.0
        return largest_crop(self.source, self.frame, zoom=zoom)

    def path(self, shot: SourceShot, fps: int) -> tuple[CropPoint, ...]:
        """Crops along a shot of the source, by frame number of the whole video."""
        if self.framing.mode is FramingMode.AUTO:
            points = [(point.at_ms, point.x, point.y) for point in shot.path]
        elif self.framing.mode is FramingMode.MANUAL:
            points = [(shot.start_ms, self.framing.x, self.framing.y)]
        else:
            points = [(shot.start_ms, 0.5, 0.5)]
        extent = self.extent
        return tuple(crop_around(x, y, extent, at=at_ms * fps / 1000) for at_ms, x, y in _rising(points))

    def target(self, fps: int) -> FrameTarget:
        """The frames to decode: all of the picture, no larger than needed for the size of the drawn crop."""
        width, height = self.source
        if self.whole:
            scale = min(self.frame[0] / width, self.frame[1] / height)
        else:
            scale = self.frame[0] / (self.extent.width * width)
        share = min(1.0, scale)
        return FrameTarget(width=math.ceil(width * share), height=math.ceil(height * share), fps=fps)

    def part(self, path: Sequence[CropPoint], fps: int) -> PicturePart:
        """The part of the picture that must be read for crops at these points and all points between them."""
        target = self.target(fps)
        fit = cover(*self.source, TargetBox(width=target.width, height=target.height))
        if self.whole:
            return PicturePart(target=target, shares=ALL)
        lefts, tops = [point.left for point in path], [point.top for point in path]
        left, columns = _span(min(lefts), max(lefts) + self.extent.width, fit.columns)
        top, rows = _span(min(tops), max(tops) + self.extent.height, fit.rows)
        shares = (left / fit.columns, top / fit.rows, columns / fit.columns, rows / fit.rows)
        return PicturePart(target=replace(target, cut=(left, top, columns, rows)), shares=shares)


def _span(first: float, last: float, pixels: int) -> tuple[int, int]:
    """The first pixel and the number of pixels, both even, that cover these shares and what is mixed in."""
    start = max(0, math.floor(first * pixels) // 2 * 2 - _MIXED)
    stop = min(pixels, -(-math.ceil(last * pixels) // 2) * 2 + _MIXED)
    return start, stop - start


def _rising(points: Sequence[tuple[int, float, float]]) -> Iterator[tuple[int, float, float]]:
    last = -1
    for point in points:
        if point[0] > last:
            last = point[0]
            yield point


class _Stretch(Struct, frozen=True, kw_only=True):
    """Frames of the export within one shot of the source, the path of its crop, and its scene."""

    frames: range
    path: tuple[CropPoint, ...]
    scene: int


def shots_of(
    reframing: Reframing,
    cuts: Sequence[SourceShot],
    shape: ExportShape,
    facts: SourceFacts,
    *,
    media: Callable[[FrameTarget], str],
) -> tuple[Shot, ...]:
    """The storyboard's shots; a new scene begins where a segment may.

    `media` gives the document about the source for a target, which leaves out what no crop of a scene shows.
    """
    found: list[Shot] = []
    for _, scene in groupby(_stretches(reframing, cuts, shape, facts), lambda one: one.scene):
        stretches = list(scene)
        part = reframing.part([point for one in stretches for point in one.path], shape.fps)
        digest = media(part.target)
        found += [_shot(reframing, stretch, part, shape, digest) for stretch in stretches]
    return tuple(found)


def _stretches(
    reframing: Reframing, cuts: Sequence[SourceShot], shape: ExportShape, facts: SourceFacts
) -> Iterator[_Stretch]:
    entries = {first_frame(entry, shape.fps) for entry in facts.entries}
    scene, begun = 0, 0
    for source, frames in _pieces(cuts, entries, shape):
        if frames.start in entries and frames.start - begun >= SEGMENT_SECONDS * shape.fps:
            scene, begun = scene + 1, frames.start
        path = within(reframing.path(source, shape.fps), frames.start, frames.stop)
        yield _Stretch(frames=frames, path=path, scene=scene)


def _shot(reframing: Reframing, stretch: _Stretch, part: PicturePart, shape: ExportShape, media: str) -> Shot:
    frames = stretch.frames
    spec = SourceSpec(
        media=media,
        fps=shape.fps,
        first=frames.start,
        extent=(reframing.extent.width, reframing.extent.height),
        path=tuple(
            (round(float(point.at), 3), round(point.left, 6), round(point.top, 6)) for point in stretch.path
        ),
        part=part.shares,
        whole=reframing.whole,
    )
    span = TimeRange(frame_time(frames.start, shape.fps), frame_time(frames.stop, shape.fps))
    return Shot(span=span, scene=f"r{stretch.scene}", picture=spec)


def _pieces(
    cuts: Sequence[SourceShot], entries: set[int], shape: ExportShape
) -> Iterator[tuple[SourceShot, range]]:
    """The source's shots in frames, split where a segment may end; together they cover all frames."""
    starts = [0, *(first_frame(Fraction(shot.start_ms, 1000), shape.fps) for shot in cuts[1:])]
    for number, shot in enumerate(cuts):
        start = starts[number]
        stop = starts[number + 1] if number + 1 < len(cuts) else shape.frame_count
        edges = sorted({start, stop, *(entry for entry in entries if start < entry < stop)})
        for first, last in pairwise(edges):
            if first < min(last, shape.frame_count):
                yield shot, range(first, min(last, shape.frame_count))
