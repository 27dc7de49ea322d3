"""The thumbnail: a painted scene, one large subject, the hook in the pack's type."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import add
from typing import Final

import cv2
import numpy as np
from msgspec import structs

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.vocabulary import Language
from renderer.core.camera import CameraMove
from renderer.core.phrasing import cuts_name, may_break
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
from renderer.painters.drawing.lettering import lettering
from renderer.painters.layered_picture import ByteImage, FloatImage, as_bytes, as_floats
from renderer.text.languages import upper
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.media import MediaReader
from renderer.visuals.short_title import short_title
from renderer.visuals.style_pack import StylePackFile, ThumbnailLettering

LONGEST_TITLE: Final = 70
"""Characters; a title that is longer in six words gives way to the first line of the hook."""

_MOST_LINES: Final = 4
_RIM: Final = 0.016
"""Width of the subject's light rim as a part of its side."""
_LINE_HEIGHT: Final = 1.16
_PROBE: Final = 100.0
_TORN: Final = 4.0
"""What a line that ends inside a name costs, against all words in one line."""

_NAMES_SUBJECT: Final = 100
_BAND: Final = 32
"""Rows mixed at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Places:
    """Where subject and text stand, in pixels: the middle and side of the one, middle and size of the other.

    They do not touch, and in upright frames both are inside the central 3:4 that profile grids show.
    """

    subject: tuple[int, int]
    side: int
    text: tuple[float, float]
    room: tuple[float, float]


def _places(width: int, height: int) -> _Places:
    """One above the other, side by side in wide frames."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Lines of the hook and the size (pixels per em) at which they fill their place."""

    lines: tuple[str, ...]
    size: float
    marked: int


