"""The finished file judged against its plan."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from pipelines.documents import RenderedVideo
from renderer.compositor.planes import Planes
from renderer.contract.orders.base import OrderDocument
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.inspect import Expectation, Finding, Inspection, inspect_video
from renderer.media.inspection.reading_thread import reading_thread
from renderer.rendering.caption_contrast import DrawnCaptions, contrast_by_state, contrast_frames
from renderer.rendering.caption_sync import caption_changes, out_of_sync
from renderer.rendering.kept_loudness import kept_loudness
from renderer.rendering.kept_pictures import KeptPictures
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import StageContext

DrawCaptions: TypeAlias = Callable[[RenderPlan], DrawnCaptions]


def inspected(
    context: StageContext[OrderDocument],
    *,
    frozen: Fraction,
    captions_of: DrawCaptions,
    sections: Sequence[int] = (),
) -> Inspection:
    """The rendered video held against its plan and the captions that `captions_of` draws for it.

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
    return judged(context, video, plan, expected, captions_of=captions_of, sections=sections)


def judged(
    context: StageContext[OrderDocument],
    video: Path,
    plan: RenderPlan,
    expected: Expectation,
    *,
    captions_of: DrawCaptions,
    sections: Sequence[int] = (),
) -> Inspection:
    """A file held against its plan and what is expected of it besides.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    with reading_thread("captions") as reader:
        captions = reader.submit(captions_read, captions_of, plan, partial(frames_at, video, fps=plan.fps))
        parts = KeptParts(context.store)
        listen = partial(kept_loudness, parts, sections=sections)
        inspection = inspect_video(video, expected, listen=listen, kept=KeptPictures(parts))
        if inspection.passed:  # what cannot be decoded has been found already; nothing more is asked of it
            context.advance(0.7, "streams, times, loudness and pictures are right")
            findings, contrast = captions.result()
            inspection = replace(inspection, findings=findings, caption_contrast=contrast)
    if not inspection.passed:
        raise ClipwrightError("quality_gate", findings=inspection.summary)
    return inspection


def captions_read(
    captions_of: DrawCaptions, plan: RenderPlan, frames: Callable[[Collection[int]], Mapping[int, Planes]]
) -> tuple[tuple[Finding, ...], dict[str, float]]:
    """What decoded frames say of captions: whether they change in time, and their contrast.

    Frames around some word onsets must look like the planned caption, not like its neighbour. `frames`
    decodes those with these numbers, which goes on beside what is drawn and measured here.
    """
    with reading_thread("caption-frames") as reader:
        standing = reader.submit(frames, contrast_frames(plan))
        changes = caption_changes(plan, captions_of(plan))
        onsets = {number for change in changes for number in (change.onset - 1, change.onset)}
        changing = reader.submit(frames, onsets)
        contrast = contrast_by_state(captions_of(plan), standing.result())
        findings = tuple(
            Finding(code="caption_sync", detail=f"the caption does not change at frame {onset} as planned")
            for onset in out_of_sync(changes, changing.result())
        )
    return findings, contrast
