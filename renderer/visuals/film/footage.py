"""The user's own images and clips as pictures: cropped to what matters, graded, under the camera."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Planes, crop, planes_to_rgb
from renderer.compositor.resizing import means, rgb_at
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import MediaSpec
from renderer.painters.layered_picture import ByteImage, FloatImage
from renderer.visuals.camera.views import film, filmed_still, view_at
from renderer.visuals.film.framing import FramingKind, best_window, framed, interest
from renderer.visuals.film.panned import panned
from renderer.visuals.film.whole import shown_whole
from renderer.visuals.grade import Grade, colour_matrix, develop, tone_curve
from renderer.visuals.media import STRETCH_SECONDS, Frames, MediaReader

_GLANCES: Final = 5
"""Frames of a clip that determine where it is cropped."""

_STILL: Final = 6.0
"""Levels by which luma may change between sampled frames without counting as motion."""

_MOVED: Final = 1.0
"""Weight of motion relative to that of what stands out."""


class CropBox(Struct, frozen=True, kw_only=True):
    """A rectangle in even pixels."""

    x: int
    y: int
    width: int
    height: int


class Footage(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: a user's clip, cropped to `box`, with the pack's tones applied per plane by lookup.

    It begins at frame `first`. If the shot outlasts a short clip, the clip runs forward and back again; a
    longer clip holds its last frame.
    """

    frames: Frames
    first: int
    fps: int
    box: CropBox
    tones: Planes
    move: CameraMove
    duration: float

    def look(self, seconds: float) -> tuple[int, View]:
        """The number of the clip's frame, and the camera's view."""
        return self._number(int(seconds * self.fps + 1e-6)), view_at(self.move, seconds / self.duration)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the clip `seconds` after the shot's start."""
        number, view = self.look(seconds)
        box = self.box
        part = crop(self.frames[number], x=box.x, y=box.y, width=box.width, height=box.height)
        film(part, view, target)
        for plane, tone in ((target.y, self.tones.y), (target.u, self.tones.u), (target.v, self.tones.v)):
            cv2.LUT(plane, tone, dst=plane)

    def _number(self, shown: int) -> int:
        count = len(self.frames)
        if Fraction(count, self.fps) > STRETCH_SECONDS:
            return min(self.first + shown, count - 1)
        return bounced(shown, count)


def open_footage(
    spec: MediaSpec,
    *,
    camera: CameraMove,
    grade: Grade,
    size: tuple[int, int],
    raster: tuple[int, int],
    duration: float,
    media: MediaReader,
) -> Picture:
    """An image or a clip of the user. `size`: the frame's width and height; `raster`: those an image fills.

    Raises:
        ClipwrightError: `media_unreadable` when the file no longer exists.
    """
    frames = media.frames(spec.media)
    first = frames[spec.first]
    if not spec.fps:
        return _still(first, spec, camera=camera, grade=grade, size=size, raster=raster, duration=duration)
    weights = clip_interest([frames[index] for index in _glances(spec, len(frames), duration)])
    centre, _ = best_window(weights, *_window_of((first.width, first.height), size))
    box = cropped_around(centre, (first.width, first.height), size)
    return Footage(
        frames=frames,
        first=spec.first,
        fps=spec.fps,
        box=box,
        tones=plane_tones(grade),
        move=camera,
        duration=duration,
    )


def _glances(spec: MediaSpec, count: int, duration: float) -> list[int]:
    """Evenly spread frames of what the shot shows."""
    last = min(spec.first + max(int(duration * spec.fps) - 1, 0), count - 1)
    return sorted({round(place) for place in np.linspace(min(spec.first, last), last, _GLANCES)})


