"""Makes the results of watching a video directly: marks of frames, motion, interest, faces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from renderer.analysis.watched import CHROMA_SIDE, LUMA_SIDE, MOTION_SHAPE, Watched

FPS = 30
SIDE = LUMA_SIDE

Mark = npt.NDArray[np.float64]
"""The luma of a frame, 32 x 32, in levels."""


def blobs(seed: int, *, low: float = 40.0, high: float = 210.0) -> Mark:
    """A picture of soft spots, always the same for a seed."""
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[:SIDE, :SIDE]
    picture = np.zeros((SIDE, SIDE))
    for _ in range(9):
        y, x, reach = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(2, 6)
        picture += rng.uniform(-1, 1) * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * reach**2))
    spread = max(float(np.ptp(picture)), 1e-9)
    return np.asarray(low + (high - low) * (picture - picture.min()) / spread, np.float64)


def plain(level: float) -> Mark:
    """A picture of one level."""
    return np.full((SIDE, SIDE), level)


def noted(
    marks: Sequence[Mark],
    *,
    fps: int = FPS,
    chroma: Sequence[float] = (),
    motion: Sequence[npt.NDArray[np.float64]] = (),
    interest: Sequence[tuple[float, float]] = (),
    faces: Sequence[tuple[float, ...]] = (),
    motion_step: int = 3,
    face_step: int = 5,
    interest_step: int = 30,
) -> Watched:
    """A watched video with these marks and findings; `chroma` is one level for each frame."""
    tints = [np.full((2, CHROMA_SIDE, CHROMA_SIDE), tint) for tint in chroma or [128.0] * len(marks)]
    empty = np.zeros((0, *MOTION_SHAPE))
    return Watched(
        fps=fps,
        luma=np.clip(np.rint(np.array(marks)), 0, 255).astype(np.uint8),
        chroma=np.array(tints).astype(np.uint8),
        motion=np.array(motion if len(motion) else empty).astype(np.uint8),
        interest=np.array(interest, np.float32).reshape(-1, 2),
        faces=np.array(faces, np.float32).reshape(-1, 6),
        texts=np.zeros((0, 6), np.float32),
        motion_step=motion_step,
        interest_step=interest_step,
        face_step=face_step,
        text_step=30,
    )
