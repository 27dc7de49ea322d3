"""Camera jitter: films a dot through a slow zoom, and compares its path with the exact one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from renderer.compositor.planes import allocate, rgb_to_planes
from renderer.core.camera import CameraMove, View
from renderer.visuals.camera.affine import inverted, placed
from renderer.visuals.camera.views import Lens, MovingStill, frame_to_raster, pinned, view_at

FRAMES, FPS = 150, 30
WIDTH, HEIGHT = 540, 960
DOT = (300.3, 500.7)


def jitter_rms() -> float:
    """Root mean square of the dot's frame-to-frame deviation from the exact path, in pixels."""
    still = rgb_to_planes(_dot(round(WIDTH * 1.25 / 2) * 2, HEIGHT * 5 // 4))
    move = CameraMove(start=View(x=0.48, y=0.52), end=View(x=0.5, y=0.5, zoom=1.2))
    lens = Lens(raster_width=still.width, raster_height=still.height, width=WIDTH, height=HEIGHT)
    settled, pin = pinned(move, lens)
    picture = MovingStill(planes=still, move=settled, duration=FRAMES / FPS, pin=pin)
    target = allocate(WIDTH, HEIGHT)
    errors = []
    for number in range(FRAMES):
        picture.draw(target, number / FPS)
        seen = placed(inverted(frame_to_raster(view_at(settled, number / FRAMES), lens)), *DOT)
        errors.append(_centre(target.y) - np.array(seen))
    return float(np.sqrt(np.mean(np.diff(np.array(errors), axis=0) ** 2)))


def _dot(width: int, height: int) -> npt.NDArray[np.uint8]:
    rows, columns = np.mgrid[0:height, 0:width] + 0.5
    light = 200 * np.exp(-((columns - DOT[0]) ** 2 + (rows - DOT[1]) ** 2) / (2 * 6**2))
    return np.repeat(np.rint(light).astype(np.uint8)[..., None], 3, axis=2)


def _centre(luma: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    light = np.maximum(luma.astype(np.float64) - 24, 0)
    rows, columns = np.mgrid[0 : luma.shape[0], 0 : luma.shape[1]] + 0.5
    moments = np.array([(light * columns).sum(), (light * rows).sum()], np.float64)
    return np.asarray(moments / light.sum(), np.float64)
