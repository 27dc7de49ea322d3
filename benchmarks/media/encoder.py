"""The encoder's Pareto front: processor time, file size and quality of each x264 setting.

    python -m benchmarks.media.encoder [--frames 90] [--packs 4] [--settings NAME …] [--json FILE]

Every setting encodes the same frames in one thread: composed frames of real videos of all style packs with
captions in four styles, a textured photograph under a zooming camera, and a soft drifting gradient. Cost is
processor time, so that other load matters little. Quality is PSNR and SSIM of luma (every fifth frame) and
VMAF (model v0.6.1, every fourth), as means over the frames, each group of pictures encoded by itself where
the setting's name ends in `parted`, as the product does; `worst` is the tenth percentile of VMAF. Banding is
measured as in `benchmarks.quality`. Frames are sampled out of step with B-frames, of which two stand between
any two others. A setting is on the front when no other is at least as good in cost, size and VMAF
and better in one of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import cv2
import imageio_ffmpeg
import numpy as np
from msgspec.structs import replace

from benchmarks.product import composed, plan
from benchmarks.quality import banded, ssim
from benchmarks.support.job import Job, frame_source, prepare
from benchmarks.support.rendering.real_plan import FRAME
from renderer.compositor.planes import Planes, allocate
from renderer.contract.vocabulary import CaptionStyle, StylePack
from renderer.core.encoding import ENCODINGS, EncoderProfile
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.inspection.frame_reader import frames_at
from renderer.rendering.segment_content import groups_of

TOPIC: Final = "Why octopuses have three hearts"
TODAY: Final = "veryfast-20"
_STEP: Final = 5
_VMAF_STEP: Final = 4
"""Steps between the frames that are judged: no multiples of three, or all or none would be B-frames."""
SHAPE: Final = VideoShape(width=FRAME.width, height=FRAME.height, fps=FRAME.fps)
_BASE: Final = EncoderProfile(threads=1, gop=30, still="encoded")


def _fast(crf: float, **tuning: str) -> EncoderProfile:
    return replace(_BASE, preset="superfast", crf=crf, tuning=tuple(tuning.items()))


_TREE: Final = {"mbtree": "1", "rc-lookahead": "10"}


_EVEN: Final = {"b-adapt": "0"}
"""Always two B-frames between other frames, instead of deciding by their cost."""


def _flat(crf: float, look_ahead: int, **tuning: str) -> EncoderProfile:
    """Superfast without B-frames as references, which keeps two frames fewer in memory."""
    tuning = {"mbtree": "1", "rc-lookahead": str(look_ahead), "b-pyramid": "none"} | tuning
    return replace(_fast(crf, **tuning), gop=60)


_PARTED: Final = "parted"


def _parted(crf: float, finer: float) -> EncoderProfile:
    """For groups of pictures that are encoded by themselves, each key frame at so many times its bit rate."""
    return _flat(crf, 8, **_EVEN, zones=f"0,0,b={finer}")


def _constant(qp: int, key_frames: float) -> EncoderProfile:
    """A constant quantiser for groups by themselves, in key frames finer by 6 log2 of this ratio."""
    drawn = ENCODINGS["fast"].of_drawn
    tuning = dict(drawn.tuning) | {"ipratio": str(key_frames)}
    return replace(drawn, qp=qp, tuning=tuple(tuning.items()))


SETTINGS: Final[dict[str, EncoderProfile]] = {
    TODAY: replace(_BASE, preset="veryfast", crf=20, tuning=()),
    "ultrafast-20": replace(_BASE, preset="ultrafast", crf=20, tuning=()),
    "superfast-20": _fast(20),
    "superfast-20-tree": _fast(20, **_TREE),
    "superfast-19.75-tree": _fast(19.75, **_TREE),
    "superfast-19.5-tree": _fast(19.5, **_TREE),
    "superfast-19-tree": _fast(19, **_TREE),
    "superfast-19-tree5": _fast(19, **_TREE | {"rc-lookahead": "5"}),
    "superfast-19-tree20": _fast(19, **_TREE | {"rc-lookahead": "20"}),
    "superfast-19-tree-subme2": _fast(19, **_TREE, subme="2"),
    "superfast-19-tree-hex": _fast(19, **_TREE, me="hex"),
    "superfast-19-tree-p8x8": _fast(19, **_TREE, partitions="i8x8,i4x4,p8x8,b8x8"),
    "superfast-19-tree-ref2": _fast(19, **_TREE, ref="2"),
    "superfast-19-tree-aq3": _fast(19, **_TREE, **{"aq-mode": "3"}),
    "superfast-19-tree-aq2": _fast(19, **_TREE, **{"aq-mode": "2"}),
    "superfast-19-tree-weight0": _fast(19, **_TREE, weightp="0"),
    "superfast-19-tree-no8x8": _fast(19, **_TREE, **{"8x8dct": "0"}),
    "superfast-19-tree-bframes3": _fast(19, **_TREE, bframes="3"),
    "superfast-19-tree-gop60": replace(_fast(19, **_TREE), gop=60),
    "superfast-19.25-tree-gop60": replace(_fast(19.25, **_TREE), gop=60),
    "superfast-19.5-tree-gop60": replace(_fast(19.5, **_TREE), gop=60),
    "superfast-18.5-flat": _flat(18.5, 10),
    "superfast-18.5-flat8": _flat(18.5, 8),
    "superfast-18.25-flat8": _flat(18.25, 8),
    "superfast-18-flat8": _flat(18, 8),
    "superfast-18.5-flat6": _flat(18.5, 6),
    "superfast-17.5-flat6": _flat(17.5, 6),
    "superfast-18-flat8-even": _flat(18, 8, **_EVEN),
    "superfast-18-flat5-even": _flat(18, 5, **_EVEN),
    "superfast-18-flat8-even-i8x8": _flat(18, 8, **_EVEN, partitions="i8x8"),
    "superfast-18-flat8-even-b1": _flat(18, 8, **_EVEN, bframes="1"),
    "superfast-18-flat8-even-weightb0": _flat(18, 8, **_EVEN, weightb="0"),
    "superfast-18-flat8-even-weight0": _flat(18, 8, **_EVEN, weightp="0"),
    "superfast-17.75-flat8-even": _flat(17.75, 8, **_EVEN),
    "superfast-18-parted": _parted(18, 1),
    "superfast-18-key1.15-parted": _parted(18, 1.15),
    "superfast-18.5-key1.4-parted": _parted(18.5, 1.4),
    "superfast-18.75-key1.4-parted": _parted(18.75, 1.4),
    "superfast-18.5-key1.6-parted": _parted(18.5, 1.6),
    "superfast-18.75-key1.6-parted": _parted(18.75, 1.6),
    "superfast-19-key1.8-parted": _parted(19, 1.8),
    "constant-19-1.4-parted": _constant(19, 1.4),
    "constant-19-1.6-parted": _constant(19, 1.6),
    "constant-20-1.4-parted": _constant(20, 1.4),
    "constant-20-2.0-parted": _constant(20, 2.0),
    "constant-20-2.5-parted": _constant(20, 2.5),
    "constant-21-2.5-parted": _constant(21, 2.5),
    "constant-22-3.2-parted": _constant(22, 3.2),
    "veryfast-20-gop60": replace(_BASE, preset="veryfast", crf=20, tuning=(), gop=60),
    "veryfast-20-look10": replace(_BASE, preset="veryfast", crf=20, tuning=(("rc-lookahead", "10"),)),
    "fast-18": replace(_BASE, preset="fast", crf=18, tuning=()),
    "medium-18": replace(_BASE, preset="medium", crf=18, tuning=()),
    "medium-21": replace(_BASE, preset="medium", crf=21, tuning=()),
    "slow-22": replace(_BASE, preset="slow", crf=22, tuning=()),
    "product-fast-filmed-parted": ENCODINGS["fast"],
} | {f"product-{name}-{_PARTED}": profile.of_drawn for name, profile in ENCODINGS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Processor milliseconds per frame, megabits per second, and quality of one setting."""

    name: str
    ms: float
    mbit: float
    psnr: float
    ssim: float
    vmaf: float
    worst: float
    banded: float


