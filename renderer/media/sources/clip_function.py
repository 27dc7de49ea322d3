"""MoviePy clips from the user's own Python file, `clip.py:make`: run in a bounded child, kept lossless."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from renderer.assets import ROOT
from renderer.errors import ClipwrightError
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.sandbox import SandboxLimits
from renderer.media.sources.video.decoder import STALL_SECONDS, Bytes, RawPipe, child_command
from renderer.media.sources.video.frame_target import FrameTarget

CLIP_LIMITS: Final = SandboxLimits(memory=8 << 30, seconds=600, file_bytes=1 << 30)
_ENVIRONMENT: Final = {"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
_MODULE: Final = "renderer.media.sources.clip_child"
_LOSSLESS: Final = {"qp": "0", "preset": "ultrafast", "threads": "1"}


class ClipFunction(Struct, frozen=True, kw_only=True):
    """A function without arguments that returns a MoviePy clip, and the Python file that defines it."""

    path: Path
    name: str


def clip_function(place: str) -> ClipFunction | None:
    """The function that `place` names as `FILE.py:FUNCTION`; None if it is something else, as a folder."""
    path, colon, name = place.rpartition(":")
    if not colon or not path.endswith(".py") or not name.isidentifier() or Path(place).is_dir():
        return None
    return ClipFunction(path=Path(path), name=name)


def film_clip(
    function: ClipFunction,
    into: Path,
    target: FrameTarget,
    *,
    max_seconds: float,
    limits: SandboxLimits = CLIP_LIMITS,
    stall_seconds: float = STALL_SECONDS,
) -> None:
    """Write at most `max_seconds` of the clip's frames, filling `target`, as a lossless video to `into`.

    The child is bounded in memory and time and inherits no environment, but it may read whatever its user
    may: the code is the user's own.

    Raises:
        ClipwrightError: `media_unreadable` when the function is missing, raises, hangs or gives no frames.
    """
    answer = into.with_name(f"{into.name}.answer")
    request = {
        "path": str(function.path.absolute()),
        "function": function.name,
        "answer": str(answer.absolute()),
        "max_seconds": max_seconds,
        "limits": asdict(limits),
        **asdict(target),
    }
    name = f"{function.path.name}:{function.name}"
    if not function.path.is_file():
        raise ClipwrightError("media_unreadable", path=name, reason=Refusal("not_a_file"))
    frames = RawPipe(
        child_command(_MODULE, json.dumps(request)),
        name=name,
        limits=limits,
        environment=_ENVIRONMENT,
        stall_seconds=stall_seconds,
    )
    try:
        _encode(frames, into, target)
        refused = _refused(answer)
    finally:
        frames.close()
        answer.unlink(missing_ok=True)
    if refused:
        raise ClipwrightError("media_unreadable", path=name, reason=refused)


def _refused(answer: Path) -> str:
    """The refusal that the child wrote, "" if none; a child that wrote nothing has crashed."""
    try:
        found: dict[str, str] = json.loads(answer.read_text("utf-8"))
    except (OSError, ValueError):
        return str(Refusal("crash"))
    return found.get("refused", "")


def _encode(frames: RawPipe, into: Path, target: FrameTarget) -> None:
    import av  # noqa: PLC0415  # heavy, loaded with the first clip

    raw = np.empty(target.width * target.height * 3 // 2, np.uint8)
    with av.open(into, "w", format="matroska") as container:
        stream: Any = container.add_stream("libx264", rate=target.fps, options=_LOSSLESS)
        stream.width, stream.height, stream.pix_fmt = target.width, target.height, "yuv420p"
        stream.codec_context.colorspace = stream.codec_context.color_range = 1
        stream.codec_context.gop_size = target.fps
        number = 0
        while frames.fill(raw) == len(raw):
            container.mux(stream.encode(_frame(raw, target, number)))
            number += 1
        container.mux(stream.encode(None))


def _frame(raw: Bytes, target: FrameTarget, number: int) -> Any:
    import av  # noqa: PLC0415  # loaded before

    frame = av.VideoFrame.from_ndarray(raw.reshape(target.height * 3 // 2, target.width), format="yuv420p")
    frame.pts, frame.time_base = number, Fraction(1, target.fps)
    return frame
