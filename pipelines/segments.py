"""Rendering a plan whole or, when it is long, in segments that any worker can render.

Where a plan is cut follows from the plan alone: at fixed borders of closed groups of pictures. So the bytes
of the result do not depend on how many workers there were, or on whether there was any besides this one.
Finished segments are kept like stages, under a key made of plan and frames; a killed render goes on at the
next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from pipelines.frames import open_frames
from renderer.contract.order import FrameSpec
from renderer.core.codec import encode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.delivered import Remaster, as_it_is, sound_beside
from renderer.media.encode import EncodeWatch, VideoShape, encode_segment, encode_video, join_segments
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.cache_key import stage_key
from renderer.runtime.clock import Clock, SystemClock
from renderer.runtime.farm import Farm
from renderer.runtime.remote import Remote
from renderer.runtime.stage import never_cancelled
from renderer.runtime.workspace import write_atomically

VERSION: Final = 2
WHOLE_SECONDS: Final = 120
"""Plans up to this long are never cut."""
SEGMENT_SECONDS: Final = 20
PATIENCE: Final = 3.0
"""A segment that somebody else began is taken over after this many times what one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here."""
POLL_SECONDS: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """What rendering needs besides the plan.

    `advance` is told how many frames of the whole are done, `remaster` asked for a quieter mix where AAC
    lifts its peaks too high.
    """

    store: ArtifactStore
    remote: Remote
    farm: Farm
    scratch: Path
    advance: Callable[[int], None]
    remaster: Remaster = as_it_is
    cancelled: Callable[[], bool] = never_cancelled
    clock: Clock = field(default_factory=SystemClock)


def segments_of(plan: RenderPlan) -> tuple[range, ...]:
    """The frames of each segment, in order; one segment when the plan is to stay whole."""
    if plan.frame_count <= WHOLE_SECONDS * plan.fps:
        return (range(plan.frame_count),)
    return cut(plan, frames=SEGMENT_SECONDS * plan.fps)


def cut(plan: RenderPlan, *, frames: int) -> tuple[range, ...]:
    """Segments of about so many frames: whole groups of pictures, the last one takes what is left."""
    length = max(1, round(frames / plan.encoder.gop)) * plan.encoder.gop
    starts = range(0, plan.frame_count, length)
    return tuple(range(start, min(start + length, plan.frame_count)) for start in starts)


def render_plan(plan: RenderPlan, rendering: Rendering, *, into: Path) -> None:
    """Write the video of the plan to `into`.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`.
    """
    segments = segments_of(plan)
    if len(segments) == 1:
        _render_whole(plan, rendering, into=into)
    else:
        render_in_segments(plan, segments, rendering, into=into)


def render_in_segments(
    plan: RenderPlan, segments: Sequence[range], rendering: Rendering, *, into: Path
) -> None:
    """Lead the rendering of these segments, with whatever help comes, and join them."""
    sound = sound_beside(
        rendering.store.path(plan.audio),
        duration=Fraction(plan.frame_count, plan.fps),
        bit_rate=plan.encoder.audio_bit_rate,
        scratch=rendering.scratch / "sound.mp4",
        remaster=rendering.remaster,
    )
    with sound as encoded:
        paths = _all_segments(plan, segments, rendering)
        join_segments(
            paths,
            frame_count=plan.frame_count,
            shape=_shape(plan),
            profile=plan.encoder,
            sound=encoded,
            into=into,
        )


def _all_segments(plan: RenderPlan, segments: Sequence[range], rendering: Rendering) -> list[Path]:
    digest, wait = publish_plan(plan, rendering), LONGEST_WAIT
    # helpers begin at the far end, so that the two sides meet as late as possible
    rendering.farm.offer(digest, list(reversed(segments)))
    paths: dict[range, Path] = {}
    seen: dict[range, float] = {}
    while len(paths) < len(segments):
        waiting = [each for each in segments if each not in paths]
        for frames in waiting:
            if found := find_segment(digest, frames, rendering):
                paths[frames] = rendering.store.path(found)
        left = [each for each in waiting if each not in paths]
        todo = next((each for each in left if _is_free(digest, each, rendering, seen=seen, wait=wait)), None)
        if todo is not None:
            started = rendering.clock.monotonic()
            made = render_segment(plan, todo, rendering, done=sum(map(len, paths)))
            paths[todo] = rendering.store.path(made)
            wait = PATIENCE * (rendering.clock.monotonic() - started)
        elif len(paths) < len(segments):
            rendering.clock.sleep(POLL_SECONDS)
        if rendering.cancelled():
            raise ClipwrightError("cancelled")
        rendering.advance(sum(map(len, paths)))
    return [paths[each] for each in segments]


def publish_plan(plan: RenderPlan, rendering: Rendering) -> str:
    """Keep the plan where helpers find it; its digest."""
    digest = rendering.store.put_bytes(encode(plan))
    rendering.remote.share(f"plan-{digest}", digest.encode(), (digest,), rendering.store)
    return digest


def segment_key(plan: str, frames: range) -> str:
    """The cache key of a segment."""
    params = {"first": frames.start, "stop": frames.stop}
    return stage_key(name="segment", version=VERSION, params=params, inputs=[plan])


def find_segment(plan: str, frames: range, rendering: Rendering) -> str:
    """The digest of the finished segment, now in our store; empty when nobody has finished it."""
    key, store = segment_key(plan, frames), rendering.store
    path = store.workspace.keys / key
    record = path.read_bytes() if path.is_file() else rendering.remote.record(key)
    digest = record.decode()
    if not digest:
        return ""
    rendering.remote.fetch(digest, store)
    try:
        store.verified(digest)
    except ClipwrightError:
        path.unlink(missing_ok=True)
        return ""
    return digest


def render_segment(plan: RenderPlan, frames: range, rendering: Rendering, *, done: int = 0) -> str:
    """Render one segment, keep it and share it; its digest. `done` frames of the plan were done before."""
    digest = rendering.store.put_bytes(encode(plan))
    key = segment_key(digest, frames)
    _begin(key, rendering)
    into = rendering.scratch / f"{key}.mp4"
    watch = EncodeWatch(encoded=lambda count: rendering.advance(done + count), cancelled=rendering.cancelled)
    with open_frames(plan.storyboard, plan.captions, frame=_frame(plan), store=rendering.store) as source:
        encode_segment(
            source, frames=frames, shape=_shape(plan), profile=plan.encoder, into=into, watch=watch
        )
    made = rendering.store.put_file(into)
    write_atomically(rendering.store.workspace.keys / key, made.encode())
    rendering.remote.share(key, made.encode(), (made,), rendering.store)
    return made


def _begin(key: str, rendering: Rendering) -> None:
    rendering.remote.share(f"{key}.begun", repr(rendering.clock.epoch()).encode(), (), rendering.store)


def _is_free(
    plan: str, frames: range, rendering: Rendering, *, seen: dict[range, float], wait: float
) -> bool:
    """Whether nobody works on it, or somebody has for too long.

    How long is measured here, from when the mark was first `seen`: another machine's clock may be wrong.
    """
    if not rendering.remote.record(f"{segment_key(plan, frames)}.begun"):
        return True
    now = rendering.clock.monotonic()
    return now - seen.setdefault(frames, now) > wait


def _render_whole(plan: RenderPlan, rendering: Rendering, *, into: Path) -> None:
    watch = EncodeWatch(encoded=rendering.advance, cancelled=rendering.cancelled)
    with open_frames(plan.storyboard, plan.captions, frame=_frame(plan), store=rendering.store) as frames:
        encode_video(
            frames,
            frame_count=plan.frame_count,
            shape=_shape(plan),
            profile=plan.encoder,
            audio=rendering.store.path(plan.audio),
            into=into,
            watch=watch,
            remaster=rendering.remaster,
        )


def _shape(plan: RenderPlan) -> VideoShape:
    return VideoShape(width=plan.width, height=plan.height, fps=plan.fps)


def _frame(plan: RenderPlan) -> FrameSpec:
    return FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
