"""Inspecting the finished file against its plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from pipelines.documents import RenderedVideo
from renderer.contract.orders.base import OrderDocument
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.glances import Glances, left_to_inspection
from renderer.media.inspection.inspect import Expectation, Finding, Inspection, inspect_video
from renderer.media.inspection.reading_thread import reading_thread
from renderer.rendering.caption_contrast import DrawnCaptions, contrast_frames, contrasts_read
from renderer.rendering.caption_readings import UNKEPT, CaptionReadings, DecodeFrames, KeptReadings
from renderer.rendering.caption_sync import CaptionChange, caption_changes, late_onsets
from renderer.rendering.kept_loudness import kept_loudness
from renderer.rendering.kept_pictures import KeptPictures
from renderer.rendering.looking_ahead import Finished, looking_ahead
from renderer.rendering.segment_content import segments_of
from renderer.rendering.segments import Meanwhile
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import StageContext

DrawCaptions: TypeAlias = Callable[[RenderPlan], DrawnCaptions]
"""Opens the captions of a plan for drawing."""


def inspected(
    context: StageContext[OrderDocument],
    *,
    frozen: Fraction,
    captions_of: DrawCaptions,
    sections: Sequence[int] = (),
) -> Inspection:
    """Inspect the rendered video against its plan and the captions that `captions_of` draws for it.

    `frozen` is how long, in seconds, a picture may stand still; `sections` are those of the sound.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    rendered = context.read(RenderedVideo)
    plan = rendered.plan
    expected = Expectation(
        width=plan.width, height=plan.height, fps=plan.fps, frame_count=plan.frame_count, frozen=frozen
    )
    video = context.path(rendered.video)
    readings = KeptReadings(KeptParts(context.store), plan, segments=segments_of(plan), path=video)
    return judged(
        context,
        video,
        plan,
        expected,
        captions_of=captions_of,
        sections=sections,
        readings=readings,
    )


def judged(
    context: StageContext[OrderDocument],
    video: Path,
    plan: RenderPlan,
    expected: Expectation,
    *,
    captions_of: DrawCaptions,
    sections: Sequence[int] = (),
    readings: CaptionReadings = UNKEPT,
) -> Inspection:
    """Inspect a file against its plan and other expectations; `readings` has what was read of it before.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    frames = partial(frames_at, video, fps=plan.fps)
    with reading_thread("captions") as reader:
        captions = reader.submit(captions_read, captions_of, plan, frames, readings)
        parts = KeptParts(context.store)
        listen = partial(kept_loudness, parts, sections=sections)
        inspection = inspect_video(video, expected, listen=listen, kept=KeptPictures(parts))
        if inspection.passed:  # a file that has failed may not be decodable, so its captions do not matter
            context.advance(0.7, "streams, times, loudness and pictures are right")
            findings, contrast = captions.result()
            inspection = replace(inspection, findings=findings, caption_contrast=contrast)
    if not inspection.passed:
        raise ClipwrightError("quality_gate", findings=inspection.summary)
    return inspection


def inspected_ahead(
    context: StageContext[OrderDocument], plan: RenderPlan, *, frozen: Fraction, captions_of: DrawCaptions
) -> Meanwhile:
    """The part of an inspection that can be done on finished segments, kept for `inspected`, which needs it.

    What fails here fails there again, and is reported there.
    """
    parts = KeptParts(context.store)

    @contextmanager
    def meanwhile(segments: Sequence[range], finished: Finished) -> Iterator[None]:
        glances = Glances(segments, gop=plan.encoder.gop, still=frozen, kept=KeptPictures(parts))
        captions = SegmentCaptions(plan, segments, parts=parts, captions_of=captions_of)

        def look(segment: range, known: Mapping[range, Path]) -> None:
            with left_to_inspection():
                captions.read(segment, known[segment])
                glances.look(segment, known)

        with looking_ahead(segments, finished, look):
            yield
        with left_to_inspection():
            glances.keep()

    return meanwhile


class SegmentCaptions:
    """Reads the captions of single finished segments, at the frames that are read in the whole video."""

    def __init__(
        self, plan: RenderPlan, segments: Sequence[range], *, parts: KeptParts, captions_of: DrawCaptions
    ) -> None:
        self._plan, self._segments, self._parts = plan, tuple(segments), parts
        self._captions_of = captions_of

    def read(self, segment: range, path: Path) -> None:
        """Read a segment's captions and keep the readings; changes at a border between segments are left out.

        Raises:
            ClipwrightError: `quality_gate` when a frame cannot be found, `disk_full`, `output_unwritable`.
            av.FFmpegError: it cannot be decoded.
        """
        readings = KeptReadings(
            self._parts, self._plan, segments=self._segments, path=path, first=segment.start
        )
        frames = partial(frames_at, path, fps=self._plan.fps, first=segment.start)
        standing = [number for number in contrast_frames(self._plan) if number in segment]
        changes = [each for each in self._changes if segment.start < each.onset < segment.stop]
        contrasts_read(self._overlay, standing, frames=frames, readings=readings)
        late_onsets(changes, frames=frames, readings=readings)

    @cached_property
    def _overlay(self) -> DrawnCaptions:
        return self._captions_of(self._plan)

    @cached_property
    def _changes(self) -> tuple[CaptionChange, ...]:
        return caption_changes(self._plan, self._captions_of(self._plan))


def captions_read(
    captions_of: DrawCaptions, plan: RenderPlan, frames: DecodeFrames, readings: CaptionReadings = UNKEPT
) -> tuple[tuple[Finding, ...], dict[str, float]]:
    """Findings on whether captions change in time, and their contrast, both from decoded frames.

    Frames around some word onsets must look like the planned caption, not like its neighbour. `frames`
    decodes frames by number, except those that `readings` already has.
    """
    with reading_thread("caption-frames") as reader:
        standing = reader.submit(
            contrasts_read, captions_of(plan), contrast_frames(plan), frames=frames, readings=readings
        )
        late = late_onsets(caption_changes(plan, captions_of(plan)), frames=frames, readings=readings)
        contrast = standing.result()
    findings = tuple(
        Finding(code="caption_sync", detail=f"the caption does not change at frame {onset} as planned")
        for onset in late
    )
    return findings, contrast
