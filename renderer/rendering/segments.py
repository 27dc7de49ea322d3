"""Rendering a plan in segments that any worker can render.

Where a plan is cut follows from the plan alone, and every segment begins with a closed group of pictures. So
the bytes of the result do not depend on how many workers there were, or on whether there was any besides this
one. Finished segments are kept like stages, under a key made of what is in them (`segment_content`): a killed
render goes on at the next one, and after an edit only those are rendered again that look different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

from renderer.clock import Clock, SystemClock
from renderer.compositor.compose import FrameSource
from renderer.core.codec import encode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.media.encoding.audio_encode import Remaster, encode_audio_beside, unchanged
from renderer.media.encoding.encode import (
    ChapterMark,
    EncodeWatch,
    VideoShape,
    encode_segment,
    encode_video,
    join_segments,
)
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import SegmentHelpers
from renderer.runtime.shared_cache import SharedCache
from renderer.runtime.stage import never_cancelled

TAKE_OVER_FACTOR: Final = 3.0
"""A segment that somebody else began is taken over after this many times what one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here."""
POLL_SECONDS: Final = 0.25


OpenPlan: TypeAlias = Callable[[RenderPlan, ArtifactStore], FrameSource]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """What rendering needs besides the plan.

    `open_plan` opens the frames of a plan; `advance` is told how many frames of the whole are done;
    `remaster` is asked for a quieter mix where AAC lifts its peaks too high.
    """

    store: ArtifactStore
    shared_cache: SharedCache
    helpers: SegmentHelpers
    scratch: Path
    open_plan: OpenPlan
    advance: Callable[[int], None]
    remaster: Remaster = unchanged
    cancelled: Callable[[], bool] = never_cancelled
    clock: Clock = field(default_factory=SystemClock)


def render_plan(
    plan: RenderPlan, rendering: Rendering, *, into: Path, chapters: Sequence[ChapterMark] = ()
) -> None:
    """Write the video of the plan to `into`, with these chapters in the file.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`.
    """
    segments = segments_of(plan)
    if len(segments) == 1 and not chapters:
        _render_whole(plan, rendering, into=into)
    else:
        render_in_segments(plan, segments, rendering, into=into, chapters=chapters)


def render_in_segments(
    plan: RenderPlan,
    segments: Sequence[range],
    rendering: Rendering,
    *,
    into: Path,
    chapters: Sequence[ChapterMark] = (),
) -> None:
    """Lead the rendering of these segments, with whatever help comes, and join them."""
    sound = encode_audio_beside(
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
            chapters=chapters,
        )


def _all_segments(plan: RenderPlan, segments: Sequence[range], rendering: Rendering) -> list[Path]:
    digest, wait = publish_plan(plan, rendering), LONGEST_WAIT
    content = SegmentKeys(plan)
    keys = {frames: content.key(frames) for frames in segments}
    paths = {frames: path for frames in segments for path in _found(keys[frames], rendering)}
    # helpers begin at the far end, so that the two sides meet as late as possible
    rendering.helpers.offer(digest, [frames for frames in reversed(segments) if frames not in paths])
    seen: dict[range, float] = {}
    while len(paths) < len(segments):
        left = [each for each in segments if each not in paths]
        paths |= {frames: path for frames in left for path in _found(keys[frames], rendering)}
        left = [each for each in left if each not in paths]
        todo = next(
            (each for each in left if _is_free(keys[each], each, rendering, seen=seen, wait=wait)), None
        )
        if todo is not None:
            started = rendering.clock.monotonic()
            made = render_segment(plan, todo, rendering, key=keys[todo], done=sum(map(len, paths)))
            paths[todo] = rendering.store.path(made)
            wait = TAKE_OVER_FACTOR * (rendering.clock.monotonic() - started)
        elif left:
            rendering.clock.sleep(POLL_SECONDS)
        if rendering.cancelled():
            raise ClipwrightError("cancelled")
        rendering.advance(sum(map(len, paths)))
    return [paths[each] for each in segments]


def _found(key: str, rendering: Rendering) -> Iterator[Path]:
    if digest := find_segment(key, rendering):
        yield rendering.store.path(digest)


def publish_plan(plan: RenderPlan, rendering: Rendering) -> str:
    """Keep the plan where helpers find it; its digest."""
    digest = rendering.store.put_bytes(encode(plan))
    rendering.shared_cache.share(f"plan-{digest}", digest.encode(), (digest,), rendering.store)
    return digest


def find_segment(key: str, rendering: Rendering) -> str:
    """The digest of the finished segment, now in our store; empty when nobody has finished it."""
    store = rendering.store
    path = store.workspace.keys / key
    record = path.read_bytes() if path.is_file() else rendering.shared_cache.record(key)
    digest = record.decode()
    if not digest:
        return ""
    rendering.shared_cache.fetch(digest, store)
    try:
        store.verified(digest)
    except ClipwrightError:
        path.unlink(missing_ok=True)
        return ""
    return digest


def render_segment(plan: RenderPlan, frames: range, rendering: Rendering, *, key: str, done: int = 0) -> str:
    """Render one segment, keep it under its key and share it; its digest.

    `done` frames of the plan were done before.
    """
    _begin(key, rendering)
    into = rendering.scratch / f"{key}.mp4"
    watch = EncodeWatch(encoded=lambda count: rendering.advance(done + count), cancelled=rendering.cancelled)
    with rendering.open_plan(plan, rendering.store) as source:
        encode_segment(
            source, frames=frames, shape=_shape(plan), profile=plan.encoder, into=into, watch=watch
        )
    made = rendering.store.put_file(into)
    write_atomically(rendering.store.workspace.keys / key, made.encode())
    rendering.shared_cache.share(key, made.encode(), (made,), rendering.store)
    return made


def _begin(key: str, rendering: Rendering) -> None:
    rendering.shared_cache.share(f"{key}.begun", repr(rendering.clock.epoch()).encode(), (), rendering.store)


def _is_free(key: str, frames: range, rendering: Rendering, *, seen: dict[range, float], wait: float) -> bool:
    """Whether nobody works on it, or somebody has for too long.

    How long is measured here, from when the mark was first `seen`: another machine's clock may be wrong.
    """
    if not rendering.shared_cache.record(f"{key}.begun"):
        return True
    now = rendering.clock.monotonic()
    return now - seen.setdefault(frames, now) > wait


def _render_whole(plan: RenderPlan, rendering: Rendering, *, into: Path) -> None:
    watch = EncodeWatch(encoded=rendering.advance, cancelled=rendering.cancelled)
    with rendering.open_plan(plan, rendering.store) as frames:
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
