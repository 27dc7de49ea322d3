"""Which encoder works on this machine: proven by encoding a frame, since being listed proves nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.codec_options import add_video_stream

PREFERENCE: Final = ("h264_nvenc", "libx264")
_TEST_SIZE: Final = 256
"""NVENC refuses frames smaller than about 160 pixels."""


class EncoderChoice(Struct, frozen=True, kw_only=True):
    """The encoder to use, and the reason as one sentence for the manifest and `doctor`."""

    name: str
    reason: str


def choose_encoder() -> EncoderChoice:
    """The first of `PREFERENCE` that encodes a frame.

    Raises:
        ClipwrightError: `encoder_failed` when not even libx264 does.
    """
    refusals: list[str] = []
    for name in PREFERENCE:
        refusal = trial(name)
        if not refusal:
            return EncoderChoice(name=name, reason="; ".join(["test frame encoded", *refusals]))
        refusals.append(f"{name} not usable: {refusal}")
    raise ClipwrightError("encoder_failed", reason="; ".join(refusals))


def trial(name: str) -> str:
    """Why `name` cannot encode a black frame here; empty when it can."""
    import av  # noqa: PLC0415  # heavy, loaded with the first trial

    profile = EncoderProfile(codec=name)
    try:
        with _reasons(), av.open(io.BytesIO(), "w", format="null") as container:
            stream = add_video_stream(container, profile, width=_TEST_SIZE, height=_TEST_SIZE, fps=30)
            frame = av.VideoFrame(_TEST_SIZE, _TEST_SIZE, "yuv420p")
            for plane in frame.planes:
                plane.update(bytes([128]) * plane.buffer_size)
            packets = [*stream.encode(frame), *stream.encode(None)]
    except (av.FFmpegError, OSError, ValueError) as error:
        return _reason(error)
    return "" if packets else "no packet came out"


@contextmanager
def _reasons() -> Iterator[None]:
    """Have libav's errors in the block carry the log messages about them, which are not printed."""
    from av import logging  # noqa: PLC0415  # heavy, loaded with the first trial

    before = logging.get_level()
    logging.set_level(logging.ERROR)
    try:
        with logging.Capture():
            yield
    finally:
        logging.set_level(before)


def _reason(error: Exception) -> str:
    """The last message that libav logged about the failure, or the system's name for it."""
    _, _, logged = getattr(error, "log", None) or (0, "", "")
    return str(logged).strip().rstrip(".") or getattr(error, "strerror", None) or str(error)
