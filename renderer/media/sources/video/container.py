"""Opens users' video files with PyAV. Runs in the child process of sandbox.py, never in ours."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from renderer.media.sources.refusal import Refusal

MAX_PIXELS: Final = 36_000_000
MAX_STREAMS: Final = 32
_BT601, _BT709 = 5, 1
_UNSPECIFIED: Final = 2
_HD_LINES: Final = 720
_CONTAINER: Final = {"protocol_whitelist": "file", "max_streams": str(MAX_STREAMS)}


def open_container(path: Path, demuxer: str) -> Any:
    """A PyAV container read by `demuxer` only, which may open no other file or address.

    Raises:
        Refusal: not such a file, or more than `MAX_STREAMS` streams.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    try:
        container = av.open(f"file:{path}", format=demuxer, options=_CONTAINER)
    except (av.FFmpegError, OSError, ValueError) as error:
        raise Refusal("broken_file", format=demuxer, detail=_words(error)) from error
    if len(container.streams) > MAX_STREAMS:
        raise Refusal("too_many_streams", streams=len(container.streams), limit=MAX_STREAMS)
    return container


def picture_stream(container: Any) -> Any:
    """The first video track that is not cover art, with its size checked and its pixels bounded.

    Raises:
        Refusal: there is none, or it is too large or too small.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    cover_art = av.stream.Disposition.attached_pic
    stream = next((one for one in container.streams.video if not one.disposition & cover_art), None)
    if stream is None:
        raise Refusal("no_picture")
    width, height = stream.width, stream.height
    if width * height > MAX_PIXELS:
        raise Refusal("too_many_pixels", width=width, height=height, limit=MAX_PIXELS // 1_000_000)
    if min(width, height) < 2:  # noqa: PLR2004  # one chroma sample needs two pixels
        raise Refusal("too_small", width=width, height=height)
    stream.codec_context.options = {"max_pixels": str(MAX_PIXELS)}
    stream.thread_type = "AUTO"
    stream.codec_context.thread_count = 1
    return stream


def first_frame(container: Any, stream: Any) -> Any:
    """The first frame that can be decoded.

    Raises:
        Refusal: there is none.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    with suppress(av.FFmpegError):
        for frame in container.decode(stream):
            return frame
    raise Refusal("no_frames")


def matrix_of(frame: Any) -> int:
    """The frame's colour matrix; for untagged video it is guessed from the height, as players do."""
    tagged = int(frame.colorspace)
    guess = _BT709 if frame.height >= _HD_LINES else _BT601
    return guess if tagged in {0, _UNSPECIFIED} else tagged


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
