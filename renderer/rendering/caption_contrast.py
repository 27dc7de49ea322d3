"""Contrast of captions on the finished file: each word's letters against what surrounds them, as decoded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, Protocol

from renderer.captions.drawing.page_sprites import PageSprites
from renderer.captions.legibility import word_contrasts
from renderer.captions.style.style_files import load_style
from renderer.compositor.picture import Overlay
from renderer.compositor.planes import Planes
from renderer.core.captions import Page
from renderer.core.render_plan import RenderPlan
from renderer.core.timecode import nearest_frame
from renderer.rendering.caption_readings import CaptionReadings, DecodeFrames
from renderer.rendering.segment_content import frames_behind, key_frames

KIND: Final = "contrast"
"""Kind of a caption reading: contrast by the state of words."""
CHECKS: Final = 6
"""Pages looked at per video, spread over it."""


class DrawnCaptions(Overlay, Protocol):
    """Captions as an overlay that also tells which page is on screen in a frame."""

    def page_at(self, frame: int) -> tuple[PageSprites, int] | None:
        """The page on screen and the number of its active word; None between pages."""
        ...


def contrast_frames(plan: RenderPlan) -> tuple[int, ...]:
    """A frame of one page in each part of the video: the page has come in, and a word in its middle was said.

    Of a part's pages, the one whose frame is closest after a key frame is taken, where decoding is cheap.
    """
    pages, keys = plan.captions.pages, key_frames(plan)
    entering = max((move.seconds for move in load_style(plan.captions.style).enter), default=0.0)
    settled = [_settled(page, entering, plan.fps) for page in pages]
    frames = [frame for frame in settled if 0 <= frame < plan.frame_count]
    parts = [
        frames[len(frames) * part // CHECKS : len(frames) * (part + 1) // CHECKS] for part in range(CHECKS)
    ]
    return tuple(sorted({min(part, key=partial(frames_behind, keys)) for part in parts if part}))


def contrasts_read(
    overlay: DrawnCaptions, numbers: Sequence[int], *, frames: DecodeFrames, readings: CaptionReadings
) -> dict[str, float]:
    """The lowest contrast among the words of each state in these frames; only unread frames are decoded."""
    asked = {range(number, number + 1): number for number in numbers}
    known = readings.known(KIND, asked)
    decoded = frames([number for each, number in asked.items() if each not in known])
    read = {
        range(number, number + 1): _contrast_in(overlay, number, frame) for number, frame in decoded.items()
    }
    readings.keep(KIND, read)
    return _lowest([*known.values(), *read.values()])


def _contrast_in(overlay: DrawnCaptions, number: int, frame: Planes) -> dict[str, float]:
    """The lowest contrast among the words of each state (see `WordState`) in a frame; none between pages."""
    page = overlay.page_at(number)
    words = word_contrasts(frame, *page) if page else ()
    return _lowest([{word.state.value: word.contrast} for word in words])


def _lowest(contrasts: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The lowest contrast of each state, rounded to two places."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for each in contrasts:
        for state, contrast in each.items():
            found[state].append(contrast)
    return {state: round(min(values), 2) for state, values in sorted(found.items())}


def _settled(page: Page, entering: float, fps: int) -> int:
    """The last frame of a word in the middle of the page, of those that end after the page has come in."""
    still = nearest_frame(page.span.start + Fraction(entering).limit_denominator(1000), fps) + 1
    words = [word for line in page.lines for word in line.words]
    ends = [nearest_frame(word.span.end, fps) - 1 for word in words]
    late = [end for end in ends if end >= still]
    return late[len(late) // 2] if late else nearest_frame(page.span.end, fps) - 1
