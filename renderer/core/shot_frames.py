"""Shots of a storyboard counted in frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from renderer.core.picture_spec import plays
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import frame_range


class ShotFrames(Struct, frozen=True, kw_only=True):
    """A shot on frames `[start, stop)`; `seconds` on screen, the next shot's transition included."""

    shot: Shot
    start: int
    stop: int
    seconds: Fraction
    transition_frames: int


def shots_in_frames(storyboard: Storyboard, fps: int) -> Iterator[ShotFrames]:
    """The shots of a storyboard at a frame rate, in order."""
    followers = (*storyboard.shots[1:], None)
    for shot, follower in zip(storyboard.shots, followers, strict=True):
        frames = frame_range(shot.span, fps)
        overlap = follower.transition.duration if follower else Fraction(0)
        yield ShotFrames(
            shot=shot,
            start=frames.start,
            stop=frames.stop,
            seconds=shot.span.duration + overlap,
            transition_frames=min(len(frames), int(shot.transition.duration * fps)),
        )


def video_plays(shots: Iterable[ShotFrames], frames: range) -> bool:
    """Whether a video plays on any of these frames."""
    return any(
        plays(shot.shot.picture) for shot in shots if shot.start < frames.stop and frames.start < shot.stop
    )


def begins_within_shot(storyboard: Storyboard, frame: int, fps: int) -> bool:
    """Whether the shot on this frame is also on the frame before it, so that the frame begins no shot."""
    return any(timed.start < frame < timed.stop for timed in shots_in_frames(storyboard, fps))
