"""The thumbnail: a painted scene, one large subject, the hook in the pack's lettering."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

import cv2
import numpy as np
from msgspec import Struct, structs

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import (
    NO_REGION,
    CardSpec,
    MediaSpec,
    PainterSpec,
    PictureSpec,
    SourceSpec,
    artwork_of,
    media_of,
)
from renderer.core.script import Script, display_text
from renderer.core.storyboard import Shot, Storyboard
from renderer.painters.artwork import draw_artwork
from renderer.painters.layered_picture import ByteImage, FloatImage, as_bytes, as_floats
from renderer.visuals.blending import grown, mix, paste, stain
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import MediaReader
from renderer.visuals.short_title import short_title
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.thumbnail_title import put_title

LONGEST_TITLE: Final = 70
"""Characters; a shortened title that is still longer gives way to the first line of the hook."""

_RIM: Final = 0.016
"""Width of the subject's light rim as a share of its side."""


class _Places(Struct, frozen=True, kw_only=True):
    """Places of subject and text in pixels: middle and side of the subject, middle and size of the text.

    They do not touch, and in upright frames both are inside the central 3:4 that profile grids show.
    """

    subject: tuple[int, int]
    side: int
    text: tuple[float, float]
    room: tuple[float, float]


def _places(width: int, height: int) -> _Places:
    """Subject above text, or side by side in wide frames."""
    if width > height:
        side = int(min(0.40 * width, 0.82 * height))
        return _Places(
            subject=(int(0.755 * width), height // 2),
            side=side,
            text=(0.285 * width, 0.5 * height),
            room=(0.48 * width, 0.72 * height),
        )
    side = int(min(0.64 * width, 0.36 * height))
    return _Places(
        subject=(width // 2, int(0.325 * height)),
        side=side,
        text=(0.5 * width, 0.685 * height),
        room=(0.88 * width, 0.28 * height),
    )


def compose_thumbnail(
    script: Script,
    storyboard: Storyboard,
    *,
    pack: StylePackFile,
    width: int,
    height: int,
    media: MediaReader,
) -> ByteImage:
    """Compose a thumbnail of (height, width, 3) bytes, sRGB, with even sides.

    Raises:
        ClipwrightError: `glyph_missing` when the hook has a character that no bundled face can draw.
    """
    shot, places = _telling_shot(storyboard), _places(width, height)
    subject = _subject(storyboard, shot)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="artwork") as beside:
        art = beside.submit(draw_artwork, subject, places.side) if subject else None
        canvas = _ground(shot, pack, width, height, media)
    if art:
        _put_subject(canvas, art.result(), pack, shot, places=places)
    else:
        canvas = _dimmed(canvas, 0.6)
    put_title(
        canvas,
        hook_text(script),
        language=script.language,
        style=pack.lettering,
        middle=places.text,
        room=places.room,
    )
    return as_bytes(canvas)


def hook_text(script: Script) -> str:
    """The thumbnail's few words: the title or, if it is unsuitable, the first spoken line."""
    title = short_title(script.title, script.language)
    if title and len(title) <= LONGEST_TITLE:
        return title
    return short_title(display_text(script.lines[0]), script.language) if script.lines else title


def _telling_shot(storyboard: Storyboard) -> Shot:
    """The first shot with a picture of the user's that matches its line, otherwise one with artwork.

    Failing both, the first shot without a picture of the user's, because an unrelated file makes a poor
    cover. Cards come last, because they have words of their own that the title would cover.
    """
    return min(storyboard.shots, key=_rank)


def _rank(shot: Shot) -> tuple[bool, bool, bool, bool]:
    picture = shot.picture
    own = isinstance(picture, MediaSpec)
    named = isinstance(picture, MediaSpec) and picture.named
    return not named, own and not named, isinstance(picture, CardSpec), not artwork_of(picture)


def _subject(storyboard: Storyboard, shot: Shot) -> str:
    """The topic's subject as in the first shot, otherwise the shot's or the first that any shot has.

    Nothing is placed above the user's own picture. All artwork has passed the gate of tone and time.
    """
    if media_of(shot.picture):
        return ""
    shots = (storyboard.shots[0], shot, *storyboard.shots)
    return next((name for each in shots for name in artwork_of(each.picture)), "")


def _ground(shot: Shot, pack: StylePackFile, width: int, height: int, media: MediaReader) -> FloatImage:
    """The shot's scene without its subject, a little out of focus, and darker behind the text."""
    if media_of(shot.picture):
        rgb = _scene(shot, pack, width, height, media)
    else:
        # a scene that will be out of focus need not be drawn sharp
        small = _scene(shot, pack, max(2, width // 4 * 2), max(2, height // 4 * 2), media)
        blurred = cv2.GaussianBlur(small, (0, 0), small.shape[1] / 160)
        rgb = as_floats(cv2.resize(blurred, (width, height), interpolation=cv2.INTER_LINEAR))
    if width > height:
        columns = np.linspace(1, 0, width, dtype=np.float32)
        rgb *= _shade(columns)[None, :, None]
    else:
        rows = np.linspace(0, 1, height, dtype=np.float32)
        rgb *= _shade(rows)[:, None, None]
    return rgb


def _shade(way: FloatImage) -> FloatImage:
    """Brightness of the ground on the way from the subject's side (0) to the text's side (1)."""
    return as_floats(0.92 - 0.6 * np.clip((way - 0.42) / 0.2, 0, 1))


def _scene(shot: Shot, pack: StylePackFile, width: int, height: int, media: MediaReader) -> FloatImage:
    seconds = float(shot.span.duration)
    picture = open_picture(
        _scene_alone(shot.picture),
        camera=CameraMove(),
        pack=pack,
        width=width,
        height=height,
        duration=seconds,
        media=media,
    )
    frame = allocate(width, height)
    picture.draw(frame, seconds * 0.7)
    return as_floats(planes_to_rgb(frame))


def _scene_alone(spec: PictureSpec) -> PictureSpec:
    """The spec without its artwork and without room for captions, since the title has its own place."""
    match spec:
        case PainterSpec():
            return structs.replace(spec, artwork=(), captions=NO_REGION)
        case MediaSpec():
            return structs.replace(spec, captions=NO_REGION)
        case CardSpec() | SourceSpec():
            return spec


def _dimmed(canvas: FloatImage, factor: float) -> FloatImage:
    return as_floats(canvas * np.float32(factor))


def _put_subject(
    canvas: FloatImage, art: ByteImage, pack: StylePackFile, shot: Shot, *, places: _Places
) -> None:
    """Put the subject on the canvas: a glow, a shadow, and the drawing with a light rim."""
    side = art.shape[0]
    palette = pack.palette(shot.picture.palette if isinstance(shot.picture, PainterSpec) else "")
    middle = places.subject
    _put_glow(canvas, middle, side * 0.95, palette.glow)
    room = int(side * 0.12)
    alpha = cv2.copyMakeBorder(np.ascontiguousarray(art[..., 3]), room, room, room, room, cv2.BORDER_CONSTANT)
    corner = (middle[0] - side // 2 - room, middle[1] - side // 2 - room)
    half = cv2.resize(alpha, (alpha.shape[1] // 2, alpha.shape[0] // 2), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(half, (0, 0), side * 0.0175)
    shadow = cv2.resize(soft, (alpha.shape[1], alpha.shape[0]), interpolation=cv2.INTER_LINEAR)
    below = (corner[0], corner[1] + int(side * 0.04))
    stain(canvas, as_bytes(shadow), colour=(0, 0, 0), corner=below, strength=0.75)
    stain(canvas, grown(as_bytes(alpha), side * _RIM), colour=(255, 255, 255), corner=corner)
    paste(canvas, art, corner=(middle[0] - side // 2, middle[1] - side // 2))


def _put_glow(
    canvas: FloatImage, middle: tuple[int, int], radius: float, colour: tuple[int, int, int]
) -> None:
    top, bottom = max(0, int(middle[1] - radius)), min(canvas.shape[0], int(middle[1] + radius) + 1)
    rows, columns = np.ogrid[top:bottom, : canvas.shape[1]]
    up, across = as_floats(rows - middle[1]) / radius, as_floats(columns - middle[0]) / radius
    light = np.square(up) + np.square(across)
    light = np.subtract(1, np.sqrt(light, out=light), out=light)
    light = np.square(np.clip(light, 0, 1, out=light), out=light)
    light *= np.float32(0.8)
    mix(canvas[top:bottom], as_floats(np.array(colour)), cover=light)
