"""Small files for the media tests: numbered frames, sounds, finished videos."""

from __future__ import annotations

import struct
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.encode import VideoShape, encode_video
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.encoding.video_packets import EncodeWatch
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.workspace import open_workspace, run_store

WIDTH, HEIGHT, FPS = 96, 160, 30
SHAPE = VideoShape(width=WIDTH, height=HEIGHT, fps=FPS)
PROFILE = EncoderProfile(gop=15, threads=2)
BITS = 8
RATE = 48_000


class Numbered(Drawer):
    """Frames that show their number in eight black or white bars over a moving texture."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        soft = rng.integers(60, 200, (20, 12), dtype=np.uint8)
        self._texture = np.asarray(cv2.resize(soft, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC))

    def draw(self, frame: int, target: Planes) -> None:
        target.y[:] = np.roll(self._texture, frame, axis=0)
        target.u[:] = 110
        target.v[:] = 150
        for bit in range(BITS):
            target.y[20:60, bit * 12 : bit * 12 + 12] = 235 if frame >> bit & 1 else 16


def number_in(luma: npt.NDArray[np.uint8]) -> int:
    """The number that `Numbered` drew."""
    return sum(1 << bit for bit in range(BITS) if luma[30:50, bit * 12 + 3 : bit * 12 + 9].mean() > 125)


def luma_of(frame: Any) -> npt.NDArray[np.uint8]:
    """The luma plane of a decoded PyAV frame."""
    return np.asarray(frame.to_ndarray(format="yuv420p"), np.uint8)[: frame.height]


def write_wav(path: Path, samples: npt.NDArray[np.float32], rate: int = RATE) -> Path:
    """A float WAV of `samples`, shape (n, channels)."""
    data = samples.astype("<f4").tobytes()
    channels = samples.shape[1]
    form = struct.pack("<IHHIIHH", 16, 3, channels, rate, rate * channels * 4, channels * 4, 32)
    body = b"WAVEfmt " + form + b"data" + struct.pack("<I", len(data)) + data
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path


def tone(seconds: float, *, level_dbfs: float = -14.0, hertz: float = 997.0) -> npt.NDArray[np.float32]:
    """A stereo sine with its peak at `level_dbfs`, faded over 20 ms; 997 Hz makes that its LUFS, too."""
    moments = np.arange(int(seconds * RATE)) / RATE
    edges = np.clip(np.minimum(moments, seconds - moments) * 50, 0, 1)
    wave = 10 ** (level_dbfs / 20) * np.sin(2 * np.pi * hertz * moments) * edges
    return np.repeat(wave[:, None], 2, axis=1).astype(np.float32)


def make_video(
    folder: Path,
    *,
    frames: int = 45,
    source: Drawer | None = None,
    sound: npt.NDArray[np.float32] | None = None,
    watch: EncodeWatch | None = None,
) -> Path:
    """A finished video in `folder`, as the product writes it, loud enough to pass inspection."""
    samples = tone(frames / FPS) if sound is None else sound
    into = folder / "video.mp4"
    encode_video(
        source or Numbered(),
        frame_count=frames,
        shape=SHAPE,
        profile=PROFILE,
        audio=write_wav(folder / "sound.wav", samples),
        into=into,
        watch=watch or EncodeWatch(),
    )
    return into


def plain_clip(path: Path, pictures: list[npt.NDArray[np.uint8]], **facts: Any) -> Path:
    """A clip as other programs write it.

    `facts`: `times` (list of Fraction seconds), `rate`, `rotation`, `transfer`, `matrix`, `format`, `codec`.
    """
    rate = facts.get("rate", FPS)
    times = facts.get("times", [Fraction(n, rate) for n in range(len(pictures))])
    with av.open(path, "w") as container:
        stream: Any = container.add_stream(
            facts.get("codec", "libx264"), rate=rate, options={"crf": "4", "preset": "ultrafast"}
        )
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt = facts.get("format", "yuv420p")
        stream.codec_context.time_base = Fraction(1, 600)
        stream.codec_context.color_trc = facts.get("transfer", 1)
        stream.codec_context.colorspace = facts.get("matrix", 1)
        if "rotation" in facts:
            stream.set_display_rotation(facts["rotation"])
        for picture, moment in zip(pictures, times, strict=True):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24").reformat(
                format=stream.pix_fmt, dst_colorspace=facts.get("matrix", 1), threads=1
            )
            frame.pts, frame.time_base = int(moment * 600), Fraction(1, 600)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def kept_parts(folder: Path) -> KeptParts:
    """An empty `KeptParts` in a workspace below `folder`."""
    workspace = open_workspace(folder / "workspace")
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    return KeptParts(run_store(workspace, scratch))
