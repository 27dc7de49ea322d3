"""The one pass over a video's pictures: each is decoded once, at reduced size, for all of the analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.analysis.motion_maps import MotionMapper
from renderer.analysis.text_reading import TextReader
from renderer.analysis.watched import CHROMA_SIDE, LUMA_SIDE, MOTION_SHAPE, Bytes, Floats, Watched
from renderer.backends.vision.base import DetectedBox, FaceDetector, TextDetector
from renderer.compositor.planes import Planes, planes_to_rgb
from renderer.visuals.film.saliency import centre_of_interest

FASTEST: Final = 60
"""Highest rate, in frames per second, at which a video is watched."""
FACES_A_SECOND: Final = 5
TEXTS_A_SECOND: Final = 2
MOTIONS_A_SECOND: Final = 10
_NEARLY: Final = Fraction(1, 100)


class Detectors(Struct, frozen=True, kw_only=True):
    """The detectors of faces and text."""

    faces: FaceDetector
    texts: TextDetector


def watching_rate(rate: Fraction) -> int:
    """Frames per second at which a video of this mean rate is watched: all of its frames, up to `FASTEST`."""
    return min(FASTEST, max(1, ceil(rate - _NEARLY)))


def watch(
    frames: Iterable[Planes],
    *,
    count: int,
    fps: int,
    detectors: Detectors,
    seen: Callable[[int], None] = lambda _number: None,
) -> Watched:
    """Record everything that the analysis needs from the pictures.

    Args:
        frames: The pictures, `count` of them, `fps` a second.
        count: Number of pictures; there may be fewer.
        fps: Frames per second.
        detectors: Detectors of faces and text.
        seen: Called with each frame's number, and again with the last one's while text is still being read;
            an exception from it ends the pass.
    """
    notes, number = _Notes.of(count, fps), -1
    with TextReader(detectors.texts) as reader:
        for number, planes in enumerate(frames):
            notes.take(number, planes, detectors.faces, reader)
            seen(number)
        for at, boxes in reader.found(lambda: seen(number)):
            notes.texts += _rows(at, boxes)
    return notes.finished(number + 1)


@dataclass(slots=True, kw_only=True, eq=False)
class _Notes:
    fps: int
    luma: Bytes
    chroma: Bytes
    mapper: MotionMapper = field(default_factory=MotionMapper)
    motion: list[Bytes] = field(default_factory=list)
    interest: list[tuple[float, float]] = field(default_factory=list)
    faces: list[tuple[float, ...]] = field(default_factory=list)
    texts: list[tuple[float, ...]] = field(default_factory=list)

    @classmethod
    def of(cls, count: int, fps: int) -> _Notes:
        luma = np.empty((count, LUMA_SIDE, LUMA_SIDE), np.uint8)
        return cls(fps=fps, luma=luma, chroma=np.empty((count, 2, CHROMA_SIDE, CHROMA_SIDE), np.uint8))

    def step(self, times_a_second: int) -> int:
        return max(1, round(self.fps / times_a_second))

    def take(self, number: int, planes: Planes, faces: FaceDetector, reader: TextReader) -> None:
        self.luma[number] = _small(planes.y, LUMA_SIDE)
        self.chroma[number, 0] = _small(planes.u, CHROMA_SIDE)
        self.chroma[number, 1] = _small(planes.v, CHROMA_SIDE)
        if number % self.step(MOTIONS_A_SECOND) == 0:
            self.motion.append(self.mapper.moved(planes.y))
        if number % self.fps == 0:
            self.interest.append(centre_of_interest(planes.y))
        looks = number % self.step(FACES_A_SECOND) == 0
        reads = number % self.step(TEXTS_A_SECOND) == 0
        if looks or reads:
            picture = planes_to_rgb(planes)
            if looks:
                self.faces += _rows(number, faces.detect(picture))
            if reads:
                reader.read(number, planes.y, picture)

    def finished(self, frames: int) -> Watched:
        return Watched(
            fps=self.fps,
            luma=self.luma[:frames],
            chroma=self.chroma[:frames],
            motion=np.array(self.motion, np.uint8).reshape(-1, *MOTION_SHAPE),
            interest=np.array(self.interest, np.float32).reshape(-1, 2),
            faces=_table(self.faces),
            texts=_table(self.texts),
            motion_step=self.step(MOTIONS_A_SECOND),
            interest_step=self.fps,
            face_step=self.step(FACES_A_SECOND),
            text_step=self.step(TEXTS_A_SECOND),
        )


def _small(plane: Bytes, side: int) -> Bytes:
    return np.asarray(cv2.resize(plane, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _rows(number: int, boxes: Sequence[DetectedBox]) -> list[tuple[float, ...]]:
    return [(number, box.left, box.top, box.width, box.height, box.score) for box in boxes]


def _table(rows: list[tuple[float, ...]]) -> Floats:
    return np.array(rows, np.float32).reshape(-1, 6)
