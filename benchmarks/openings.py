"""What opening all pictures of real videos costs: processor seconds by part and by painter, memory, pixels.

    python -m benchmarks.openings [--film examples/films/the-hour-we-share.md]
    python -m benchmarks.openings --topic "Why octopuses have three hearts" [--pack documentary]

Every picture of the plan is opened once, in order, by one thread, with artwork that was never drawn. "paint"
is painting, "grade" the base on its way to planes, "layers" the cels made ready, "prints" what is worked out
ahead under the camera, "rest" everything else (media, softening). `opened` counts how often pictures are
opened where every segment is rendered by itself.
`peak` is the most that the process held, less what it held before the first picture. With `--pixels` frames
of every picture are drawn and their digests printed: the same pictures give the same digest. Plans are kept
in the folder `--keep`, where a second run finds them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from unittest import mock

import cv2
import psutil

from pipelines.long_form import LONG_FORM
from pipelines.short import SHORT
from renderer.compositor.picture import Picture
from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec, NarratedOrder, VideoSettings
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import CardSpec, PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import ShotFrames, shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.painters.artwork import forget_artwork
from renderer.rendering.segment_content import segments_of
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.film import open_picture as opening
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities, chosen_engines
from renderer.worker.settings import WorkerSettings

NO_CAPTIONS: Final = CaptionTrack(
    style=CaptionStyle.TIKTOK,
    position=CaptionPosition.BOTTOM,
    language=Language.EN,
    safe_area="organic",
    pages=(),
)
LOOKED_AT: Final = (0.1, 0.5, 0.9)
"""Parts of a shot's time at which its frames are digested."""
PARTS: Final = {
    "paint_layers": "paint",
    "develop": "grade",
    "prepare": "layers",
    "filmed_layers": "prints",
    "filmed_still": "prints",
}
"""What each function that `open_picture` calls is counted as."""


@dataclass(slots=True)
class Openings:
    """Processor seconds by part and by painter, pictures by painter, megabytes, and digests of pixels."""

    parts: Counter[str] = field(default_factory=Counter)
    painters: Counter[str] = field(default_factory=Counter)
    painted: Counter[str] = field(default_factory=Counter)
    pictures: Counter[str] = field(default_factory=Counter)
    peak_mb: float = 0.0
    digests: defaultdict[str, str] = field(default_factory=lambda: defaultdict(str))


def planned(order: NarratedOrder, folder: Path) -> tuple[Storyboard, ArtifactStore]:
    """Everything up to the storyboard, with the embedded voice."""
    workspace = open_workspace(folder / "workspace")
    capabilities = build_capabilities(
        order, rim={}, settings=WorkerSettings(), engine_settings=chosen_engines(speakers="embedded")
    )
    run = Run(order=order, capabilities=capabilities, workspace=workspace)
    stages = LONG_FORM.stages if isinstance(order, LongFormOrder) else SHORT.stages
    documents = run_pipeline(needed_for(stages, Storyboard), run).documents
    return documents[Storyboard], ArtifactStore(workspace)


def opened(storyboard: Storyboard, store: ArtifactStore, frame: FrameSpec, *, pixels: bool) -> Openings:
    """Open every picture once, one after the other."""
    found, pack, media = Openings(), load_pack(storyboard.pack), StoredMedia(store)
    forget_artwork()
    with counted(found.parts), watched_memory(found):
        for timed in shots_in_frames(storyboard, frame.fps):
            name = _name(timed)
            began, before = time.process_time(), found.parts["paint"]
            picture = opening.open_picture(
                timed.shot.picture,
                camera=timed.shot.camera,
                pack=pack,
                width=frame.width,
                height=frame.height,
                duration=float(timed.seconds),
                media=media,
            )
            found.painters[name] += time.process_time() - began
            found.painted[name] += found.parts["paint"] - before
            found.pictures[name] += 1
            if pixels:
                found.digests[name] = _digest(picture, frame, timed, found.digests[name])
            del picture
    found.parts["rest"] = found.painters.total() - found.parts.total()
    return found


@contextmanager
def counted(parts: Counter[str]) -> Iterator[None]:
    """Processor time of what `open_picture` calls, added up by part; each where it runs."""
    with ExitStack() as stack:
        for name, part in PARTS.items():
            stack.enter_context(mock.patch.object(opening, name, _timed(getattr(opening, name), part, parts)))
        yield


