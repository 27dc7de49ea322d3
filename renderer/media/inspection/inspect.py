"""The quality gate: does the finished file keep every promise? It judges the file, never the plan.

It costs one percent of the render: times are read without decoding, pictures at few key frames (every two
seconds where some look alike, and all that could be black; see glimpses.py), and the sound once in full, in
parallel with the pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from renderer.errors import ClipwrightError
from renderer.media.encoding.codec_options import BT709, LIMITED
from renderer.media.inspection.mp4_boxes import Layout, read_layout
from renderer.media.inspection.reading_thread import reading_thread
from renderer.media.inspection.thumbnails import NOTHING_KEPT, KeptThumbnails
from renderer.media.inspection.video_scan import VideoScan, scan_video
from renderer.media.loudness import FileLoudness, Listen, measure_loudness

BT709_LIMITED: Final = (BT709, BT709, BT709, LIMITED)
_UNREADABLE: Final = "media_unreadable"


class Expectation(Struct, frozen=True, kw_only=True):
    """What the plan promised. Limits in seconds, LUFS and dBTP; a stretch longer than its limit is a finding.

    Still pictures are sampled about every two seconds, black ones at every key frame; shorter limits have no
    effect. `opens_black` allows the first frame to be black.
    """

    width: int
    height: int
    fps: int
    frame_count: int
    loudness_lufs: float = -14.0
    loudness_tolerance: float = 0.5
    true_peak_dbtp: float = -1.0
    start_offset: Fraction = Fraction(1, 100)
    black: Fraction = Fraction(3, 4)
    frozen: Fraction = Fraction(5)
    silent: Fraction = Fraction(3)
    opens_black: bool = False


class Finding(Struct, frozen=True, kw_only=True):
    """One broken promise: a stable code and a sentence with the figures."""

    code: str
    detail: str


class Inspection(Struct, frozen=True, kw_only=True):
    """The verdict and the measurements; an unreadable file has findings and zeros.

    `caption_contrast` holds the lowest WCAG contrast ratio by word state: not yet said, being said, said.
    """

    findings: tuple[Finding, ...]
    size_bytes: int = 0
    video_codec: str = ""
    width: int = 0
    height: int = 0
    frames: int = 0
    duration: Fraction = Fraction(0)
    start_offset: Fraction = Fraction(0)
    loudness_lufs: float = 0.0
    true_peak_dbtp: float = 0.0
    caption_contrast: dict[str, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether the file may be published."""
        return not self.findings

    @property
    def summary(self) -> str:
        """All findings in one line; empty when the file passed."""
        return "; ".join(finding.detail for finding in self.findings)


def inspect_video(
    path: Path,
    expected: Expectation,
    *,
    listen: Listen = measure_loudness,
    kept: KeptThumbnails = NOTHING_KEPT,
) -> Inspection:
    """Inspect the MP4 at `path`; faults of the file itself become findings, never exceptions.

    `listen` measures its sound and may reuse measurements of the same packets; `kept` holds thumbnails of
    packets seen before.

    Raises:
        ClipwrightError: what `listen` or `kept` raise that is not about the file, such as `disk_full`.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first inspection

    try:
        with reading_thread("listen") as ears:
            heard = ears.submit(listen, path)
            layout, scan = read_layout(path), scan_video(path, still=expected.frozen, kept=kept)
            sound = heard.result()
    except ClipwrightError as error:
        if error.code != _UNREADABLE:
            raise
        return _unreadable(error)
    except (av.FFmpegError, OSError, IndexError) as error:
        return _unreadable(error)
    offset = sound.start - scan.start if scan.frames else Fraction(0)
    findings = [
        *_stream_findings(scan, expected),
        *_time_findings(scan, expected),
        *_layout_findings(layout),
        *_picture_findings(scan, expected),
        *_sound_findings(sound, offset, expected),
    ]
    return Inspection(
        findings=tuple(findings),
        size_bytes=path.stat().st_size,
        video_codec=scan.codec,
        width=scan.width,
        height=scan.height,
        frames=scan.frames,
        duration=Fraction(scan.frames, expected.fps),
        start_offset=offset,
        loudness_lufs=sound.lufs,
        true_peak_dbtp=sound.true_peak_dbtp,
    )


def _unreadable(error: Exception) -> Inspection:
    return Inspection(findings=(Finding(code="unreadable", detail=f"the file cannot be read: {error}"),))


def _stream_findings(scan: VideoScan, expected: Expectation) -> Iterator[Finding]:
    facts = {
        "codec": (scan.codec, "h264"),
        "profile": (scan.profile, "High"),
        "pixel_format": (scan.pixel_format, "yuv420p"),
        "size": (f"{scan.width}x{scan.height}", f"{expected.width}x{expected.height}"),
        "colour": (scan.colour, BT709_LIMITED),
    }
    for code, (found, wanted) in facts.items():
        if found != wanted:
            yield Finding(code=code, detail=f"{code} is {found} instead of {wanted}")


def _time_findings(scan: VideoScan, expected: Expectation) -> Iterator[Finding]:
    if scan.frames != expected.frame_count:
        yield Finding(
            code="frames", detail=f"the video has {scan.frames} frames instead of {expected.frame_count}"
        )
    if scan.start:
        yield Finding(code="start", detail=f"the first frame shows at {float(scan.start):.4f} s")
    if scan.steps - {Fraction(1, expected.fps)}:
        yield Finding(code="frame_rate", detail=f"frames are not all 1/{expected.fps} s apart")


def _layout_findings(layout: Layout) -> Iterator[Finding]:
    if not layout.fast_start:
        yield Finding(code="fast_start", detail="the index (moov) does not stand before the media")
    if layout.edit_lists:
        yield Finding(code="edit_list", detail=f"{layout.edit_lists} tracks carry an edit list")


def _picture_findings(scan: VideoScan, expected: Expectation) -> Iterator[Finding]:
    if scan.first_black and not expected.opens_black:
        yield Finding(code="black", detail="the first frame is black")
    for name, runs, limit in (
        ("black", scan.black, expected.black),
        ("frozen", scan.frozen, expected.frozen),
    ):
        for begin, end in runs:
            if end - begin > limit:
                detail = f"the picture is {name} from {float(begin):.2f} s to {float(end):.2f} s"
                yield Finding(code=name, detail=detail)


def _sound_findings(sound: FileLoudness, offset: Fraction, expected: Expectation) -> Iterator[Finding]:
    if abs(offset) > expected.start_offset:
        yield Finding(
            code="start_offset", detail=f"sound starts {float(offset) * 1000:.1f} ms after the picture"
        )
    length = Fraction(expected.frame_count, expected.fps)
    if abs(sound.duration - length) > Fraction(1, 20):
        detail = f"sound lasts {float(sound.duration):.3f} s instead of {float(length):.3f} s"
        yield Finding(code="sound_length", detail=detail)
    if abs(sound.lufs - expected.loudness_lufs) > expected.loudness_tolerance:
        wanted = f"{expected.loudness_lufs:.1f} ± {expected.loudness_tolerance:.1f}"
        yield Finding(code="loudness", detail=f"loudness is {sound.lufs:.1f} LUFS instead of {wanted}")
    if sound.true_peak_dbtp > expected.true_peak_dbtp:
        detail = f"true peak is {sound.true_peak_dbtp:.2f} dBTP, above {expected.true_peak_dbtp:.1f}"
        yield Finding(code="true_peak", detail=detail)
    for stretch in sound.quiet:
        if stretch.duration > expected.silent:
            detail = f"silence from {float(stretch.start):.2f} s to {float(stretch.end):.2f} s"
            yield Finding(code="silent", detail=detail)
