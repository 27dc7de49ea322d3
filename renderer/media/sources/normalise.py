"""Normalises users' pictures and clips: upright, square pixels, SDR, opaque, constant frame rate."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.compositor.planes import Planes
from renderer.core.codec import decode
from renderer.errors import ClipwrightError
from renderer.media.sources.clip_function import ClipFunction, film_clip
from renderer.media.sources.copying import copy_file
from renderer.media.sources.planar_file import PlanarFrames, PlanarWriter, open_frames
from renderer.media.sources.sandbox import SandboxLimits, ask_child
from renderer.media.sources.video.facts import SHORTEST_CLIP, SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames

__all__ = ["NormalisedMedia", "PlanarFrames", "normalise", "open_frames"]

NORMALISE_LIMITS: Final = SandboxLimits(memory=4 << 30, seconds=120, file_bytes=4 << 30)
SURVEY_LIMITS: Final = SandboxLimits(memory=3 << 30, seconds=60, file_bytes=0)
LONGEST_VIDEO: Final = 600
"""Seconds of a video that are examined and can be shown."""


class NormalisedMedia(Struct, frozen=True, kw_only=True):
    """Media of `kind` "still" (one frame), "clip" (`frames` at `fps`) or "video" (too long to unpack).

    Sizes are even. A video has `facts`, with which `SourceFrames` reads its file.
    """

    kind: str
    width: int
    height: int
    frames: int
    fps: int
    facts: SourceFacts | None = None


def normalise(
    path: Path,
    into: Path,
    *,
    max_width: int,
    max_height: int,
    fps: int,
    max_seconds: float,
    within: str = "",
    stream_longer: bool = False,
) -> NormalisedMedia:
    """Decode a user's file into the planar file `into`, to be read with `open_frames`.

    The picture is shrunk, never enlarged, until it just covers `max_width` x `max_height`; the excess is
    cropped evenly (a still may exceed the box by `geometry.ROOM` so that a camera can travel). A clip gives
    its first `max_seconds` at constant `fps`; one that moves for less than half a second is a still. A
    truncated clip gives what could be decoded. With `stream_longer`, a video longer than `max_seconds` is not
    decoded at all: `into` becomes a copy of it. With `within`, a link that leads out of that folder is
    refused.

    Raises:
        ClipwrightError: `media_unreadable` with a named reason, `disk_full`; `into` does not exist then.
    """
    target = FrameTarget(width=max_width, height=max_height, fps=fps)
    copy = into.with_name(f"{into.name}.source")
    request: dict[str, Any] = {
        "into": str(into.absolute()),
        "max_width": max_width,
        "max_height": max_height,
        "fps": fps,
    }
    try:
        answer = ask_child(
            "normalise", path, NORMALISE_LIMITS, max_seconds=max_seconds, within=within, **request
        )
        if answer["kind"] != "video":
            return NormalisedMedia(**answer, fps=fps)
        copy_file(path, copy, within=within)
        return _from_video(copy, into, target, seconds=max_seconds, stream_longer=stream_longer)
    except ClipwrightError as error:
        into.unlink(missing_ok=True)
        raise ClipwrightError(error.code, **error.facts | {"path": path}) from error
    finally:
        copy.unlink(missing_ok=True)


def normalise_clip(
    function: ClipFunction, into: Path, *, max_width: int, max_height: int, fps: int, max_seconds: float
) -> NormalisedMedia:
    """Run a user's clip function and treat the resulting video like a user's file (`normalise`).

    Raises:
        ClipwrightError: `media_unreadable` with a named reason; `into` does not exist then.
    """
    target = FrameTarget(width=max_width, height=max_height, fps=fps)
    filmed = into.with_name(f"{into.name}.source")
    try:
        film_clip(function, filmed, target, max_seconds=LONGEST_VIDEO)
        return _from_video(filmed, into, target, seconds=max_seconds, stream_longer=True)
    except ClipwrightError:
        into.unlink(missing_ok=True)
        raise
    finally:
        filmed.unlink(missing_ok=True)


def survey_video(
    path: Path, *, max_seconds: float = LONGEST_VIDEO, limits: SandboxLimits = SURVEY_LIMITS
) -> SourceFacts:
    """Examine a user's video in a child process: all its packets and one frame.

    Raises:
        ClipwrightError: `media_unreadable` with a named reason.
    """
    answer = ask_child("survey", path, limits, max_seconds=max_seconds)
    return decode(answer["facts"].encode(), SourceFacts)


def _from_video(
    copy: Path, into: Path, target: FrameTarget, *, seconds: float, stream_longer: bool
) -> NormalisedMedia:
    """Survey and decode (or keep) our own copy, so that all steps see the same bytes."""
    facts = survey_video(copy)
    if stream_longer and facts.duration > seconds:
        copy.replace(into)
        return _streamed(into, facts, target)
    return _unpacked(copy, into, facts, target, seconds=seconds)


def _streamed(file: Path, facts: SourceFacts, target: FrameTarget) -> NormalisedMedia:
    with SourceFrames(file, facts, target) as frames:
        return NormalisedMedia(
            kind="video",
            width=frames.width,
            height=frames.height,
            frames=len(frames),
            fps=target.fps,
            facts=facts,
        )


def _unpacked(
    file: Path, into: Path, facts: SourceFacts, target: FrameTarget, *, seconds: float
) -> NormalisedMedia:
    with SourceFrames(file, facts, target) as frames, PlanarWriter(into) as writer:
        count = max(1, min(len(frames), int(seconds * target.fps)))
        moves = Fraction(count, target.fps) >= SHORTEST_CLIP
        order: list[int] = []
        shown: Planes | None = None
        for number in range(count) if moves else (count // 2,):
            before, shown = shown, frames[number]
            if before is None or not _same(before, shown):
                writer.add(shown)
            order.append(writer.stored - 1)
        writer.finish(order=order, fps=target.fps)
        return NormalisedMedia(
            kind="clip" if moves else "still",
            width=frames.width,
            height=frames.height,
            frames=len(order),
            fps=target.fps,
        )


def _same(one: Planes, other: Planes) -> bool:
    return all(
        np.array_equal(mine, theirs)
        for mine, theirs in ((one.y, other.y), (one.u, other.u), (one.v, other.v))
    )