def compose_thumbnail(
    script: Script,
    storyboard: Storyboard,
    *,
    pack: StylePackFile,
    width: int,
    height: int,
    media: MediaReader,
) -> ByteImage:
    """(height, width, 3) bytes, sRGB; both sides even.

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
    block = _laid_out(hook_text(script), script.language, pack.lettering, places=places)
    _put_text(canvas, block, script.language, pack.lettering, places=places)
    return as_bytes(canvas)


def hook_text(script: Script) -> str:
    """What the thumbnail says, in few words: the title, or where one cannot be read the first line spoken."""
    title = short_title(script.title, script.language)
    if title and len(title) <= LONGEST_TITLE:
        return title
    return short_title(display_text(script.lines[0]), script.language) if script.lines else title


def _telling_shot(storyboard: Storyboard) -> Shot:
    """The first shot with a picture of the user's that says what its line says, else with artwork.

    Else the first that is not the user's: a file that matches nothing is no cover where there is another.
    A card has words of its own, which the title would cover.
    """
    return min(storyboard.shots, key=_rank)


def _rank(shot: Shot) -> tuple[bool, bool, bool, bool]:
    picture = shot.picture
    own = isinstance(picture, MediaSpec)
    named = isinstance(picture, MediaSpec) and picture.named
    return not named, own and not named, isinstance(picture, CardSpec), not artwork_of(picture)


def _subject(storyboard: Storyboard, shot: Shot) -> str:
    """The topic's subject as the first shot shows it, else the shot's or the first that any shot has.

    None above the user's own picture. All have passed the gate of tone and time.
    """
    if media_of(shot.picture):
        return ""
    shots = (storyboard.shots[0], shot, *storyboard.shots)
    return next((name for each in shots for name in artwork_of(each.picture)), "")


def _ground(shot: Shot, pack: StylePackFile, width: int, height: int, media: MediaReader) -> FloatImage:
    """The shot's scene without its subject, a little out of focus and darker where the text stands."""
    if media_of(shot.picture):
        rgb = _scene(shot, pack, width, height, media)
    else:
        # what will be out of focus need not be drawn sharp
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
    """How bright the ground stays on the way from the subject's side (0) to the text's (1)."""
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
    """Neither its artwork nor room for captions: the title has a place of its own."""
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
    """A glow, a shadow, the drawing with a light rim."""
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
    _stain(canvas, as_bytes(shadow), (0, 0, 0), (corner[0], corner[1] + int(side * 0.04)), strength=0.75)
    _stain(canvas, _grown(as_bytes(alpha), side * _RIM), (255, 255, 255), corner)
    _paste(canvas, art, (middle[0] - side // 2, middle[1] - side // 2))


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
    _mix(canvas[top:bottom], as_floats(np.array(colour)), light)


def _grown(alpha: ByteImage, reach: float) -> ByteImage:
    """The shape widened by `reach` pixels with a smooth edge, from its distance field."""
    outside = as_floats(cv2.distanceTransform(as_bytes(255 - alpha), cv2.DIST_L2, cv2.DIST_MASK_5))
    soft = np.clip(reach + 0.5 - outside + alpha / 255 * 0.5, 0, 1)
    return as_bytes(soft * 255)


def _stain(
    canvas: FloatImage,
    mask: ByteImage,
    colour: tuple[int, int, int],
    corner: tuple[int, int],
    *,
    strength: float = 1.0,
) -> None:
    """Colour the canvas through a mask whose top left lies at `corner`, clipped."""
    ground, part = _meeting(canvas, mask, corner)
    if part.size:
        _mix(ground, as_floats(np.array(colour)), as_floats(part) * np.float32(strength / 255))


def _paste(canvas: FloatImage, image: ByteImage, corner: tuple[int, int]) -> None:
    """Lay an image with straight alpha on the canvas, its top left at `corner`, clipped."""
    ground, part = _meeting(canvas, image, corner)
    if part.size:
        _mix(ground, as_floats(part[..., :3]), as_floats(part[..., 3]) * np.float32(1 / 255))


def _meeting(canvas: FloatImage, image: ByteImage, corner: tuple[int, int]) -> tuple[FloatImage, ByteImage]:
    """The parts of canvas and image that lie on each other; empty where they miss each other."""
    x, y = corner
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + image.shape[1], canvas.shape[1]), min(y + image.shape[0], canvas.shape[0])
    part = image[top - y : max(bottom, top) - y, left - x : max(right, left) - x]
    return canvas[top : max(bottom, top), left : max(right, left)], part


def _mix(ground: FloatImage, colours: FloatImage, cover: FloatImage) -> None:
    """Mix colours into the ground in place; `colours` is one colour or an image of the ground's size.

    Some rows at a time, so that what lies between stays in the processor's cache.
    """
    for top in range(0, len(ground), _BAND):
        rows = slice(top, top + _BAND)
        change = (colours if colours.ndim == 1 else colours[rows]) - ground[rows]
        change *= cv2.merge([cover[rows]] * 3)  # faster than stretching the last axis
        ground[rows] += change


def _laid_out(text: str, language: Language, style: ThumbnailLettering, *, places: _Places) -> _Block:
    """The line breaks that let the letters be largest."""
    shown = upper(text, language) if style.capitals else text
    pieces = tokenise(shown.strip().rstrip("."), language)
    words = [(piece.display, piece.gap) for piece in pieces] or [("", "")]
    widths = [_width_of(display, style, language) for display, _ in words]
    space = _width_of("x x", style, language) - _width_of("xx", style, language)
    blocks = []
    for count in range(1, min(_MOST_LINES, len(words)) + 1):
        cuts = _balanced(words, widths, space, count)
        lines = tuple(_joined(words[start:end]) for start, end in cuts)
        widest = max(_width_of(line, style, language) for line in lines)
        size = min(places.room[0] / max(widest, 1e-6), places.room[1] / (count * _LINE_HEIGHT))
        blocks.append((size, -count, lines, cuts))
    size, _, lines, cuts = max(blocks)
    size = min(size, 0.2 * places.room[0])
    return _Block(lines=lines, size=size, marked=_marked_line(words, cuts, language))


def _width_of(text: str, style: ThumbnailLettering, language: Language) -> float:
    """Width in ems."""
    return lettering(text, size=_PROBE, face=style.face, language=language).shape[1] / _PROBE if text else 0.0


def _joined(words: Sequence[tuple[str, str]]) -> str:
    return "".join(display + gap for display, gap in words).strip()


def _balanced(
    words: Sequence[tuple[str, str]], widths: Sequence[float], space: float, count: int
) -> tuple[tuple[int, int], ...]:
    """Cut into `count` lines as equal as can be: the least sum of squared widths (Knuth and Plass, 1981)."""
    total = len(words)
    gaps = (space * bool(gap) for _, gap in words)
    reach = [0.0, *accumulate(map(add, widths, gaps))]
    torn = [0.0, *(_TORN * reach[-1] ** 2 * _binds(a[0], b[0]) for a, b in pairwise(words)), 0.0]
    best = [[(0.0, 0)] + [(float("inf"), 0)] * total]
    for _ in range(count):
        shorter = best[-1]
        ends = (
            min(
                (shorter[start][0] + (reach[end] - reach[start]) ** 2 + torn[end], start)
                for start in range(end)
            )
            for end in range(1, total + 1)
        )
        best.append([(float("inf"), 0), *ends])
    cuts, end = [], total
    for row in best[:0:-1]:
        cuts.append((row[end][1], end))
        end = row[end][1]
    return tuple(cuts[::-1])


def _binds(one: str, other: str) -> bool:
    """Whether a line must not end between two words: inside a name, before a closing mark."""
    return cuts_name(one, other) or not may_break(one, other)


def _marked_line(
    words: Sequence[tuple[str, str]], cuts: Sequence[tuple[int, int]], language: Language
) -> int:
    """The line with the word that names the subject, else with the longest content word."""
    displays = [display for display, _ in words]
    named = match_subjects(displays, language)
    subject = named[0].word if named else ""
    weights = [
        len(display) * is_content(display, language) + _NAMES_SUBJECT * bool(subject and subject in display)
        for display in displays
    ]
    best = int(np.argmax(weights))
    return next(index for index, (start, end) in enumerate(cuts) if start <= best < end)


def _put_text(
    canvas: FloatImage, block: _Block, language: Language, style: ThumbnailLettering, *, places: _Places
) -> None:
    """Lines centred around their place: shadow, edge, fill."""
    step = block.size * _LINE_HEIGHT
    top = places.text[1] - step * (len(block.lines) - 1) / 2
    room = int(block.size * 0.2)
    edge = block.size * 0.075
    masks = []
    for index, line in enumerate(block.lines):
        letters = lettering(line, size=block.size, face=style.face, language=language)
        mask = cv2.copyMakeBorder(letters, room, room, room, room, cv2.BORDER_CONSTANT)
        middle = top + step * index
        masks.append(
            (as_bytes(mask), (round(places.text[0] - mask.shape[1] / 2), round(middle - mask.shape[0] / 2)))
        )
    outlines = [(_grown(mask, edge), corner) for mask, corner in masks]
    for outline, (x, y) in outlines:
        shadow = as_bytes(cv2.GaussianBlur(outline, (0, 0), block.size * 0.06))
        _stain(canvas, shadow, (0, 0, 0), (x, y + int(block.size * 0.05)), strength=0.6)
    for outline, corner in outlines:
        _stain(canvas, outline, style.edge, corner)
    for index, (mask, corner) in enumerate(masks):
        _stain(canvas, mask, style.highlight if index == block.marked else style.fill, corner)
