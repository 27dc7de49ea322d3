"""The video of a plan: its segments, rendered by all processes and workers available, joined with the sound.

Where a plan is cut follows from the plan alone, and every segment begins with a closed group of pictures. So
the bytes of the result do not depend on how many processes and workers there were. Finished segments are kept
like stages, under a key made of what is in them (`segment_content`): a killed render goes on with the next
one, and after an edit only segments that look different are rendered again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path

from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.encode import encode_video
from renderer.media.encoding.encoder_memory import reused_memory
from renderer.media.encoding.join import ChapterMark, JoinedVideo
from renderer.media.encoding.video_packets import EncodeWatch
from renderer.rendering.joining import joining
from renderer.rendering.leading import lead
from renderer.rendering.looking_ahead import Finished
from renderer.rendering.segment_content import segments_of
from renderer.rendering.segments import Rendering, shape_of
from renderer.rendering.sound_beside import sound_beside


def render_plan(
    plan: RenderPlan, rendering: Rendering, *, into: Path, chapters: Sequence[ChapterMark] = ()
) -> None:
    """Write the video of the plan to `into`, with these chapters in the file.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`.
    """
    segments = segments_of(plan)
    if len(segments) == 1 and not chapters and not rendering.sound_in_parts:
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
    """Lead the rendering of these segments, with any help available, and join them."""
    with sound_beside(plan, rendering) as encoded, ExitStack() as beside:
        video = JoinedVideo(
            frame_count=plan.frame_count,
            fps=plan.fps,
            sound=encoded,
            audio_bit_rate=plan.encoder.audio_bit_rate,
            into=into,
            chapters=chapters,
        )
        joiner = beside.enter_context(joining(segments, video))

        @cache
        def idle(finished: Finished) -> None:  # cached, so that only the first call has an effect
            joiner.begin(finished)
            beside.enter_context(rendering.meanwhile(segments, finished))

        joiner.finish(lead(plan, segments, rendering, idle=idle))


def _render_whole(plan: RenderPlan, rendering: Rendering, *, into: Path) -> None:
    watch = EncodeWatch(encoded=rendering.advance, cancelled=rendering.cancelled)
    with reused_memory(), closing(rendering.open_plan(plan, rendering.store)) as frames:
        encode_video(
            frames,
            frame_count=plan.frame_count,
            shape=shape_of(plan),
            profile=plan.encoder,
            audio=rendering.store.path(plan.audio),
            into=into,
            watch=watch,
            remaster=rendering.remaster,
            listen=rendering.listen,
        )
