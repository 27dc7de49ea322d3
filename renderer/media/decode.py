"""Users' pictures and clips made into frames of ours: upright, square pixels, SDR, opaque, constant rate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError
from renderer.media.planar_file import PlanarFrames, open_frames
from renderer.media.sandbox import Limits, ask_child

__all__ = ["NormalisedMedia", "PlanarFrames", "normalise", "open_frames"]

NORMALISE_LIMITS: Final = Limits(memory=4 << 30, seconds=120, file_bytes=4 << 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalisedMedia:
    """Frames written by `normalise`: `kind` "still" (one frame) or "clip" (`frames` at `fps`), even sizes."""

    kind: str
    width: int
    height: int
    frames: int
    fps: int


def normalise(
    path: Path, into: Path, *, max_width: int, max_height: int, fps: int, max_seconds: float
) -> NormalisedMedia:
    """Decode a user's file into the planar file `into`, to be read with `open_frames`.

    The picture is shrunk, never enlarged, until it just covers `max_width` x `max_height`; what sticks out
    is cut off evenly (a still may stick out by `geometry.ROOM` so that a camera can travel). A clip gives
    its first `max_seconds` at constant `fps`; one that moves for less than half a second is a still. A clip
    that breaks off gives what could be decoded.

    Raises:
        ClipwrightError: `media_unreadable` with a named reason; `into` does not exist then.
    """
    request = {"into": str(into.absolute()), "max_width": max_width, "max_height": max_height, "fps": fps}
    try:
        answer = ask_child("normalise", path, NORMALISE_LIMITS, max_seconds=max_seconds, **request)
    except ClipwrightError:
        into.unlink(missing_ok=True)
        raise
    return NormalisedMedia(**answer, fps=fps)
