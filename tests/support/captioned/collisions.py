"""Finds text and hard edges in the caption box of a picture's frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.captions.layout.caption_box import caption_box
from renderer.captions.layout.safe_area import Frame
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import PainterSpec, Region
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, pack_of, spec_of

UPRIGHT: Final = (270, 480)
WIDE: Final = (480, 270)
FORMATS: Final = (UPRIGHT, WIDE)
FOCUS: Final = {
    CaptionPosition.TOP: (0.5, 0.58),
    CaptionPosition.CENTER: (0.5, 0.27),
    CaptionPosition.BOTTOM: (0.5, 0.38),
}
MOMENTS: Final = (0.0, 0.35, 0.7, 0.98)
"""Moments at which a shot is judged, as fractions of its duration."""

HARD: Final = 22
"""Least difference in luma levels across a hard edge: a tenth of the range."""

SHARP: Final = 0.008
"""Greatest width of a hard edge, as a share of the frame's shorter side; anything wider is shading."""

SPECKS: Final = 0.001
"""Share of the box that may lie on edges, for single sparks and grains."""

_PUSH: Final = CameraMove(start=View(), end=View(zoom=1.06), easing="linear")

Luma = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionedShot:
    """A painter's shot for captions at a position in a frame of `size` (width, height)."""

    painter: str
    position: CaptionPosition
    size: tuple[int, int]

    @property
    def region(self) -> Region:
        """The caption box of the style with the largest pages."""
        frame = Frame(width=self.size[0], height=self.size[1])
        return caption_box(CaptionStyle.TIKTOK, Language.EN, position=self.position, frame=frame)

    @property
    def spec(self) -> PainterSpec:
        """The spec that the painter gets."""
        return spec_of(self.painter, focus=FOCUS[self.position], captions=self.region)

    def frames(self) -> list[Luma]:
        """Luma at `MOMENTS`, under a camera that pushes in."""
        picture = open_picture(
            self.spec,
            camera=_PUSH,
            pack=load_pack(pack_of(self.painter)),
            width=self.size[0],
            height=self.size[1],
            duration=DURATION,
            media=NoMedia(),
        )
        found = []
        for moment in MOMENTS:
            target = allocate(*self.size)
            picture.draw(target, moment * DURATION)
            found.append(target.y)
        return found

    def edged(self) -> float:
        """The largest share of the box that lies on hard edges, over all moments."""
        return max(edged_part(frame, self.region) for frame in self.frames())


def edged_part(luma: Luma, region: Region) -> float:
    """The share of a region that lies on hard edges."""
    height, width = luma.shape
    reach = max(1, round(SHARP * min(width, height)))
    left, right = (round(region[k] * width) for k in (0, 2))
    top, bottom = (round(region[k] * height) for k in (1, 3))
    part = cv2.medianBlur(luma[top:bottom, left:right], 3)
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    contrast = cv2.subtract(cv2.dilate(part, kernel), cv2.erode(part, kernel))
    return float((contrast >= HARD).mean())
