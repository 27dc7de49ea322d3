"""What captions keep clear of, seen through the export's crops: faces, and text in the picture."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pipelines.project.documents import ReframedSource
from renderer.captions.layout.safe_area import Rect
from renderer.contract.remix.analysis import OccupiedBox
from renderer.core.captions import Page
from renderer.core.picture_spec import SourceSpec
from renderer.core.timecode import TimeRange, nearest_frame
from renderer.reframing.crops import CropPoint, along

_LOOKS: Final = 5
"""Moments at which a box is seen through the moving crop while a page is shown."""


class OccupiedPlaces(Struct, frozen=True, eq=False):
    """Rectangles of the exported frame by time."""

    boxes: Sequence[OccupiedBox]
    reframed: ReframedSource

    def during(self, span: TimeRange) -> tuple[Rect, ...]:
        """All rectangles that are occupied at some time of the span, in frame pixels."""
        found = []
        for box in self.boxes:
            start, end = (
                max(span.start, Fraction(box.start_ms, 1000)),
                min(span.end, Fraction(box.end_ms, 1000)),
            )
            if start < end:
                step = (end - start) / _LOOKS
                found += [self._seen(box, start + number * step) for number in range(_LOOKS)]
                found.append(self._seen(box, end, side=bisect_left))  # in the shot that ends then
        return tuple(dict.fromkeys(rect for rect in found if rect.width > 0 and rect.height > 0))

    def cut_of(self, page: Page) -> int:
        """The number of the source's shot in which a page begins."""
        return bisect_right(self.reframed.cuts, nearest_frame(page.span.start, self.reframed.fps))

    def _seen(self, box: OccupiedBox, moment: Fraction, *, side: Callable[..., int] = bisect_right) -> Rect:
        size, shots = self.reframed, self.reframed.storyboard.shots
        shot = shots[max(0, side(shots, moment, key=lambda shot: shot.span.start) - 1)]
        spec = shot.picture
        assert isinstance(spec, SourceSpec)  # noqa: S101 - every shot of an export is one
        left, top, width, height = _window(spec, float((moment - shot.span.start) * spec.fps), size)
        rect = Rect(
            (box.left - left) / width * size.width,
            (box.top - top) / height * size.height,
            (box.left + box.width - left) / width * size.width,
            (box.top + box.height - top) / height * size.height,
        )
        return Rect(
            max(0.0, rect.left),
            max(0.0, rect.top),
            min(size.width, rect.right),
            min(size.height, rect.bottom),
        )


def _window(spec: SourceSpec, at: float, size: ReframedSource) -> tuple[float, float, float, float]:
    """The region of the source (shares) that the frame covers; larger than the source if all of it shows."""
    if not spec.whole:
        crop = along([CropPoint(at=one, left=left, top=top) for one, left, top in spec.path], at)
        return crop.left, crop.top, *spec.extent
    across, down = size.shown
    return (1 - 1 / across) / 2, (1 - 1 / down) / 2, 1 / across, 1 / down
