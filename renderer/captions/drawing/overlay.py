"""A caption track as sprites for every frame."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from renderer.captions.drawing.page_frame import page_frame
from renderer.captions.drawing.page_sprites import PageSprites
from renderer.captions.drawing.page_timing import PageTiming, active_word
from renderer.captions.drawing.styled_page import PageFacts, styled_page
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame
from renderer.captions.style.schema import Style
from renderer.captions.style.style_files import load_style
from renderer.compositor.sprite import PlacedSprite
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan

KEPT_PAGES: Final = 2
"""Painted pages kept: the current one and its predecessor, so that memory does not grow with the video."""


def open_captions(
    track: CaptionTrack, *, width: int, height: int, fps: int, style: Style | None = None
) -> CaptionOverlay:
    """The captions of a track for a frame size and rate; `style` overrides the one that the track names."""
    return CaptionOverlay(
        track, frame=Frame(width=width, height=height), fps=fps, style=style or load_style(track.style)
    )


def planned_captions(plan: RenderPlan) -> CaptionOverlay:
    """The captions of a render plan, for its frame size and rate."""
    return open_captions(plan.captions, width=plan.width, height=plan.height, fps=plan.fps)


class CaptionOverlay:
    """The sprites of each frame, painted when first shown and dropped once the playhead has passed."""

    def __init__(
        self,
        track: CaptionTrack,
        *,
        frame: Frame,
        fps: int,
        style: Style,
        sprites_type: type[PageSprites] = PageSprites,
    ) -> None:
        self._track = track
        self._frame = frame
        self._fps = fps
        self._sprites_type = sprites_type
        self._letters = lettering(style, track.language)
        self._timing = PageTiming(track, fps=fps, style=style)
        self._painted: OrderedDict[int, PageSprites] = OrderedDict()
        self._still: tuple[range, Sequence[PlacedSprite]] = range(0), ()

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first; empty between pages."""
        if frame in self._still[0]:
            return self._still[1]
        number = self._timing.page_at(frame)
        if number is None:
            return ()
        moment = self._timing.moment(number, frame)
        placed = page_frame(self._sprites_of(number), moment)
        self._still = self._timing.still_frames(number, frame, moment), placed
        return placed

    def page_at(self, frame: int) -> tuple[PageSprites, int] | None:
        """The page on screen in a frame and the index of its active word; None between pages."""
        number = self._timing.page_at(frame)
        if number is None:
            return None
        return self._sprites_of(number), active_word(self._track.pages[number], frame, self._fps)

    @property
    def kept_bytes(self) -> int:
        """Memory in bytes of all painted sprites still held."""
        return sum(sprites.painted_bytes for sprites in self._painted.values())

    def _sprites_of(self, number: int) -> PageSprites:
        if number in self._painted:
            self._painted.move_to_end(number)
            return self._painted[number]
        page = self._track.pages[number]
        geometry = lay_page(
            page,
            letters=self._letters,
            position=self._track.position,
            frame=self._frame,
            safe_area=self._track.safe_area,
        )
        styled = styled_page(
            page,
            geometry,
            style=self._letters.style,
            language=self._letters.language,
            facts=PageFacts(number, self._timing.powers[number]),
        )
        sprites = self._sprites_type(styled, self._letters)
        self._painted[number] = sprites
        while len(self._painted) > KEPT_PAGES:
            self._painted.popitem(last=False)
        return sprites
