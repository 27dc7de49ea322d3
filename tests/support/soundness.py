"""Checks that hold for every laid-out caption track, whatever its text."""

from __future__ import annotations

from itertools import pairwise

from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.page_geometry import PageGeometry
from renderer.captions.layout.safe_area import Frame, Rect, safe_rect
from renderer.captions.style.style_files import load_style
from renderer.core.captions import CaptionTrack

SLACK = 1.0
"""Tolerance in pixels for the rounding of pens and baselines to whole pixels."""


def geometries(track: CaptionTrack, frame: Frame) -> list[PageGeometry]:
    """The layout of every page of a track."""
    letters = lettering(load_style(track.style), track.language)
    return [
        lay_page(page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area)
        for page in track.pages
    ]


def check_sound(track: CaptionTrack, frame: Frame) -> None:
    """Check that everything is inside the safe area, and that no pages or words overlap in time or space."""
    safe = safe_rect(frame, track.safe_area)
    assert all(one.span.end <= other.span.start for one, other in pairwise(track.pages))
    for page, geometry in zip(track.pages, geometries(track, frame), strict=True):
        assert 0.6 < page.scale <= 1
        assert geometry.block.inside(safe, SLACK), (page, geometry.block, safe)
        boxes = [placed.box for placed in geometry.words]
        for k, box in enumerate(boxes):
            assert box.inside(geometry.block, SLACK)
            for other in boxes[k + 1 :]:
                shrunk = Rect(other.left + 0.5, other.top, other.right - 0.5, other.bottom)
                assert not box.overlaps(shrunk) or other.width < 1
