"""From a `PictureSpec` to a `Picture` that draws frames: paint, develop, put under the camera."""

from __future__ import annotations

import math
from typing import Final

from renderer.compositor.picture import Picture
from renderer.contract.vocabulary import Language
from renderer.core.storyboard import CameraMove, PictureSpec, View
from renderer.visuals.camera import filmed_still
from renderer.visuals.cels import prepare
from renderer.visuals.film import filmed_scene
from renderer.visuals.footage import open_footage
from renderer.visuals.grade import develop
from renderer.visuals.media import MediaReader
from renderer.visuals.pack import StylePackFile
from renderer.visuals.painters import PAINTERS
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.scene import Scene

OVERSAMPLE: Final = 1.08
"""Raster size relative to the frame under a moving camera: at this zoom it is shown one to one."""


def open_picture(
    spec: PictureSpec,
    *,
    camera: CameraMove,
    pack: StylePackFile,
    width: int,
    height: int,
    duration: float,
    media: MediaReader,
) -> Picture:
    """Everything done that is done once per shot; the result only draws.

    `width`, `height`: the frame, even. `duration`: seconds on screen, the next shot's transition included,
    so that the camera does not stop under it.

    Raises:
        ClipwrightError: `media_unreadable` when user media has gone; `unknown_choice` for a painter that
            does not exist.
    """
    stands = camera.start == camera.end == View()
    raster = (width, height) if stands else (raster_side(width), raster_side(height))
    if spec.media:
        return open_footage(
            spec,
            camera=camera,
            grade=pack.grade,
            size=(width, height),
            raster=raster,
            duration=duration,
            media=media,
        )
    scene = paint_scene(spec, pack=pack, raster=raster, duration=duration)
    base = develop(scene.base, pack.grade, seed=spec.seed)
    if not scene.layers:
        return filmed_still(base, camera, width=width, height=height, duration=duration)
    cels = tuple(prepare(layer, pack.grade) for layer in scene.layers)
    return filmed_scene(base, cels, move=camera, size=(width, height), duration=duration)


def paint_scene(spec: PictureSpec, *, pack: StylePackFile, raster: tuple[int, int], duration: float) -> Scene:
    """The painted scene before grading, on a raster of (width, height), both even."""
    painter = PAINTERS[spec.painter]
    x, y = (float(part) for part in spec.data.get("focus", "0.5,0.36").split(","))
    request = PaintRequest(
        width=raster[0],
        height=raster[1],
        duration=duration,
        seed=spec.seed,
        palette=pack.palette(spec.data.get("palette", "")),
        language=Language(spec.data.get("language", Language.EN.value)),
        words=spec.words,
        artwork=spec.artwork,
        data=spec.data,
        focus=(x, y),
    )
    return painter.paint(request)


def raster_side(side: int) -> int:
    """Even number of raster pixels for a side of the frame under a moving camera."""
    return 2 * math.ceil(side * OVERSAMPLE / 2)
