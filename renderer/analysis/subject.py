"""Locates the subject of a shot: a face, else what moves, else the most salient point."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.analysis.mover import mover_places
from renderer.analysis.tracks import BoxTrack, linked, nearness
from renderer.analysis.watched import MOTION_SHAPE, Watched

SEEN: Final = 0.3
"""A face is the subject if it is found on at least this share of a shot's samples."""
BESIDE: Final = 0.18
"""Two faces this close (share of the width, from middle to middle) are one subject."""
EQUAL: Final = 0.5
"""Least weight of such a second face, as a share of the first one's."""
GAP_SAMPLES: Final = 5
LEAST_MOTION: Final = 12.0
"""Sum of changed levels over the map below which nothing moves."""
MEDIAN_SAMPLES: Final = 5
NEAR: Final = 0.2
"""Horizontal distance from the subject (share of the width) within which motion is its own."""
_HALF: Final = 0.5

Floats = npt.NDArray[np.float64]
Kind = Literal["face", "motion", "saliency", "none"]


class ShotSubject(Struct, frozen=True, eq=False):
    """Places of the subject (x, y in shares) on some frames of a shot, in order; `confidence` in [0, 1]."""

    kind: Kind
    confidence: float
    frames: Floats
    places: Floats

    def at(self, frames: Floats) -> Floats:
        """Places on any frames, shape (n, 2): linear between known ones, constant before and after them."""
        return np.stack([np.interp(frames, self.frames, self.places[:, axis]) for axis in (0, 1)], axis=1)


def subject_of(watched: Watched, shot: range) -> ShotSubject:
    """The best subject found in a shot."""
    return _face(watched, shot) or _moving(watched, shot) or _still(watched, shot)


def _face(watched: Watched, shot: range) -> ShotSubject | None:
    found = {frame: boxes for frame, boxes in watched.face_boxes().items() if frame in shot}
    looked = len(range(shot.start + -shot.start % watched.face_step, shot.stop, watched.face_step))
    tracks = linked(found, gap=GAP_SAMPLES * watched.face_step, alike=nearness, least=0.0)
    tracks.sort(key=_weight, reverse=True)
    if not tracks or len(tracks[0].frames) < SEEN * looked:
        return None
    main = tracks[0]
    places = _median(_middles(main)) + _towards_others(tracks)
    sure = np.mean([box.score for box in main.boxes]) * min(1.0, len(main.frames) / max(1, looked))
    return ShotSubject("face", round(float(sure), 3), np.array(main.frames, float), places)


def _weight(track: BoxTrack) -> float:
    """Weight of a face track: large faces that stay weigh most."""
    return float(sum((box.width * box.height) ** _HALF * box.score for box in track.boxes))


def _middles(track: BoxTrack) -> Floats:
    return np.array([box.middle for box in track.boxes], np.float64)


def _towards_others(tracks: list[BoxTrack]) -> Floats:
    """Half the vector to a second face that is close enough to share the crop; zero without one."""
    main, *others = tracks
    for other in others:
        if _weight(other) < EQUAL * _weight(main):
            break
        apart = np.median(_middles(other), axis=0) - np.median(_middles(main), axis=0)
        if abs(apart[0]) <= BESIDE:
            return np.asarray(apart * _HALF, np.float64)
    return np.zeros(2)


def _moving(watched: Watched, shot: range) -> ShotSubject | None:
    """The thing that moves most steadily; the first sample after a cut is left out, as it spans the cut."""
    step = watched.motion_step
    numbers = np.array(
        [n for n in range(len(watched.motion)) if (n - 1) * step >= shot.start and n * step < shot.stop], int
    )
    if not len(numbers):
        return None
    maps = watched.motion[numbers].astype(np.float64)
    total = maps.sum(axis=(1, 2))
    known = total >= max(LEAST_MOTION, 0.2 * float(np.median(total)))
    if known.sum() < max(2, 0.15 * len(numbers)):
        return None
    maps, frames = maps[known], (numbers[known] - _HALF) * step
    places = _median(mover_places(maps, numbers[known]))
    sure = _concentration(maps, places) * min(1.0, 2.0 * float(known.mean()))
    return ShotSubject("motion", round(0.8 * sure, 3), frames, places)


def _concentration(maps: Floats, places: Floats) -> float:
    """Share of all motion that is horizontally near the subject."""
    columns = (np.arange(MOTION_SHAPE[1]) + _HALF) / MOTION_SHAPE[1]
    near = np.abs(columns[None] - places[:, :1]) <= NEAR
    across = maps.sum(axis=1)
    return float((across * near).sum() / max(across.sum(), 1e-9))


def _still(watched: Watched, shot: range) -> ShotSubject:
    first, last = shot.start // watched.interest_step, -(-shot.stop // watched.interest_step)
    found = watched.interest[first:last].astype(np.float64)
    middle = np.full((1, 2), _HALF)
    if not len(found) or np.abs(found - _HALF).max() < 1e-6:  # noqa: PLR2004  # a plain picture
        return ShotSubject("none", 0.0, np.array([float(shot.start)]), middle)
    place = np.median(found, axis=0, keepdims=True)
    return ShotSubject("saliency", 0.3, np.array([float(shot.start)]), place)


def _median(places: Floats) -> Floats:
    """The places after a median filter, which removes outliers."""
    reach = MEDIAN_SAMPLES // 2
    padded = np.pad(places, ((reach, reach), (0, 0)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, MEDIAN_SAMPLES, axis=0)
    return np.asarray(np.median(windows, axis=2))
