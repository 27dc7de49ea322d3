"""A small still of a painted picture, with which the director compares pictures."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from renderer.compositor.planes import allocate
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import NO_REGION, PainterSpec
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack import StylePackFile

STILL_WIDTH: Final = 240
STILL_HEIGHT: Final = 426


def painted_still(spec: PainterSpec, pack: StylePackFile, seconds: float) -> ByteImage:
    """The middle frame of a painted picture as small luma, (426, 240)."""
    picture = open_picture(
        structs.replace(spec, captions=NO_REGION),
        camera=CameraMove(),
        pack=pack,
        width=STILL_WIDTH,
        height=STILL_HEIGHT,
        duration=seconds,
        media=NoMedia(),
    )
    frame = allocate(STILL_WIDTH, STILL_HEIGHT)
    picture.draw(frame, seconds / 2)
    return frame.y
