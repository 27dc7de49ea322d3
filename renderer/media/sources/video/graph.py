"""Filter graphs that convert a user's video to our formats, as data (ffmpeg-python); nothing runs here.

Pictures: retimed to our clock and a constant rate, scaled to square pixels in BT.709 limited range, HDR tone
mapped by a lookup table, transparency laid on a plain ground, turned upright, cropped. Sound: retimed to the
pictures' clock, 48 kHz, mono or stereo, gaps filled with silence.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from renderer.core.timecode import AUDIO_RATE
from renderer.media.sources.geometry import Fit
from renderer.media.sources.tone_map import HLG, PQ
from renderer.media.sources.video.facts import STAMP_TOLERANCE, AudioTrack, SourceFacts

MAX_PIXELS: Final = 36_000_000
_LATE: Final = round(STAMP_TOLERANCE * 1_000_000)
_ONE_THREAD: Final = 1920 * 1088
"""Frame size in pixels up to which one thread decodes: each further thread keeps frames in memory."""
_MICROSECONDS: Final = 1_000_000
_SCALING: Final = "+accurate_rnd+bitexact"
_MATRICES: Final = {1: "bt709", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 9: "bt2020nc", 10: "bt2020nc"}
_TURNS: Final = {
    0: (),
    90: (("transpose", "cclock"),),
    180: (("hflip",), ("vflip",)),
    270: (("transpose", "clock"),),
}
_GROUND: Final = "0xECECEC"


class PictureRun(Struct, frozen=True, kw_only=True):
    """`count` frames from number `first` on, decoded from `entry` (seconds) on, at a constant `fps`.

    The first `skipped` of them are decoded but not output. `fit` refers to the upright picture in square
    pixels. `table` is the lookup table for HDR, if needed. With `own` they are the source's own frames, and
    `first` is merely the number of the one at `entry`.
    """

    entry: Fraction
    first: int
    count: int
    fps: int
    fit: Fit
    table: Path | None = None
    own: bool = False
    skipped: int = 0


def is_hdr(facts: SourceFacts) -> bool:
    """Whether the pictures are coded with PQ or HLG."""
    return facts.picture.transfer in {PQ, HLG}


def picture_arguments(facts: SourceFacts, run: PictureRun) -> list[str]:
    """Arguments for ffmpeg that write raw planar frames to descriptor 1."""
    import ffmpeg  # noqa: PLC0415  # only where a graph is made

    source = ffmpeg.input("fd:", **_input(facts), **_seek(facts, run.entry))
    pictures = _timed(source[str(facts.picture.stream)], facts, run)
    if run.skipped:
        pictures = pictures.filter("trim", start_frame=run.skipped)
    upright = _turned(_scaled(pictures, facts, run), facts.picture.rotation)
    fit = run.fit
    cut = upright.filter("crop", fit.columns, fit.rows, fit.left, fit.top, exact=1).filter(
        "format", "yuv420p"
    )
    raw = {"frames:v": run.count - run.skipped, "fps_mode": "passthrough", "thread_queue_size": 1}
    output = ffmpeg.output(cut, "pipe:1", format="rawvideo", **raw)
    return [*_GLOBAL, *ffmpeg.get_args(output)]


def raw_channels(track: AudioTrack) -> int:
    """Channels that the decoder writes: mono stays mono, since ffmpeg's upmix to stereo loses 3 dB."""
    return min(track.channels, 2)


def sound_arguments(facts: SourceFacts, track: AudioTrack, *, start: int, stop: int) -> list[str]:
    """Arguments for ffmpeg that write samples `[start, stop)` as interleaved 32-bit floats to descriptor 1.

    The track is decoded from its start, because the state of resamplers and lossy decoders depends on it.
    """
    import ffmpeg  # noqa: PLC0415  # only where a graph is made

    source = ffmpeg.input("fd:", **_input(facts))
    origin = facts.origin
    timed = (
        source[str(track.stream)]
        .filter("asetpts", f"round(PTS-{origin.numerator}/{origin.denominator}/TB)")
        .filter("aresample", AUDIO_RATE, **{"async": 1, "first_pts": 0, "min_hard_comp": 0.05})
    )
    layout = "mono" if raw_channels(track) == 1 else "stereo"
    wide = timed.filter("aformat", sample_fmts="flt", channel_layouts=layout)
    sound = wide.filter("atrim", start_sample=start, end_sample=stop)
    return [*_GLOBAL, *ffmpeg.get_args(ffmpeg.output(sound, "pipe:1", format="f32le", acodec="pcm_f32le"))]


_GLOBAL: Final = (
    *("-nostdin", "-v", "quiet", "-copyts", "-bitexact"),
    *("-filter_threads", "1", "-filter_complex_threads", "1", "-max_alloc", str(512 << 20)),
)


def _input(facts: SourceFacts) -> dict[str, Any]:
    """Input options: only the descriptor and the one demuxer; a change of size does not restart the graph."""
    return {
        "f": facts.demuxer,
        "protocol_whitelist": "fd",
        "max_streams": 32,
        "max_pixels": MAX_PIXELS,
        "threads": 1 if facts.picture.width * facts.picture.height <= _ONE_THREAD else 2,
        "noautorotate": None,
        "reinit_filter": 0,
    }


def _seek(facts: SourceFacts, entry: Fraction) -> dict[str, Any]:
    if not entry:
        return {}
    moment = float(facts.origin + entry) + 1e-6
    return {"ss": f"{moment:.6f}", "seek_timestamp": 1, "noaccurate_seek": None}


def _timed(stream: Any, facts: SourceFacts, run: PictureRun) -> Any:
    """Retime to a constant rate from the run's first frame on: each shows the latest source frame by then."""
    if run.own:
        return stream.filter("trim", start=f"{float(facts.origin + run.entry - STAMP_TOLERANCE):.6f}")
    begin = facts.origin + Fraction(run.first, run.fps) + STAMP_TOLERANCE
    clock = (
        f"PTS-({round(begin * _MICROSECONDS)})" if facts.stamped else f"N/{float(facts.rate)!r}/TB-{_LATE}"
    )
    ticks = stream.filter("settb", f"1/{_MICROSECONDS}").filter("setpts", clock)
    return ticks.filter("fps", fps=run.fps, round="up", start_time=0)


def _scaled(stream: Any, facts: SourceFacts, run: PictureRun) -> Any:
    picture, fit = facts.picture, run.fit
    turned = picture.rotation in {90, 270}
    width, height = (fit.height, fit.width) if turned else (fit.width, fit.height)
    method = "area" if width < picture.width else "bicubic"
    coded = {
        "in_color_matrix": _MATRICES.get(picture.matrix, "bt709"),
        "in_range": "full" if picture.full_range else "limited",
        "flags": method + _SCALING,
    }
    if is_hdr(facts):
        stream = stream.filter("scale", width, height, **coded).filter("format", "gbrp10le")
        stream = stream.filter("lut3d", file=str(run.table))
        coded = {"flags": "bicubic" + _SCALING}
    ours = {"out_color_matrix": "bt709", "out_range": "limited"}
    if not picture.transparent:
        return stream.filter("scale", width, height, **coded, **ours).filter("format", "yuv420p")
    shown = stream.filter("scale", width, height, **coded, **ours).filter("format", "yuva420p").split()
    ground = shown[0].filter("drawbox", color=_GROUND, t="fill", replace=1)
    return ground.overlay(shown[1], format="yuv420").filter("format", "yuv420p")


def _turned(stream: Any, rotation: int) -> Any:
    for name, *arguments in _TURNS[rotation]:
        stream = stream.filter(name, *arguments)
    return stream
