"""Fidelity of a finished video to its pictures: luma PSNR against an ideal camera's view of them.

The ideal view is Pillow's Lanczos resampling of the still, which no contender uses, by a camera that moves
smoothly: its position is the same in all frames of a shot, and its zoom is a parabola. Position and zoom are
fitted to the video, so that a different path is not penalised: only the steadiness of the motion and the
quality of drawing and encoding count. Luma is that of Rec. 709; with the weights of Rec. 601 the job's
pictures have a decibel less. Frames are compared in a strip above the captions, outside of dissolves.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image
from scipy.optimize import minimize

from benchmarks.support.job import ZOOM, Job
from renderer.compositor.planes import Plane
from renderer.media.inspection.frame_reader import frames_at

SETTLED: Final = 10
"""Frames from a shot's start until the dissolve from the preceding shot is over."""
_STRIP: Final = 1 / 4, 9 / 16
"""First and last of the compared rows, as fractions of the height."""
_LUMA: Final = np.array([0.2126, 0.7152, 0.0722], np.float32)
"""Luma weights of red, green and blue, by Rec. 709."""

Place = npt.NDArray[np.float64]
"""A camera's zoom, and its offset to the right and down in pixels of the still."""


def true_psnr(job: Job, video: Path, numbers: list[int]) -> float:
    """Mean PSNR in decibels over the given frames outside of dissolves; needs three or more of each shot."""
    still = [number for number in numbers if number % job.shot_frames >= SETTLED]
    seen = {number: planes.y for number, planes in frames_at(video, still, fps=job.fps).items()}
    shots = {number // job.shot_frames for number in still}
    return statistics.mean(
        decibels
        for shot in shots
        for decibels in _shot(
            Image.open(job.still(shot)).convert("RGB"),
            {number: frame for number, frame in seen.items() if number // job.shot_frames == shot},
        )
    )


def _shot(picture: Image.Image, frames: Mapping[int, Plane]) -> Iterator[float]:
    """PSNR in decibels of each of a shot's frames, against the smooth move that fits all of them best."""
    misses = [partial(_miss, picture, frame) for frame in frames.values()]
    places = np.array([_fitted(miss) for miss in misses])
    times = np.array(list(frames))
    zooms = np.polyval(np.polyfit(times, places[:, 0], 2), times)
    _, right, down = places.mean(axis=0)
    for miss, zoom in zip(misses, zooms, strict=True):
        yield float(10 * np.log10(255**2 / miss(np.array([zoom, right, down]))))


def _fitted(miss: Callable[[Place], float]) -> Place:
    """The zoom and offset that minimise the difference between view and frame."""
    zoom = min(np.linspace(1.0, ZOOM, 41), key=lambda each: miss(np.array([each, 0.0, 0.0])))
    around = np.array([[zoom, 0, 0], [zoom + 0.004, 0, 0], [zoom, 1, 0], [zoom, 0, 1]])
    fitted = minimize(
        miss,
        around[0],
        method="Nelder-Mead",
        options={"initial_simplex": around, "xatol": 1e-4, "fatol": 1e-3, "maxfev": 200},
    )
    return np.asarray(fitted.x)


def _miss(picture: Image.Image, frame: Plane, place: Place) -> float:
    """Mean squared difference between the frame and the view with this zoom and offset."""
    zoom, right, down = place
    height = len(frame)
    rows = range(*(int(part * height) for part in _STRIP))
    strip = frame[rows.start : rows.stop].astype(np.float32)
    seen_width, seen_height = picture.width / zoom, picture.height / zoom
    left = (picture.width - seen_width) / 2 + right
    top = (picture.height - seen_height) / 2 + down
    step = seen_height / height
    box = (left, top + rows.start * step, left + seen_width, top + rows.stop * step)
    if zoom < 1 or box[0] < 0 or box[1] < 0 or box[2] > picture.width or box[3] > picture.height:
        return float(np.mean(np.square(strip)))
    size = (strip.shape[1], len(rows))
    view = np.asarray(picture.resize(size, Image.Resampling.LANCZOS, box=box), np.float32)
    luma = 16 + 219 / 255 * (view @ _LUMA)
    return float(cv2.norm(luma, strip, cv2.NORM_L2SQR)) / strip.size
