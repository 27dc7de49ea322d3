"""From documents to the encoded video: the plan, its frames and its sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final

from msgspec.structs import replace

from pipelines.asset_digests import asset_digest
from pipelines.documents import RenderedVideo
from pipelines.releasing import release_spoken
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import first_frame
from renderer.media.encoding.audio_encode import Remaster, unchanged
from renderer.media.encoding.join import ChapterMark
from renderer.rendering.ahead import begin_rendering
from renderer.rendering.every import Every
from renderer.rendering.kept_loudness import kept_loudness
from renderer.rendering.segment_content import segments_of, settled_segments
from renderer.rendering.segments import Meanwhile, OpenPlan, Rendering, nothing_meanwhile
from renderer.rendering.video import render_plan
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import StageContext

TOLD_EVERY: Final = 8
"""Frames between two reports of progress; a report takes about a fiftieth of the time of a frame."""


def render_params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Frame size, rate, encoder and the files of pack and style; the rest comes as inputs."""
    settings = order.settings
    return {
        "frame": order.frame.model_dump(),
        "encoder": capabilities.engine(ChosenEncoder).profile,
        "pack_file": asset_digest(f"style_packs/{settings.style_pack}.toml"),
        "style_file": asset_digest(f"caption_styles/{settings.captions.style}.toml"),
    }


def encoded_plan(
    context: StageContext[NarratedOrder],
    plan: RenderPlan,
    *,
    open_plan: OpenPlan,
    chapters: Sequence[ChapterMark] = (),
    remaster: Remaster = unchanged,
    sound_in_parts: bool = False,
    sections: Sequence[int] = (),
    meanwhile: Meanwhile = nothing_meanwhile,
) -> RenderedVideo:
    """The video of a plan, with these chapters.

    `open_plan` opens its frames; `remaster` lowers sound whose peaks AAC raises too high. The sound of the
    plan is one file, or `sound_in_parts` with `sections`. `meanwhile` works on finished segments, until all
    are joined.
    """
    into = context.scratch / "video.mp4"
    total, told = plan.frame_count, Every(TOLD_EVERY, first=1)

    def encoded(frames: int) -> None:
        if told.passed(frames) or frames == total:
            context.advance(frames / total, f"frame {frames} of {total}")

    rendering = Rendering(
        store=context.store,
        shared_cache=context.shared_cache,
        helpers=context.helpers,
        processes=context.engine(SegmentProcesses),
        scratch=context.scratch,
        open_plan=open_plan,
        advance=encoded,
        remaster=remaster,
        sound_in_parts=sound_in_parts,
        meanwhile=meanwhile,
        listen=partial(kept_loudness, KeptParts(context.store), sections=sections),
        cancelled=context.cancelled,
    )
    release_spoken(context)
    render_plan(plan, rendering, into=into, chapters=chapters)
    return RenderedVideo(video=context.keep(into), duration=Fraction(total, plan.fps), plan=plan)


def frame_count(rendered: RenderedVideo) -> int:
    """The number of frames of a rendered video."""
    return rendered.plan.frame_count


def plan_of(context: StageContext[NarratedOrder], captions: CaptionTrack) -> RenderPlan:
    """All decisions of the video, with these captions drawn on it."""
    return replace(silent_plan(context, context.read(Storyboard), captions), audio=context.read(Mix).audio)


def silent_plan(
    context: StageContext[NarratedOrder], storyboard: Storyboard, captions: CaptionTrack
) -> RenderPlan:
    """The plan of all that is seen of the video, without its sound, which may not be ready yet."""
    frame = context.order.frame
    return RenderPlan(
        width=frame.width,
        height=frame.height,
        fps=frame.fps,
        frame_count=first_frame(storyboard.shots[-1].span.end, frame.fps),
        storyboard=storyboard,
        captions=captions,
        audio="",
        encoder=context.engine(ChosenEncoder).profile,
    )


def begin_video(context: StageContext[NarratedOrder], captions: CaptionTrack) -> None:
    """Have a video rendered while the next stages run, now that everything that is seen of it is known.

    Does nothing if the run ends before it renders: such a run asks for no encoder.
    """
    if RenderedVideo not in context.coming:
        return
    plan = silent_plan(context, context.read(Storyboard), captions)
    segments = segments_of(plan)
    if len(segments) > 1:  # a single one is encoded together with the sound
        begin_rendering(context, plan, segments, frames=plan.frame_count)


class Beginning:
    """The beginning of a video, rendered while the rest of it is directed.

    Nothing of it reaches a document: later stages make the same decisions again, and the one that renders
    finds the segments that are there already. Segments are begun one, then two, then four at a time, since
    each time a plan is written: the first ones keep the processors busy until the next ones come.
    """

    def __init__(
        self, context: StageContext[NarratedOrder], *, captions: Callable[[], CaptionTrack], frames: int
    ) -> None:
        """`captions` lays out the captions and is called once; `frames` counts those of the whole video."""
        self._context, self._captions, self._frames = context, cache(captions), frames
        self._shots: list[Shot] = []
        self._begun = 0

    def decided(self, shot: Shot) -> None:
        """Add the next shot, and begin the segments that are settled with it.

        Raises:
            ClipwrightError: what laying out captions raises.
        """
        self._shots.append(shot)
        board = Storyboard(pack=self._context.order.settings.style_pack, shots=tuple(self._shots))
        plan = silent_plan(self._context, board, self._captions())
        known = settled_segments(plan)
        if len(known) > 2 * self._begun:
            begin_rendering(self._context, plan, known[self._begun :], frames=self._frames)
            self._begun = len(known)
