"""Painters filmed small, for tests that judge pixels."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.picture import Picture
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.storyboard import CameraMove, PictureSpec
from renderer.visuals.media import NoMedia
from renderer.visuals.open import open_picture, paint_scene
from renderer.visuals.pack import load_pack
from renderer.visuals.painters import PAINTERS
from renderer.visuals.scene import Scene

SIZE = (180, 320)
DURATION = 3.0
FACTS = {
    "number": "4200000",
    "number_text": "$4.2M",
    "currency": "USD",
    "years": "1914;1939;1969",
    "values": "54;36;21;9",
    "labels": "Pacific;Atlantic;Indian;Arctic",
    "trend": "up",
    "focus": "0.5,0.3",
}
ARTWORK = ("octopus", "rocket", "crown")

Luma = npt.NDArray[np.uint8]


def spec_of(
    name: str,
    *,
    seed: int = 5,
    artwork: tuple[str, ...] = ARTWORK,
    words: tuple[str, ...] = ("octopus", "hearts"),
    palette: str = "",
    **facts: str,
) -> PictureSpec:
    """What the director would ask of a painter, with facts for every need."""
    chosen = palette or load_pack(pack_of(name)).palettes[0].name
    return PictureSpec(
        painter=name,
        seed=seed,
        words=words,
        artwork=artwork[: PAINTERS[name].subjects],
        data=FACTS | {"palette": chosen} | facts,
    )


def pack_of(name: str) -> StylePack:
    """The pack a painter belongs to first."""
    return PAINTERS[name].packs[0]


def scene_of(spec: PictureSpec, size: tuple[int, int] = SIZE) -> Scene:
    """The painted scene for a frame of `size` (width, height)."""
    return paint_scene(spec, pack=load_pack(pack_of(spec.painter)), raster=size, duration=DURATION)


def filmed(spec: PictureSpec, size: tuple[int, int] = SIZE, pack: StylePack | None = None) -> Picture:
    """The scene under a camera that stands still."""
    return open_picture(
        spec,
        camera=CameraMove(),
        pack=load_pack(pack or pack_of(spec.painter)),
        width=size[0],
        height=size[1],
        duration=DURATION,
        media=NoMedia(),
    )


def luma_at(picture: Picture, seconds: float, size: tuple[int, int] = SIZE) -> Luma:
    """Luma of one frame, 16 to 235."""
    target = allocate(*size)
    picture.draw(target, seconds)
    return target.y


def similarity(one: Luma, other: Luma) -> float:
    """Mean structural similarity of two pictures (Wang et al. 2004), Gaussian window of sigma 1.5."""
    x, y = (_soft(image.astype(np.float64)) for image in (one, other))
    xx = _soft(one.astype(np.float64) ** 2) - x * x
    yy = _soft(other.astype(np.float64) ** 2) - y * y
    xy = _soft(one.astype(np.float64) * other) - x * y
    c1, c2 = (0.01 * 219) ** 2, (0.03 * 219) ** 2
    score = ((2 * x * y + c1) * (2 * xy + c2)) / ((x * x + y * y + c1) * (xx + yy + c2))
    return float(score.mean())


def _soft(image: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5), np.float64)
