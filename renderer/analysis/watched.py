"""The result of one pass over a video's pictures: a mark of every frame, and what was found on some."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.backends.vision.base import DetectedBox

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

LUMA_SIDE: Final = 32
CHROMA_SIDE: Final = 16
MOTION_SHAPE: Final = (18, 32)
"""Rows and columns of a motion map."""


class Watched(Struct, frozen=True, kw_only=True, eq=False):
    """What was recorded about a video's pictures, `frames` of them at `fps`.

    `luma` (frames, 32, 32) and `chroma` (frames, 2, 16, 16) are the whole frame reduced in size. `motion` (m,
    18, 32) is the motion against the background since the previous sample, every `motion_step` frames from
    frame 0 on. `interest` (k, 2) is the centre of interest of a still picture, in shares, every
    `interest_step` frames. `faces` and `texts` have rows (frame, left, top, width, height, score), boxes in
    shares; faces were searched for every `face_step` frames, text every `text_step`.
    """

    fps: int
    luma: Bytes
    chroma: Bytes
    motion: Bytes
    interest: Floats
    faces: Floats
    texts: Floats
    motion_step: int
    interest_step: int
    face_step: int
    text_step: int

    @property
    def frames(self) -> int:
        """Number of frames."""
        return len(self.luma)

    def spread(self) -> Floats:
        """Standard deviation of each frame's luma, in levels: its contrast."""
        return np.asarray(self.luma.reshape(self.frames, -1).std(axis=1, dtype=np.float32), np.float32)

    def face_boxes(self) -> dict[int, tuple[DetectedBox, ...]]:
        """Faces, by the frame they were found on."""
        return _by_frame(self.faces)

    def text_boxes(self) -> dict[int, tuple[DetectedBox, ...]]:
        """Lines of text, by the frame they were found on."""
        return _by_frame(self.texts)


def save(watched: Watched, path: Path) -> None:
    """Write the value to one compressed file of arrays; equal values give equal bytes."""
    steps = (
        watched.fps,
        watched.motion_step,
        watched.interest_step,
        watched.face_step,
        watched.text_step,
    )
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            luma=watched.luma,
            chroma=watched.chroma,
            motion=watched.motion,
            interest=watched.interest,
            faces=watched.faces,
            texts=watched.texts,
            steps=np.array(steps, np.int32),
        )


def load(path: Path) -> Watched:
    """Read a value written by `save`."""
    with np.load(path, allow_pickle=False) as stored:
        fps, motion_step, interest_step, face_step, text_step = (int(step) for step in stored["steps"])
        return Watched(
            fps=fps,
            luma=stored["luma"],
            chroma=stored["chroma"],
            motion=stored["motion"],
            interest=stored["interest"],
            faces=stored["faces"],
            texts=stored["texts"],
            motion_step=motion_step,
            interest_step=interest_step,
            face_step=face_step,
            text_step=text_step,
        )


def _by_frame(rows: Floats) -> dict[int, tuple[DetectedBox, ...]]:
    found: dict[int, tuple[DetectedBox, ...]] = {}
    for frame, left, top, width, height, score in rows.tolist():
        box = DetectedBox(left=left, top=top, width=width, height=height, score=score)
        found[int(frame)] = (*found.get(int(frame), ()), box)
    return found
