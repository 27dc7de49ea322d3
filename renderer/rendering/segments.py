"""A segment of a plan: rendered, kept under the key of what is in it, found again, shared.

Every segment begins with a closed group of pictures and is encoded by itself, so that its bytes depend only
on the plan. `leading` decides who renders which segment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from renderer.clock import Clock, SystemClock
from renderer.core.codec import encode
from renderer.core.encoding import EncoderProfile
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import shots_in_frames, video_plays
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.media.encoding.audio_encode import Remaster, unchanged
from renderer.media.encoding.encode import RateExceededError, VideoShape, encode_segment
from renderer.media.encoding.making_ahead import Ahead, always
from renderer.media.encoding.video_packets import EncodeWatch
from renderer.media.loudness import Listen, measure_loudness
from renderer.rendering.kept_frames import KeptFrames, OpenFrames
from renderer.rendering.looking_ahead import Finished
from renderer.runtime.artifacts import ArtifactStore, is_digest
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.segment_helpers import SegmentHelpers
from renderer.runtime.segment_processes import NoSegmentProcesses, SegmentProcesses
from renderer.runtime.shared_cache import SharedCache

OpenPlan: TypeAlias = Callable[[RenderPlan, ArtifactStore], OpenFrames]
Meanwhile: TypeAlias = Callable[[Sequence[range], Finished], AbstractContextManager[None]]
"""Work on finished segments that is done while the last ones are rendered and all are joined."""


def nothing_meanwhile(_segments: Sequence[range], _finished: Finished) -> AbstractContextManager[None]:
    """Do nothing with finished segments."""
    return nullcontext()


class Rendering(Struct, frozen=True, kw_only=True):
    """What rendering needs besides the plan.

    `open_plan` opens the frames of a plan. `processes` render segments beside this process, `helpers`
    elsewhere. `advance` is told how many frames of the whole are done; `remaster` is asked for a quieter mix
    if AAC raises its peaks too high, as measured by `listen`. The plan's sound is one file, or
    `sound_in_parts`. `meanwhile` works on finished segments from the moment a processor has none left to
    render until they are joined. `ahead` tells whether a processor is left to draw frames while others are
    encoded, and to open pictures before they are due.
    """

    store: ArtifactStore
    shared_cache: SharedCache
    helpers: SegmentHelpers
    scratch: Path
    open_plan: OpenPlan
    advance: Callable[[int], None]
    processes: SegmentProcesses = field(default_factory=NoSegmentProcesses)
    remaster: Remaster = unchanged
    listen: Listen = measure_loudness
    sound_in_parts: bool = False
    meanwhile: Meanwhile = nothing_meanwhile
    ahead: Ahead = always
    cancelled: Callable[[], bool] = never_cancelled
    clock: Clock = field(default_factory=SystemClock)


def publish_plan(plan: RenderPlan, rendering: Rendering) -> str:
    """Share the plan, so that helpers find it, and return its digest.

    It is the digest of the plan without sound, under which segments may have been begun before there was any:
    a process that has rendered one can then go on with the pictures it has open.
    """
    digest = rendering.store.put_bytes(encode(replace(plan, audio="")))
    rendering.shared_cache.share(f"plan-{digest}", digest.encode(), (digest,), rendering.store)
    return digest


def find_segment(key: str, rendering: Rendering) -> str:
    """The digest of a finished segment, which is then in this run's store; empty if it is not finished.

    A record or a file that a power loss has damaged counts as none.
    """
    return find_here(key, rendering) or _fetched(key, rendering.shared_cache.record(key), rendering)


def find_segments(keys: Sequence[str], rendering: Rendering) -> dict[str, str]:
    """The digests of all those of these segments that are finished, as `find_segment` finds them."""
    here = {key: find_here(key, rendering) for key in keys}
    records = rendering.shared_cache.records([key for key, digest in here.items() if not digest])
    elsewhere = {key: _fetched(key, record, rendering) for key, record in records.items()}
    return {key: digest for key, digest in (here | elsewhere).items() if digest}


def find_here(key: str, rendering: Rendering) -> str:
    """The digest of a segment that is finished on this machine; empty if it is not."""
    path = rendering.store.workspace.keys / key
    return _whole(key, path.read_bytes() if path.is_file() else b"", rendering)


def _fetched(key: str, record: bytes, rendering: Rendering) -> str:
    """The digest in a shared record, with its bytes brought into this run's store; empty without them."""
    digest = record.decode("ascii", "replace")
    if is_digest(digest):
        rendering.shared_cache.fetch(digest, rendering.store)
    return _whole(key, record, rendering)