def clip_interest(glances: Sequence[Planes]) -> FloatImage:
    """Where viewers look in a clip: what stands out in its frames and, with equal weight, what moves.

    A clip often begins in the dark or before anybody has come in, so its first frame alone says little.
    Returns weights of shape (64, 64) that sum to 1.
    """
    seen = np.mean([interest(frame) for frame in glances], axis=0)
    small = [means(frame.y, (seen.shape[1], seen.shape[0])) for frame in glances]
    steps = [cv2.absdiff(one, other).astype(np.float32) for one, other in pairwise(small)]
    moved = np.maximum(sum(steps, np.zeros_like(seen)) - _STILL * len(steps), 0.0)
    # if everything changes, the camera moves or a light goes on, which is no subject
    share = _MOVED * float((moved < moved.max() * 0.5).mean()) if moved.any() else 0.0
    weights = seen + share * moved / max(float(moved.sum()), 1e-6)
    return np.asarray(weights / weights.sum(), np.float32)


def _still(
    first: Planes,
    spec: MediaSpec,
    *,
    camera: CameraMove,
    grade: Grade,
    size: tuple[int, int],
    raster: tuple[int, int],
    duration: float,
) -> Picture:
    """An image as its framing says."""
    framing = framed(first, size)
    if framing.kind is FramingKind.PAN:
        strip = develop(_strip(first, size), grade, seed=spec.seed)
        return panned(strip, framing.centre, size=size, duration=duration, backward=bool(spec.seed % 2))
    if framing.kind is FramingKind.WHOLE:
        rgb = shown_whole(planes_to_rgb(first), raster, captions=spec.captions, plain=framing.plain)
    else:
        box = cropped_around(framing.centre, (first.width, first.height), size)
        rgb = rgb_at(crop(first, x=box.x, y=box.y, width=box.width, height=box.height), raster)
    planes = develop(rgb, grade, seed=spec.seed)
    return filmed_still(planes, camera, width=size[0], height=size[1], duration=duration)


def _strip(first: Planes, size: tuple[int, int]) -> ByteImage:
    """The whole image as RGB, exactly as high as the frame, or as wide if the image is upright."""
    scale = max(size[0] / first.width, size[1] / first.height)
    wide = max(size[0], 2 * round(first.width * scale / 2))
    tall = max(size[1], 2 * round(first.height * scale / 2))
    return rgb_at(first, (wide, tall))


def _window_of(source: tuple[int, int], frame: tuple[int, int]) -> tuple[float, float]:
    """Width and height of the largest window of the frame's shape, as parts of the source."""
    ratio = (source[0] / source[1]) / (frame[0] / frame[1])
    return min(1.0, 1 / ratio), min(1.0, ratio)


def cropped_around(centre: tuple[float, float], source: tuple[int, int], frame: tuple[int, int]) -> CropBox:
    """The largest box of the frame's shape inside the source, as near to `centre` (fractions) as it fits."""
    scale = min(source[0] / frame[0], source[1] / frame[1])
    width = max(2, min(source[0], round(frame[0] * scale)) // 2 * 2)
    height = max(2, min(source[1], round(frame[1] * scale)) // 2 * 2)
    x = min(max(centre[0] * source[0] - width / 2, 0), source[0] - width)
    y = min(max(centre[1] * source[1] - height / 2, 0), source[1] - height)
    return CropBox(x=int(x) // 2 * 2, y=int(y) // 2 * 2, width=width, height=height)


def bounced(index: int, count: int) -> int:
    """Frame index that runs forward, then backward, and so on, without showing an end twice."""
    if count == 1:
        return 0
    around = index % (2 * count - 2)
    return around if around < count else 2 * count - 2 - around


def plane_tones(grade: Grade) -> Planes:
    """Lookup tables of 256 levels per plane: the tone curve on luma, saturation and tint on chroma."""
    levels = np.arange(256, dtype=np.float64)
    curve = tone_curve(grade)
    luma = 16 + np.interp(np.clip(levels - 16, 0, 219) / 219 * 255, np.arange(256), curve) / 255 * 219
    grey = colour_matrix(grade) @ np.full(3, 128.0)
    blue, red = (grey[2] - 128) / 1.8556 * 224 / 255, (grey[0] - 128) / 1.5748 * 224 / 255
    chroma = (levels - 128) * grade.saturation + 128
    return Planes(_table(luma), _table(chroma + blue), _table(chroma + red))


def _table(levels: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> ByteImage:
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8)
