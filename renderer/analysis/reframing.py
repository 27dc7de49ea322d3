"""The shots of a source with the paths of their subjects, in the contract's terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Final

import numpy as np

from renderer.analysis.camera_path import simplified, smooth_path
from renderer.analysis.subject import Floats, ShotSubject, subject_of
from renderer.analysis.watched import Watched
from renderer.contract.remix.analysis import SourceShot, SubjectPoint

POINTS_A_SECOND: Final = 10
SLACK: Final = (0.035, 0.05)
"""How far the subject may move from the crop's middle before the crop follows (x, y, shares of the frame)."""
TOLERANCE: Final = 0.0004
_DIGITS: Final = 5


def framed_shots(watched: Watched, shots: Sequence[range], *, duration: Fraction) -> tuple[SourceShot, ...]:
    """Each shot with its subject; the last one ends with the video (`duration` in seconds)."""
    return tuple(_framed(watched, shots, duration))


def _framed(watched: Watched, shots: Sequence[range], duration: Fraction) -> Iterator[SourceShot]:
    end = floor(duration * 1000)
    for number, shot in enumerate(shots):
        subject = subject_of(watched, shot)
        last = number + 1 == len(shots)
        start_ms = frame_ms(shot.start, watched.fps)
        end_ms = end if last else frame_ms(shot.stop, watched.fps)
        path = tuple(_path(subject, shot, watched.fps))
        yield SourceShot(
            start_ms=start_ms,
            end_ms=max(end_ms, start_ms),
            path=path,
            confidence=subject.confidence,
            subject=subject.kind,
        )


def frame_ms(frame: int, fps: int) -> int:
    """When a frame appears, rounded down, so that a range starting there includes that frame."""
    return floor(Fraction(frame * 1000, fps))


def _path(subject: ShotSubject, shot: range, fps: int) -> Iterator[SubjectPoint]:
    """Points of the crop's path from this shot's frames alone, so that the next shot does not pull it."""
    count = max(2, round(len(shot) * POINTS_A_SECOND / fps) + 1)
    frames = np.linspace(shot.start, max(shot.stop - 1, shot.start), count)
    rate = (count - 1) * fps / max(1, len(shot) - 1)
    places = subject.at(frames)
    calm = np.stack([smooth_path(places[:, axis], slack=SLACK[axis], rate=rate) for axis in (0, 1)], axis=1)
    calm = np.clip(calm, 0.0, 1.0)
    for index in simplified(frames, calm, tolerance=TOLERANCE):
        yield _point(frames[index], calm[index], fps)


def _point(frame: float, place: Floats, fps: int) -> SubjectPoint:
    return SubjectPoint(
        at_ms=floor(frame * 1000 / fps), x=round(float(place[0]), _DIGITS), y=round(float(place[1]), _DIGITS)
    )
