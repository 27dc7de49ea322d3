"""From a `PictureSpec` to a `Picture` that draws frames: paint, develop, put under the camera."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from renderer.compositor.picture import Picture
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import (
    CardSpec,
    MediaSpec,
    PainterSpec,
    PictureSpec,
    SourceSpec,
    captions_of,
)
from renderer.painters.base import PaintRequest, clear_of_captions
from renderer.painters.cards.base import CardRequest
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.visuals.camera.views import filmed_still
from renderer.visuals.film.cel import Cel
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.footage import open_footage
from renderer.visuals.film.layered_film import filmed_layers
from renderer.visuals.film.raster import raster_side
from renderer.visuals.film.softened import softened
from renderer.visuals.film.source_film import open_source
from renderer.visuals.grade import Grade, develop
from renderer.visuals.media import MediaReader
from renderer.visuals.style_pack import StylePackFile


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
    """Do all the work that is done once per shot; the result only draws.

    `width`, `height`: the frame, even. `duration`: seconds on screen, including the next shot's transition,
    so that the camera does not stop under it. In the spec's caption box the picture has no hard edge.

    Raises:
        ClipwrightError: `media_unreadable` when user media no longer exists; `unknown_choice` for a painter
            that does not exist.
    """
    picture = _opened(spec, camera=camera, pack=pack, size=(width, height), duration=duration, media=media)
    return softened(picture, captions_of(spec), width=width, height=height)


def _opened(
    spec: PictureSpec,
    *,
    camera: CameraMove,
    pack: StylePackFile,
    size: tuple[int, int],
    duration: float,
    media: MediaReader,
) -> Picture:
    if isinstance(spec, SourceSpec):
        return open_source(spec, media=media)
    width, height = size
    stands = camera.start == camera.end == View()
    raster = (width, height) if stands else (raster_side(width), raster_side(height))
    if isinstance(spec, MediaSpec):
        return open_footage(
            spec,
            camera=camera,
            grade=pack.grade,
            size=size,
            raster=raster,
            duration=duration,
            media=media,
        )
    scene = paint_layers(spec, pack=pack, raster=raster, duration=duration)
    base = develop(scene.base, pack.grade, seed=spec.seed)
    layers = deque(scene.layers)
    del scene
    if not layers:
        return filmed_still(base, camera, width=width, height=height, duration=duration)
    cels = tuple(_prepared(layers, pack.grade))
    return filmed_layers(base, cels, move=camera, size=size, duration=duration)


def _prepared(layers: deque[Layer], grade: Grade) -> Iterator[Cel]:
    """Prepare the layers, dropping each afterwards: together they take as much memory as their cels."""
    while layers:
        yield prepare(layers.popleft(), grade)


def paint_layers(
    spec: PainterSpec | CardSpec, *, pack: StylePackFile, raster: tuple[int, int], duration: float
) -> LayeredPicture:
    """The painted scene before grading, on a raster of (width, height), both even."""
    if isinstance(spec, CardSpec):
        return _paint_card(spec, pack=pack, raster=raster, duration=duration)
    request = PaintRequest(
        width=raster[0],
        height=raster[1],
        duration=duration,
        seed=spec.seed,
        palette=pack.palette(spec.palette),
        language=spec.language,
        words=spec.words,
        artwork=spec.artwork,
        subject=spec.subject,
        facts=spec.facts,
        focus=spec.focus,
        captions=spec.captions,
    )
    return pack.painter(spec.painter).paint(clear_of_captions(request))


def _paint_card(
    spec: CardSpec, *, pack: StylePackFile, raster: tuple[int, int], duration: float
) -> LayeredPicture:
    request = CardRequest(
        width=raster[0],
        height=raster[1],
        duration=duration,
        seed=spec.seed,
        palette=pack.palette(spec.palette),
        language=spec.language,
        artwork=spec.artwork,
        text=spec.text,
        number=spec.number,
        rows=spec.rows,
        face=pack.lettering.face,
    )
    return pack.cards[spec.card](request)