def _whole(key: str, record: bytes, rendering: Rendering) -> str:
    """The digest in a record, if the store has its bytes undamaged; otherwise empty."""
    digest = record.decode("ascii", "replace")
    if not is_digest(digest):
        return ""
    try:
        rendering.store.verified(digest)
    except ClipwrightError:
        (rendering.store.workspace.keys / key).unlink(missing_ok=True)
        return ""
    return digest


def render_segment(
    plan: RenderPlan, frames: range, rendering: Rendering, *, key: str, kept: KeptFrames
) -> str:
    """Render one segment, keep it under its key, share it and return its digest.

    It goes on with what the segment before has left open in `kept`, and leaves there what the next can use.
    """
    into = rendering.scratch / f"{key}.mp4"
    watch = EncodeWatch(encoded=_rising(rendering.advance), cancelled=rendering.cancelled)
    opened = partial(rendering.open_plan, plan, rendering.store)
    with kept.of(plan, frames.stop, opened) as source:
        source.prepare(stop=frames.stop, ahead=rendering.ahead())
        encoded = partial(
            encode_segment,
            source,
            frames=frames,
            shape=shape_of(plan),
            into=into,
            buffers=kept.buffers,
            ahead=rendering.ahead,
            watch=watch,
        )
        encode_within_limit(plan, frames, encoded)
    made = rendering.store.put_file(into, synced=False)
    write_atomically(rendering.store.workspace.keys / key, made.encode(), synced=False)
    share_segment(key, made, rendering)
    return made


def encoders_of(plan: RenderPlan, segment: range) -> tuple[EncoderProfile, ...]:
    """How a segment of this plan may be encoded, best first; of these only the last keeps to its bit rate."""
    shots = shots_in_frames(plan.storyboard, plan.fps)
    return (plan.encoder,) if video_plays(shots, segment) else (*plan.encoder.drawn, plan.encoder)


def encode_within_limit(plan: RenderPlan, segment: range, encoded: Callable[..., None]) -> None:
    """Call `encoded`, which is `encode_segment` but for profile and limit, as a segment of the plan needs it.

    Where the segment takes more bits than the plan's encoder allows, it is encoded again with the next one.
    """
    *unlimited, last = encoders_of(plan, segment)
    for encoder in unlimited:
        with suppress(RateExceededError):
            encoded(profile=encoder, max_rate=encoder.max_rate)
            return
    encoded(profile=last)


def _rising(advance: Callable[[int], None]) -> Callable[[int], None]:
    """Reports only what is more than was reported before, as by an encoding that was given up."""
    most = 0

    def report(frames: int) -> None:
        nonlocal most
        if frames > most:
            most = frames
            advance(frames)

    return report


def share_segment(key: str, made: str, rendering: Rendering) -> None:
    """Let others find the finished segment with this digest."""
    rendering.shared_cache.share(key, made.encode(), (made,), rendering.store)


def mark_begun(plan: str, key: str, rendering: Rendering) -> None:
    """Mark a segment of the plan with this digest as begun; its leader then leaves it alone for a while."""
    rendering.shared_cache.share(f"begun-{plan}/{key}", b"", (), rendering.store)


def begun_elsewhere(plan: str, rendering: Rendering) -> frozenset[str]:
    """The keys of the segments of the plan with this digest that helpers have begun."""
    return rendering.shared_cache.names(f"begun-{plan}")


def shape_of(plan: RenderPlan) -> VideoShape:
    """Frame size and rate as the encoder takes them."""
    return VideoShape(width=plan.width, height=plan.height, fps=plan.fps)
