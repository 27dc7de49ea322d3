"""Opens every picture of a plan once: processor seconds by part and painter, memory, digests of pixels."""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from unittest import mock

import psutil

from renderer.compositor.picture import Picture
from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import CardSpec, PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import ShotFrames, shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.painters.artwork import forget_artwork
from renderer.rendering.segment_content import segments_of
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.allocator import give_back
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.film import open_picture as opening
from renderer.visuals.style_pack_files import load_pack

NO_CAPTIONS: Final = CaptionTrack(
    style=CaptionStyle.TIKTOK,
    position=CaptionPosition.BOTTOM,
    language=Language.EN,
    safe_area="organic",
    pages=(),
)
LOOKED_AT: Final = (0.1, 0.5, 0.9)
"""Fractions of a shot's duration at which frames are digested."""
PARTS: Final = {
    "paint_layers": "paint",
    "develop": "grade",
    "prepare": "layers",
    "filmed_layers": "prints",
    "filmed_still": "prints",
}
"""The part for which each function called by `open_picture` is counted."""


@dataclass(slots=True)
class Openings:
    """Processor seconds by part and by painter, pictures by painter, megabytes, and digests of pixels."""

    parts: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    painters: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    painted: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    pictures: Counter[str] = field(default_factory=Counter)
    peak_mb: float = 0.0
    digests: defaultdict[str, str] = field(default_factory=lambda: defaultdict(str))


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
    found.parts["rest"] = sum(found.painters.values()) - sum(found.parts.values())
    return found


@contextmanager
def counted(parts: defaultdict[str, float]) -> Iterator[None]:
    """Within the context, add up by part the processor time of the functions that `open_picture` calls."""
    with ExitStack() as stack:
        for name, part in PARTS.items():
            stack.enter_context(mock.patch.object(opening, name, _timed(getattr(opening, name), part, parts)))
        yield


def _timed(work: Callable[..., Any], part: str, parts: defaultdict[str, float]) -> Callable[..., Any]:
    def timed(*args: Any, **settings: Any) -> Any:
        began = time.process_time()
        try:
            return work(*args, **settings)
        finally:
            parts[part] += time.process_time() - began

    return timed


@contextmanager
def watched_memory(found: Openings) -> Iterator[None]:
    """Set `peak_mb` to the process's peak resident memory, less its memory at the start; needs Linux."""
    give_back()
    before = psutil.Process().memory_info().rss
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # resets the high-water mark
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
    """How often pictures are opened when each segment is rendered by itself."""
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
    # the picture that a transition replaces is visible until the transition ends
    ends = [shot.stop + after.transition_frames for shot, after in pairwise(shots)] + [shots[-1].stop]
    return sum(
        shot.start < frames.stop and frames.start < end
        for frames in segments_of(plan)
        for shot, end in zip(shots, ends, strict=True)
    )
