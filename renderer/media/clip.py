"""Clips through PyAV. Runs in the child process of sandbox.py, never in ours."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.compositor.planes import Planes, Rgb, rgb_to_planes
from renderer.media.geometry import Box, Fit, cover, fitted, on_ground
from renderer.media.refusal import Refusal
from renderer.media.tone_map import HLG, PQ, write_cube

MAX_PIXELS: Final = 36_000_000
MAX_STREAMS: Final = 32
MAX_RATE: Final = 240
"""Frames per second that are still read; beyond, reading stops after as many frames."""
_BT601, _BT709, _BT2020 = 5, 1, 9
_UNSPECIFIED: Final = 2
_HD_LINES: Final = 720
_CONTAINER: Final = {"protocol_whitelist": "file", "max_streams": str(MAX_STREAMS)}


def open_clip(path: Path, demuxer: str) -> Any:
    """A PyAV container read by `demuxer` only, and no other file or address through it.

    Raises:
        Refusal: not such a file, or more streams than `MAX_STREAMS`.
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
    """The first video track that is no cover picture, with its size checked and its pixels bounded.

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
    stream.codec_context.thread_count = 2
    return stream


def decoded(container: Any, stream: Any, *, limit: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """Frames with their moment (seconds from the first frame, rising) until `limit`; stops at damage.

    Raises:
        Refusal: not a single frame could be decoded.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    step = 1 / Fraction(stream.average_rate or 30)
    first: Fraction | None = None
    moment, count = Fraction(-1), 0
    with suppress(av.FFmpegError):
        for frame in container.decode(stream):
            shown = moment + step if frame.pts is None else Fraction(frame.pts) * stream.time_base
            first = shown if first is None else first
            moment = max(moment, shown - first)
            if moment >= limit or count >= MAX_RATE * limit:
                break
            count += 1
            yield moment, frame
    if count == 0:
        raise Refusal("no_frames")


@dataclass(frozen=True, slots=True)
class _Look:
    """What decides how a frame is converted; a stream may change it midway."""

    width: int
    height: int
    format: str
    transfer: int
    rotation: int


class Converter:
    """Turns decoded frames of one track into planes that cover `box`: upright, square pixels, SDR, opaque."""

    def __init__(self, stream: Any, box: Box) -> None:
        self._aspect = Fraction(stream.sample_aspect_ratio or 1) or Fraction(1)
        self._box = box
        self._size: tuple[int, int] | None = None
        self._tone_mappers: dict[_Look, _ToneMapper] = {}

    def planes(self, frame: Any) -> Planes:
        """Planes of `frame`, of the same size for all frames of the track."""
        look = _Look(frame.width, frame.height, frame.format.name, int(frame.color_trc), frame.rotation % 360)
        turned = look.rotation in {90, 270}
        width = max(2, round(frame.width * self._aspect))
        shown = (frame.height, width) if turned else (width, frame.height)
        fit = cover(*shown, self._box)
        before_turn = (fit.height, fit.width) if turned else (fit.width, fit.height)
        rgb = np.rot90(self._rgb(frame, look, before_turn), look.rotation // 90)
        return rgb_to_planes(self._of_one_size(_cut(rgb, fit)))

    def _rgb(self, frame: Any, look: _Look, size: tuple[int, int]) -> Rgb:
        if look.transfer in {PQ, HLG}:
            if look not in self._tone_mappers:
                self._tone_mappers[look] = _ToneMapper(look, size)
            return self._tone_mappers[look].rgb(frame)
        transparent = look.format.startswith(("yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya"))
        converted = frame.reformat(
            width=size[0],
            height=size[1],
            format="rgba" if transparent else "rgb24",
            src_colorspace=_matrix_of(frame),
            src_color_range=frame.color_range or None,
            interpolation="AREA" if size[0] < frame.width else "BICUBIC",
        )
        pixels = np.asarray(converted.to_ndarray(), np.uint8)
        return on_ground(pixels) if transparent else pixels

    def _of_one_size(self, rgb: Rgb) -> Rgb:
        height, width = rgb.shape[:2]
        if self._size is None:
            self._size = (width, height)
        if self._size == (width, height):
            return rgb
        return fitted(rgb, Fit(*self._size, 0, 0, *self._size))


class _ToneMapper:
    """A libavfilter graph: scale, 10-bit RGB, lookup table, 8-bit RGB."""

    def __init__(self, look: _Look, size: tuple[int, int]) -> None:
        import av  # noqa: PLC0415  # loaded in the child only

        self._av, self._graph = av, av.filter.Graph()
        clock = Fraction(1, 1000)
        source = self._graph.add_buffer(
            width=look.width, height=look.height, format=av.VideoFormat(look.format), time_base=clock
        )
        with tempfile.NamedTemporaryFile("w", suffix=".cube", prefix="clipwright-", delete=False) as table:
            write_cube(Path(table.name), look.transfer)
        chain = [
            self._graph.add("scale", f"{size[0]}:{size[1]}:in_color_matrix=bt2020:flags=area"),
            self._graph.add("format", "gbrp10le"),
            self._graph.add("lut3d", file=table.name),
            self._graph.add("format", "rgb24"),
            self._graph.add("buffersink"),
        ]
        self._source, self._sink = source, chain[-1]
        for earlier, later in zip([source, *chain], chain, strict=False):
            earlier.link_to(later)
        self._graph.configure()
        Path(table.name).unlink()

    def rgb(self, frame: Any) -> Rgb:
        self._source.push(frame)
        mapped: Any = self._sink.pull()
        return np.asarray(mapped.to_ndarray(), np.uint8)


def _matrix_of(frame: Any) -> int:
    """The frame's matrix; untagged video is taken by its height as players do."""
    tagged = int(frame.colorspace)
    guess = _BT709 if frame.height >= _HD_LINES else _BT601
    return guess if tagged in {0, _UNSPECIFIED} else tagged


def _cut(rgb: Rgb, fit: Fit) -> Rgb:
    return np.ascontiguousarray(rgb[fit.top : fit.top + fit.rows, fit.left : fit.left + fit.columns])


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
