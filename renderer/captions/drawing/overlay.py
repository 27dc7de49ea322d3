"""A caption track as sprites for every frame."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from renderer.captions.drawing.animation import LIVELY_WORD
from renderer.captions.drawing.page_frame import PageMoment, page_frame
from renderer.captions.drawing.page_sprites import PageFacts, PageSprites
from renderer.captions.drawing.page_timing import PageTiming, opens
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame
from renderer.captions.style.schema import Style
from renderer.captions.style.style_files import load_style
from renderer.compositor.sprite import PlacedSprite
from renderer.core.captions import CaptionTrack, Page
from renderer.core.render_plan import RenderPlan
from renderer.core.timecode import ZERO, frame_time, nearest_frame

KEPT_PAGES: Final = 2
"""Painted pages kept: the one on screen and its predecessor; memory does not grow with the video."""


def open_captions(
    track: CaptionTrack, *, width: int, height: int, fps: int, style: Style | None = None
) -> CaptionOverlay:
    """The captions of a track for a frame size and rate; `style` overrules the one the track names."""
    return CaptionOverlay(
        track, frame=Frame(width=width, height=height), fps=fps, style=style or load_style(track.style)
    )


def planned_captions(plan: RenderPlan) -> CaptionOverlay:
    """The captions of a plan, for its frames."""
    return open_captions(plan.captions, width=plan.width, height=plan.height, fps=plan.fps)


class CaptionOverlay:
    """Sprites of each frame, painted when first shown and dropped behind the playhead."""

    def __init__(
        self,
        track: CaptionTrack,
        *,
        frame: Frame,
        fps: int,
        style: Style,
        cast_type: type[PageSprites] = PageSprites,
    ) -> None:
        self._track = track
        self._frame = frame
        self._fps = fps
        self._cast_type = cast_type
        self._letters = lettering(style, track.language)
        self._timing = PageTiming(track, fps=fps, style=style)
        self._casts: OrderedDict[int, PageSprites] = OrderedDict()

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first; empty between pages."""
        number = self._timing.page_at(frame)
        if number is None:
            return ()
        return page_frame(self._cast(number), self._moment(number, frame))

    def page_at(self, frame: int) -> tuple[PageSprites, int] | None:
        """The page on screen in a frame and the number of its active word; None between pages."""
        number = self._timing.page_at(frame)
        if number is None:
            return None
        return self._cast(number), active_word(self._track.pages[number], frame, self._fps)

    @property
    def kept_bytes(self) -> int:
        """Memory of everything painted that is still held."""
        return sum(sprites.painted_bytes for sprites in self._casts.values())

    def _cast(self, number: int) -> PageSprites:
        if number in self._casts:
            self._casts.move_to_end(number)
            return self._casts[number]
        page = self._track.pages[number]
        geometry = lay_page(
            page,
            letters=self._letters,
            position=self._track.position,
            frame=self._frame,
            safe_area=self._track.safe_area,
        )
        sprites = self._cast_type(
            page, geometry, self._letters, PageFacts(number, self._timing.powers[number])
        )
        self._casts[number] = sprites
        while len(self._casts) > KEPT_PAGES:
            self._casts.popitem(last=False)
        return sprites

    def _moment(self, number: int, frame: int) -> PageMoment:
        page = self._track.pages[number]
        now = frame_time(frame, self._fps)
        active = active_word(page, frame, self._fps)
        word = [word for line in page.lines for word in line.words][max(0, active)].span
        return PageMoment(
            seconds=float(now),
            page=float(max(ZERO, now - page.span.start)),
            active=active,
            word=float(max(ZERO, now - word.start)),
            may_flicker=active == 0 and self._timing.flickers[number],
            page_moves=self._timing.moves[number],
            opens=opens(page),
            word_moves=word.duration >= LIVELY_WORD,
        )


def active_word(page: Page, frame: int, fps: int) -> int:
    """Which word of a page is lit: the last whose frame has come, until the next one; -1 before the first."""
    starts = [nearest_frame(word.span.start, fps) for line in page.lines for word in line.words]
    return bisect_right(starts, frame) - 1
