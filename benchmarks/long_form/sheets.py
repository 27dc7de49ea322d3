"""A sheet of a film's shots, to be looked at: the middle frame of every so manyeth shot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.rendering.frames import open_frames
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.style_pack_files import load_pack

WIDTH, HEIGHT = 640, 360
COLUMNS: Final = 4
SHRUNK: Final = 2
"""Pictures are drawn at twice the size that they have on the sheet."""
QUALITY: Final = 80


def film_sheet(
    storyboard: Storyboard, store: ArtifactStore, into: Path, *, every: int = 10, columns: int = COLUMNS
) -> None:
    """Write the sheet as WebP, shots in reading order."""
    spec = FrameSpec(width=WIDTH, height=HEIGHT)
    middles = [(timed.start + timed.stop) // 2 for timed in shots_in_frames(storyboard, spec.fps)][::every]
    frame = allocate(WIDTH, HEIGHT)
    with open_frames(storyboard, None, frame=spec, store=store, pack=load_pack(storyboard.pack)) as source:
        stills = []
        for middle in middles:
            source.draw(middle, frame)
            stills.append(_still(np.vstack([frame.y, _chroma(frame.u, frame.v)])))
    blank = np.zeros_like(stills[0])
    stills += [blank] * (-len(stills) % columns)
    rows = [np.hstack(stills[at : at + columns]) for at in range(0, len(stills), columns)]
    cv2.imwrite(str(into), np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def _chroma(u: npt.NDArray[np.uint8], v: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Both chroma planes as the rows that follow the luma of an I420 image."""
    return np.concatenate([u.ravel(), v.ravel()]).reshape(-1, WIDTH)


def _still(i420: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    colour = cv2.cvtColor(i420, cv2.COLOR_YUV2BGR_I420)
    small = cv2.resize(colour, (WIDTH // SHRUNK, HEIGHT // SHRUNK), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