def _timed(work: Callable[..., Any], part: str, parts: Counter[str]) -> Callable[..., Any]:
    def timed(*args: Any, **settings: Any) -> Any:
        began = time.process_time()
        try:
            return work(*args, **settings)
        finally:
            parts[part] += time.process_time() - began

    return timed


@contextmanager
def watched_memory(found: Openings) -> Iterator[None]:
    """The most that this process holds meanwhile, less what it held before; needs Linux."""
    before = psutil.Process().memory_info().rss
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the high-water mark begins anew
    yield
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    found.peak_mb = peak / 1024 - before / 2**20


def _name(timed: ShotFrames) -> str:
    spec = timed.shot.picture
    if isinstance(spec, PainterSpec):
        return spec.painter
    return f"card {spec.card}" if isinstance(spec, CardSpec) else "media"


def _digest(picture: Picture, frame: FrameSpec, timed: ShotFrames, before: str) -> str:
    target, digest = allocate(frame.width, frame.height), hashlib.sha256(before.encode())
    for part in LOOKED_AT:
        picture.draw(target, part * float(timed.seconds))
        for plane in (target.y, target.u, target.v):
            digest.update(plane.tobytes())
    return digest.hexdigest()[:12]


def opened_apart(storyboard: Storyboard, frame: FrameSpec) -> int:
    """How often pictures are opened where each segment is rendered by itself."""
    shots = tuple(shots_in_frames(storyboard, frame.fps))
    plan = RenderPlan(
        width=frame.width,
        height=frame.height,
        fps=frame.fps,
        frame_count=shots[-1].stop,
        storyboard=storyboard,
        captions=NO_CAPTIONS,
        audio="",
        encoder=EncoderProfile(),
    )
    # the picture that a transition replaces is seen to the transition's end
    ends = [shot.stop + after.transition_frames for shot, after in pairwise(shots)] + [shots[-1].stop]
    return sum(
        shot.start < frames.stop and frames.start < end
        for frames in segments_of(plan)
        for shot, end in zip(shots, ends, strict=True)
    )


def report(storyboard: Storyboard, store: ArtifactStore, frame: FrameSpec, *, pixels: bool) -> dict[str, Any]:
    """All figures of a plan."""
    found = opened(storyboard, store, frame, pixels=pixels)
    frames = list(shots_in_frames(storyboard, frame.fps))[-1].stop
    seconds = found.painters.total()
    return {
        "frames": frames,
        "pictures": found.pictures.total(),
        "opened_apart": opened_apart(storyboard, frame),
        "seconds": seconds,
        "ms_per_frame": 1000 * seconds / frames,
        "peak_mb": found.peak_mb,
        "parts": dict(found.parts.most_common()),
        "painters": {
            name: [found.pictures[name], cost, found.painted[name], found.digests[name]]
            for name, cost in found.painters.most_common()
        },
    }


def show(title: str, row: dict[str, Any]) -> None:
    """Print the figures of a plan."""
    print(
        f"{title}: {row['pictures']} pictures in {row['frames']} frames, opened {row['opened_apart']} times"
        f" in segments apart; each once {row['seconds']:.2f} s of CPU, {row['ms_per_frame']:.2f} ms a frame,"
        f" peak {row['peak_mb']:.0f} MB"
    )
    print("  " + ", ".join(f"{part} {cost:.2f} s" for part, cost in row["parts"].items()))
    for name, (count, cost, painted, digest) in row["painters"].items():
        print(
            f"  {name:22} {count:3} x {1000 * cost / count:6.1f} ms, of it painting"
            f" {1000 * painted / count:6.1f}  {digest}"
        )


def orders(film: Path | None, topic: str, packs: Sequence[StylePack]) -> Iterator[tuple[str, NarratedOrder]]:
    """The film in its own look, or the topic in each pack."""
    if film:
        yield film.stem, LongFormOrder(script=film.read_text("utf-8").strip())
        return
    for pack in packs:
        yield pack.value, ShortOrder(topic=topic, settings=VideoSettings(style_pack=pack))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--film", type=Path)
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--pack", type=StylePack, choices=list(StylePack), action="append")
    parser.add_argument("--pixels", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    settle_allocator()
    cv2.setNumThreads(1)
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        for title, order in orders(options.film, options.topic, options.pack or list(StylePack)):
            storyboard, store = planned(order, options.keep or Path(name))
            rows[title] = report(storyboard, store, order.frame, pixels=options.pixels)
            show(title, rows[title])
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), "utf-8")


if __name__ == "__main__":
    main()
