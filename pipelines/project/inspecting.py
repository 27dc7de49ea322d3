"""The quality gate for exports that are copies of their source, whole or in part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from pipelines.project.documents import EncodedExport
from pipelines.source.documents import SurveyedSource
from renderer.compositor.planes import Planes
from renderer.contract.orders.remix import RemixExport
from renderer.core.mix import Mix
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.inspect import Finding, Inspection
from renderer.media.loudness import SHORTEST_JUDGED, measure_loudness
from renderer.media.sources.normalise import survey_video
from renderer.runtime.stage import StageContext

DecodedFrames = Callable[[Collection[int]], Mapping[int, Planes]]
CaptionReader = Callable[[RenderPlan, DecodedFrames], tuple[tuple[Finding, ...], dict[str, float]]]
_CLOSE: Final = Fraction(1, 20)
"""Seconds by which a copy's length may differ."""
_LOUDNESS_LU: Final = 0.5
_PEAK_DBTP: Final = -1.0
_GATE_LUFS: Final = -70.0


def inspected_copy(context: StageContext[RemixExport], read: CaptionReader) -> Inspection:
    """Check a copy against its source, its sound against the mix, what was drawn in it against the plan.

    `read` judges the captions on decoded frames.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    export, source, mix = context.read(EncodedExport), context.read(SurveyedSource), context.read(Mix)
    video = context.path(export.video)
    found, sound = survey_video(video), measure_loudness(context.path(export.sound))
    wanted = max(mix.loudness_lufs, _GATE_LUFS)
    is_as_loud = export.duration < SHORTEST_JUDGED or abs(sound.lufs - wanted) <= _LOUDNESS_LU
    checks = {
        "size": (found.picture.shown_size, source.facts.picture.shown_size),
        "rotation": (found.picture.rotation, source.facts.picture.rotation),
        "start": (found.origin, Fraction(0)),
        "length": (abs(found.duration - source.facts.duration) <= _CLOSE, True),
        "loudness": (is_as_loud, True),
        "true_peak": (sound.true_peak_dbtp <= _PEAK_DBTP, True),
    }
    drawn, contrast = read(export.plan, partial(_drawn, context)) if export.plan else ((), {})
    wrong = tuple(
        Finding(code=code, detail=f"{code} is {is_so} instead of {should}")
        for code, (is_so, should) in checks.items()
        if is_so != should
    )
    findings = (*wrong, *drawn)
    if findings:
        raise ClipwrightError("quality_gate", findings="; ".join(one.detail for one in findings))
    return Inspection(
        findings=(),
        size_bytes=video.stat().st_size,
        video_codec=export.pictures,
        width=export.width,
        height=export.height,
        frames=export.frames,
        duration=found.duration,
        loudness_lufs=sound.lufs,
        true_peak_dbtp=sound.true_peak_dbtp,
        caption_contrast=contrast,
    )


def _drawn(context: StageContext[RemixExport], numbers: Collection[int]) -> dict[int, Planes]:
    """Frames decoded from the encoded stretches: the export itself also holds packets of the source."""
    export, found = context.read(EncodedExport), dict[int, Planes]()
    fps = export.plan.fps if export.plan else 1
    for stretch in export.stretches:
        some = [number - stretch.first for number in numbers if stretch.first <= number < stretch.stop]
        frames = frames_at(context.path(stretch.video), some, fps=fps)
        found |= {stretch.first + number: frame for number, frame in frames.items()}
    if missing := set(numbers) - set(found):
        raise ClipwrightError("quality_gate", findings=f"frame {min(missing)} was not drawn")
    return found
