"""Synthetic footage with known content: scenes of generated pictures, and the joins between them.

Scenes are textures under a camera that rests, pans, zooms or shakes, with an object moving in front. Frames
are RGB arrays of shape (height, width, 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from renderer.analysis.watched import Watched
from renderer.analysis.watching import Detectors, watch
from renderer.backends.vision.base import NothingSeen
from renderer.compositor.planes import rgb_to_planes

Picture = npt.NDArray[np.uint8]
Join = Literal["cut", "dissolve", "fade", "white fade"]
CAMERAS = ("still", "pan", "zoom", "shake")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One shot; `flashes` are pairs of the first frame within the shot and the number of frames."""

    draw: Callable[[int], Picture]
    frames: int
    flashes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Border:
    """Where a shot ends: anywhere in frames [first, last]."""

    first: int
    last: int
    join: Join


@dataclass(slots=True)
class Composed:
    """A sequence of frames, and the borders between its shots."""

    frames: list[Picture] = field(default_factory=list)
    borders: list[Border] = field(default_factory=list)


def texture(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A distinctive picture: blobs of several sizes and shapes, in random colours."""
    palette = rng.integers(0, 256, (2, 3)).astype(np.float32)
    ground = np.zeros((height, width), np.float32)
    for cells in (3, 7, 17, 41):
        soft = rng.random((max(2, cells * height // width), cells)).astype(np.float32)
        ground += cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC) / np.sqrt(cells)
    ground = (ground - ground.min()) / max(1e-6, float(np.ptp(ground)))
    picture = palette[0] + (palette[1] - palette[0]) * ground[..., None]
    picture = np.asarray(np.clip(picture, 0, 255), np.uint8)
    for _ in range(int(rng.integers(3, 12))):
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        size = int(rng.integers(height // 16, height // 3))
        if rng.random() < 0.5:
            cv2.rectangle(picture, (x, y), (x + size * 2, y + size), colour, -1)
        else:
            cv2.circle(picture, (x, y), size, colour, -1, cv2.LINE_AA)
    return picture


def scene(
    rng: np.random.Generator, width: int, height: int, *, frames: int, flashes: int = 0, camera: str = ""
) -> Scene:
    """A shot of a new texture under a camera, with one object moving in front."""
    camera = camera or str(rng.choice(CAMERAS))
    wide = texture(rng, width * 2, height * 2)
    speed = rng.uniform(0.1, 0.35) * width / 30 * (1 if rng.random() < 0.5 else -1)
    colour = tuple(int(c) for c in rng.integers(0, 256, 3))
    radius, path = int(rng.uniform(0.06, 0.16) * height), rng.uniform(0.2, 0.8, 4)
    wobble = rng.normal(0, width / 400, (frames, 2)) if camera == "shake" else np.zeros((frames, 2))

    def draw(n: int) -> Picture:
        grow = 1 + 0.006 * n if camera == "zoom" else 1.0
        x = width / 2 + (speed * (n - frames / 2) if camera == "pan" else 0) + wobble[n, 0]
        x = min(max(x, 0), width)
        matrix = np.array(
            [[grow, 0, -x * grow + (1 - grow) * -width / 2], [0, grow, -height / 2 * grow + wobble[n, 1]]],
            np.float32,
        )
        shown = np.asarray(
            cv2.warpAffine(
                wide, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
            ),
            np.uint8,
        )
        share = n / max(1, frames - 1)
        at = (
            int((path[0] + (path[1] - path[0]) * share) * width),
            int((path[2] + (path[3] - path[2]) * share) * height),
        )
        cv2.circle(shown, at, radius, colour, -1, cv2.LINE_AA)
        return shown

    spots = sorted(int(spot) for spot in rng.choice(np.arange(6, frames - 8), flashes, replace=False))
    kept = [spot for k, spot in enumerate(spots) if k == 0 or spot - spots[k - 1] > 6]
    return Scene(draw=draw, frames=frames, flashes=tuple((spot, int(rng.integers(1, 4))) for spot in kept))


def compose(scenes: Sequence[Scene], joins: Sequence[tuple[Join, int]]) -> Composed:
    """Put scenes one after the other; `joins` are the kind and the number of frames of each transition."""
    made = Composed()
    for number, one in enumerate(scenes):
        shown = list(_flashed(one))
        if number:
            join, length = joins[number - 1]
            _join(made, shown, join, length)
        made.frames += shown
    return made


def _flashed(one: Scene) -> Iterator[Picture]:
    for n in range(one.frames):
        picture = one.draw(n)
        for start, length in one.flashes:
            if start <= n < start + length:
                strength = 1.0 if length == 1 or n == start else 0.75
                picture = _mixed(picture, np.full_like(picture, 250), strength)
        yield picture


def _join(made: Composed, shown: list[Picture], join: Join, length: int) -> None:
    """Join `shown` to the end of `made`; frames that a dissolve uses up are removed from `shown`."""
    end = len(made.frames)
    if join == "cut":
        made.borders.append(Border(first=end, last=end, join=join))
    elif join == "dissolve":
        for k in range(length):
            part = (k + 1) / (length + 1)
            made.frames[end - length + k] = _mixed(made.frames[end - length + k], shown[k], part)
        del shown[:length]
        made.borders.append(Border(first=end - length, last=end, join=join))
    else:
        ground = np.full_like(shown[0], 16 if join == "fade" else 245)
        half = length // 2
        for k in range(half):
            made.frames[end - half + k] = _mixed(made.frames[end - half + k], ground, (k + 1) / half)
            shown[k] = _mixed(ground, shown[k], k / half)
        made.borders.append(Border(first=end - half, last=end + half, join=join))


def _mixed(first: Picture, second: Picture, part: float) -> Picture:
    return np.asarray(cv2.addWeighted(first, 1 - part, second, part, 0), np.uint8)


def face(side: int) -> Picture:
    """A drawn face that face detectors recognise, on a plain ground: hair, skin, eyes, brows, nose, mouth."""
    s = side * 4
    picture = np.full((s, s, 3), (100, 110, 120), np.uint8)

    def oval(x: float, y: float, across: float, down: float, colour: tuple[int, int, int]) -> None:
        axes = (int(s * across), int(s * down))
        cv2.ellipse(picture, (int(s * x), int(s * y)), axes, 0, 0, 360, colour, -1)

    def arc(place: tuple[float, ...], turn: tuple[int, int], colour: tuple[int, int, int]) -> None:
        x, y, across, down, thick = place
        axes = (int(s * across), int(s * down))
        cv2.ellipse(picture, (int(s * x), int(s * y)), axes, 0, *turn, colour, max(1, int(s * thick)))

    oval(0.5, 0.46, 0.33, 0.42, (70, 50, 40))
    oval(0.5, 0.52, 0.27, 0.36, (215, 175, 150))
    for side_of in (-1, 1):
        x = 0.5 + side_of * 0.11
        oval(x, 0.47, 0.055, 0.028, (240, 240, 240))
        oval(x, 0.47, 0.026, 0.026, (30, 40, 50))
        arc((x, 0.41, 0.07, 0.02, 0.015), (180, 360), (70, 55, 50))
        arc((x, 0.475, 0.06, 0.04, 0.008), (180, 360), (150, 110, 90))
    arc((0.5, 0.6, 0.035, 0.02, 0.012), (0, 180), (180, 135, 110))
    cv2.line(
        picture,
        (int(s * 0.49), int(s * 0.47)),
        (int(s * 0.47), int(s * 0.6)),
        (198, 155, 130),
        int(s * 0.012),
    )
    oval(0.5, 0.7, 0.09, 0.025, (170, 90, 90))
    soft = cv2.GaussianBlur(picture, (0, 0), s * 0.008)
    return np.asarray(cv2.resize(soft, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


FACE_BOX = (0.22, 0.18, 0.56, 0.7)
"""Left, top, width and height of the face within the square of `face`, as fractions."""


def marked(frames: Sequence[Picture], *, fps: int = 30) -> Watched:
    """Marks of frames as a pass over a video makes them, without detecting faces or text."""
    detectors = Detectors(faces=NothingSeen(), texts=NothingSeen())
    planes = (rgb_to_planes(frame) for frame in frames)
    return watch(planes, count=len(frames), fps=fps, detectors=detectors)
