"""Films painters at a small size, for tests that judge pixels."""

from __future__ import annotations

from decimal import Decimal

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.picture import Picture
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import (
    NO_REGION,
    CalendarDay,
    Figure,
    Kin,
    Measure,
    PainterSpec,
    PictureFacts,
    Place,
    Region,
)
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.registry import PACKS, PAINTERS
from renderer.visuals.film.open_picture import open_picture, paint_layers
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack

SIZE = (180, 320)
DURATION = 3.0
FACTS = PictureFacts(
    number=Figure(value=Decimal(4_200_000), text="$4.2M", unit="USD"),
    years=(1914, 1939, 1969),
    series=tuple(
        Measure(label=label, value=Decimal(value), text=value)
        for label, value in (("Pacific", "54"), ("Atlantic", "36"), ("Indian", "21"), ("Arctic", "9"))
    ),
    trend="up",
    places=(
        Place(code="PT", text="Lisbon", name="Lisbon", east=-9.14, north=38.72, city=True),
        Place(code="MA", text="Morocco", name="Morocco", east=-7.2, north=31.65),
    ),
    journey=True,
    count=12,
    date=CalendarDay(
        year=1912, month="April 1912", day=15, days=30, first=1, weekdays=("S", "M", "T", "W", "T", "F", "S")
    ),
    around=(Place(code="ES", name="Madrid", east=-3.7, north=40.42, city=True),),
    sizes=(
        Measure(label="Everest", value=Decimal(8849), text="8,849 m"),
        Measure(label="Kilimanjaro", value=Decimal(5895), text="5,895 m"),
    ),
    spread="height",
    change=(
        Measure(label="1900", value=Decimal(5000), text="5,000"),
        Measure(label="Today", value=Decimal(2_000_000), text="2 million"),
    ),
    kin=(
        Kin(names=("Henry VIII", "Anne Boleyn"), relation="spouse"),
        Kin(names=("Henry VIII", "Elizabeth"), relation="parent"),
        Kin(names=("Anne Boleyn", "Elizabeth"), relation="parent"),
    ),
)
FOCUS = (0.5, 0.3)
ARTWORK = ("octopus", "rocket", "crown")

Luma = npt.NDArray[np.uint8]


def spec_of(
    name: str,
    *,
    seed: int = 5,
    artwork: tuple[str, ...] = ARTWORK,
    words: tuple[str, ...] = ("octopus", "hearts"),
    palette: str = "",
    focus: tuple[float, float] = FOCUS,
    captions: Region = NO_REGION,
) -> PainterSpec:
    """A spec as the director would make it, with facts for every painter."""
    chosen = palette or load_pack(pack_of(name)).palettes[0].name
    return PainterSpec(
        painter=name,
        seed=seed,
        words=words,
        artwork=artwork[: PAINTERS[name].subjects],
        palette=chosen,
        focus=focus,
        facts=FACTS,
        captions=captions,
    )


def pack_of(name: str) -> StylePack:
    """The pack to which a painter belongs."""
    return next(pack for pack, painters in PACKS.items() if PAINTERS[name] in painters)


def scene_of(spec: PainterSpec, size: tuple[int, int] = SIZE) -> LayeredPicture:
    """The painted scene for a frame of `size` (width, height)."""
    return paint_layers(spec, pack=load_pack(pack_of(spec.painter)), raster=size, duration=DURATION)


def filmed(
    spec: PainterSpec,
    size: tuple[int, int] = SIZE,
    pack: StylePack | None = None,
    *,
    duration: float = DURATION,
) -> Picture:
    """The scene under a static camera, in a shot of `duration` seconds."""
    return open_picture(
        spec,
        camera=CameraMove(),
        pack=load_pack(pack or pack_of(spec.painter)),
        width=size[0],
        height=size[1],
        duration=duration,
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
