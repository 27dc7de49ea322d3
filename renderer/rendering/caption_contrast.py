"""Contrast of captions on the finished file: each word's letters against what surrounds them, as decoded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Protocol

from renderer.captions.drawing.page_sprites import PageSprites
from renderer.captions.legibility import word_contrasts
from renderer.captions.style.style_files import load_style
from renderer.compositor.picture import Overlay
from renderer.compositor.planes import Planes
from renderer.core.captions import Page
from renderer.core.render_plan import RenderPlan
from renderer.core.timecode import nearest_frame

CHECKS: Final = 6
"""Pages looked at per video, spread over it."""


class DrawnCaptions(Overlay, Protocol):
    """Captions that draw themselves, and tell which page stands in a frame."""

    def page_at(self, frame: int) -> tuple[PageSprites, int] | None:
        """The page on screen and the number of its active word; None between pages."""
        ...


def contrast_frames(plan: RenderPlan) -> tuple[int, ...]:
    """A frame of each of some pages: they have come in, and a word in their middle has just been said."""
    pages = plan.captions.pages
    chosen = sorted({len(pages) * (2 * k + 1) // (2 * CHECKS) for k in range(CHECKS)}) if pages else []
    entering = max((move.seconds for move in load_style(plan.captions.style).enter), default=0.0)
    frames = (_settled(pages[number], entering, plan.fps) for number in chosen)
    return tuple(sorted({frame for frame in frames if 0 <= frame < plan.frame_count}))


def contrast_by_state(overlay: DrawnCaptions, decoded: Mapping[int, Planes]) -> dict[str, float]:
    """The lowest contrast among the words of each state (see `WordState`) in these frames."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for number, frame in decoded.items():
        page = overlay.page_at(number)
        for word in word_contrasts(frame, *page) if page else ():
            found[word.state.value].append(word.contrast)
    return {state: round(min(values), 2) for state, values in sorted(found.items())}


def _settled(page: Page, entering: float, fps: int) -> int:
    """The last frame of a word in the middle of the page, once the page stands."""
    still = nearest_frame(page.span.start + Fraction(entering).limit_denominator(1000), fps) + 1
    words = [word for line in page.lines for word in line.words]
    ends = [nearest_frame(word.span.end, fps) - 1 for word in words]
    late = [end for end in ends if end >= still]
    return late[len(late) // 2] if late else nearest_frame(page.span.end, fps) - 1