class Remembered(Drawer):
    """Serves frames from memory."""

    def __init__(self, frames: Sequence[Planes]) -> None:
        self._frames = frames

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame into the target."""
        source = self._frames[frame]
        target.y[:], target.u[:], target.v[:] = source.y, source.u, source.v


def corpora(packs: int, count: int) -> Iterator[list[Planes]]:
    """Frames of each kind of picture, `count` of each."""
    styles = (CaptionStyle.TIKTOK, CaptionStyle.HORMOZI, CaptionStyle.MINIMAL, CaptionStyle.MRBEAST)
    for pack, style in list(zip(StylePack, styles, strict=False))[:packs]:
        with tempfile.TemporaryDirectory() as folder:
            storyboard, captions, store = plan(pack, TOPIC, Path(folder))
            yield composed(storyboard, replace(captions, style=style), store, count)
    yield _photograph(count)
    yield _gradient(count)


def _photograph(count: int) -> list[Planes]:
    with tempfile.TemporaryDirectory() as folder:
        job = Job(folder=folder, frames=count)
        prepare(job)
        made = [allocate(job.width, job.height) for _ in range(count)]
        with frame_source(job) as source:
            for number, planes in enumerate(made):
                source.draw(number, planes)
    return made


def _gradient(count: int) -> list[Planes]:
    made = []
    rows, columns = np.mgrid[0 : FRAME.height, 0 : FRAME.width].astype(np.float32)
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, rows.shape).astype(np.float32)
    for number in range(count):
        planes = allocate(FRAME.width, FRAME.height)
        level = 40 + 24 * np.sin((rows + 2 * number) / 900) + 10 * np.cos((columns - number) / 500)
        planes.y[:] = np.clip(level + noise, 16, 235).astype(np.uint8)
        planes.u[:], planes.v[:] = 120, 134
        made.append(planes)
    return made


def measure(name: str, frames: list[Planes], folder: Path) -> Row:
    """Measure one setting on one corpus."""
    parts = [
        _measured_part(SETTINGS[name], frames[part.start : part.stop], folder / f"from{part.start}")
        for part in _parts(name, len(frames))
    ]
    scores = [score for part in parts for score in part.scores]
    return Row(
        name=name,
        ms=sum(part.seconds for part in parts) / len(frames) * 1000,
        mbit=sum(part.size for part in parts) * 8 * SHAPE.fps / len(frames) / 1e6,
        psnr=statistics.mean(value for part in parts for value in part.psnr),
        ssim=statistics.mean(value for part in parts for value in part.ssim),
        vmaf=statistics.mean(scores),
        worst=float(np.percentile(scores, 10)),
        banded=statistics.mean(value for part in parts for value in part.banded),
    )


def _parts(name: str, count: int) -> list[range]:
    whole = range(count)
    return groups_of(whole, SETTINGS[name]) if name.endswith(_PARTED) else [whole]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """Processor seconds and bytes of frames encoded together, and the quality of some of them."""

    seconds: float
    size: int
    psnr: list[float]
    ssim: list[float]
    banded: list[float]
    scores: list[float]


def _measured_part(profile: EncoderProfile, frames: list[Planes], folder: Path) -> _Part:
    folder.mkdir(exist_ok=True)
    into, count = folder / "v.mp4", len(frames)
    began = time.process_time()
    encode_segment(Remembered(frames), frames=range(count), shape=SHAPE, profile=profile, into=into)
    spent = time.process_time() - began
    numbers = range(0, count, _STEP)
    decoded = frames_at(into, numbers, fps=SHAPE.fps)
    return _Part(
        seconds=spent,
        size=into.stat().st_size,
        psnr=[cv2.PSNR(frames[each].y, decoded[each].y) for each in numbers],
        ssim=[ssim(frames[each].y, decoded[each].y) for each in numbers],
        banded=[banded(decoded[each].y) for each in numbers],
        scores=vmaf(frames, into, folder),
    )


def vmaf(frames: list[Planes], video: Path, folder: Path) -> list[float]:
    """VMAF of some of the frames, by the ffmpeg binary of imageio-ffmpeg."""
    raw, said = folder / f"{len(frames)}.yuv", folder / "vmaf.json"
    if not raw.exists():
        with raw.open("wb") as file:
            for planes in frames:
                for plane in (planes.y, planes.u, planes.v):
                    file.write(np.ascontiguousarray(plane).tobytes())
    size = f"{SHAPE.width}x{SHAPE.height}"
    reference = ("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", size, "-r", str(SHAPE.fps), "-i", str(raw))
    chain = (
        "[0:v]setpts=N/30/TB[a];[1:v]setpts=N/30/TB[b];"
        f"[a][b]libvmaf=n_subsample={_VMAF_STEP}:n_threads=2:log_fmt=json:log_path={said}"
    )
    command = (imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(video), *reference)
    subprocess.run([*command, "-lavfi", chain, "-f", "null", "-"], check=True, timeout=600)
    found = json.loads(said.read_text("utf-8"))["frames"]
    return [frame["metrics"]["vmaf"] for frame in found]


def front(rows: Sequence[Row]) -> set[str]:
    """Names of the settings on the Pareto front of cost, size and VMAF."""

    def beaten(row: Row) -> bool:
        return any(
            other.ms <= row.ms and other.mbit <= row.mbit and other.vmaf >= row.vmaf and other != row
            for other in rows
        )

    return {row.name for row in rows if not beaten(row)}


def total(rows: Sequence[Row]) -> Row:
    """The mean over the corpora."""
    fields = [asdict(row) for row in rows]
    means = {key: statistics.mean(each[key] for each in fields) for key in fields[0] if key != "name"}
    return Row(name=rows[0].name, **means)


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Lines of the table, each setting compared with today's."""
    today = next((row for row in rows if row.name == TODAY), rows[0])
    best = front(rows)
    yield (
        f"{'setting':30} {'ms':>6} {'×':>5} {'Mb/s':>6} {'×':>5}"
        f" {'PSNR':>6} {'SSIM':>7} {'VMAF':>6} {'p10':>6} {'band':>6}"
    )
    for row in sorted(rows, key=lambda each: each.ms):
        yield (
            f"{row.name:30} {row.ms:6.2f} {row.ms / today.ms:5.2f}"
            f" {row.mbit:6.2f} {row.mbit / today.mbit:5.2f} {row.psnr:6.2f} {row.ssim:7.4f}"
            f" {row.vmaf:6.2f} {row.worst:6.2f} {row.banded:6.4f}"
            f" {'front' if row.name in best else ''}"
        )


def main() -> None:
    """Measure all settings, print the table and write the JSON file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=90)
    parser.add_argument("--packs", type=int, default=4)
    parser.add_argument("--settings", nargs="*", default=list(SETTINGS), choices=list(SETTINGS))
    parser.add_argument("--json", type=Path, default=Path("out/encoder.json"))
    options = parser.parse_args()
    found: dict[str, list[Row]] = {name: [] for name in options.settings}
    for frames in corpora(options.packs, options.frames):
        with tempfile.TemporaryDirectory() as folder:
            for name in options.settings:
                found[name].append(measure(name, frames, Path(folder)))
                print(found[name][-1], flush=True)
    rows = [total(each) for each in found.values()]
    print(*table(rows), sep="\n")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")


if __name__ == "__main__":
    main()
