"""The gallery sheet: one still of every painter in every pack that uses it."""

from __future__ import annotations

from decimal import Decimal

import cv2
import numpy as np

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import CalendarDay, Figure, Kin, Measure, PainterSpec, PictureFacts, Place
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack

SAMPLE_FACTS = PictureFacts(
    number=Figure(value=Decimal(4_200_000), text="$4.2M", unit="USD"),
    years=(1914, 1939, 1969),
    series=tuple(
        Measure(label=label, value=Decimal(value), text=value)
        for label, value in (("1990", "120000"), ("2005", "260000"), ("2020", "400000"))
    ),
    places=(Place(code="FR", text="France", name="France", east=2.55, north=46.7),),
    trend="down",
    count=24,
    date=CalendarDay(
        year=1912, month="April 1912", day=15, days=30, first=1, weekdays=("S", "M", "T", "W", "T", "F", "S")
    ),
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
"""Facts for every need, so that each painter has something to show."""

SAMPLE_ARTWORK = ("octopus", "bank", "crown", "volcano", "rocket", "brain", "ship", "hourglass-not-done")
_SECONDS = 3.0
_LABEL = 26
_GAP = 8


def gallery_sheet(*, width: int = 180, height: int = 320) -> ByteImage:
    """RGB bytes with one row per pack and one named tile of `width` x `height` (even) per painter."""
    rows = [_row(load_pack(pack), width, height) for pack in StylePack]
    widest = max(row.shape[1] for row in rows)
    return np.vstack([np.pad(row, ((0, 0), (0, widest - row.shape[1]), (0, 0))) for row in rows])


def _row(pack: StylePackFile, width: int, height: int) -> ByteImage:
    tiles = [
        _labelled(_still(pack, each.painter.name, index, width, height), each.painter.name)
        for index, each in enumerate(pack.painters)
    ]
    return np.hstack(tiles)


def _still(pack: StylePackFile, painter: str, index: int, width: int, height: int) -> ByteImage:
    """The painter three quarters through its shot, painted at three times the size and shrunk."""
    palette = pack.palettes[index % len(pack.palettes)].name
    start = index % len(SAMPLE_ARTWORK)
    spec = PainterSpec(
        painter=painter,
        seed=index + 1,
        words=("octopus", "hearts"),
        artwork=(*SAMPLE_ARTWORK[start:], *SAMPLE_ARTWORK[:start])[:3],
        palette=palette,
        facts=SAMPLE_FACTS,
    )
    big = allocate(3 * width, 3 * height)
    picture = open_picture(
        spec,
        camera=CameraMove(),
        pack=pack,
        width=big.width,
        height=big.height,
        duration=_SECONDS,
        media=NoMedia(),
    )
    picture.draw(big, _SECONDS * 0.75)
    return np.asarray(cv2.resize(planes_to_rgb(big), (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _labelled(tile: ByteImage, name: str) -> ByteImage:
    height, width = tile.shape[:2]
    framed = np.full((height + _LABEL + _GAP, width + _GAP, 3), 18, np.uint8)
    framed[:height, :width] = tile
    letters = lettering(
        name.replace("_", " "), size=_LABEL * 0.55, face=LetteringFace.PLAIN, widest=width - 4
    )
    top = height + (_LABEL - letters.shape[0]) // 2
    left = (width - letters.shape[1]) // 2
    framed[top : top + letters.shape[0], left : left + letters.shape[1]] = np.maximum(letters, 18)[..., None]
    return framed
