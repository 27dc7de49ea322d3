"""inspect_export: the finished file is judged before anyone sees it, but not for faults of its source."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from typing import Final

from pipelines.inspecting import captions_read, judged
from pipelines.project.documents import EncodedExport, PicturePath
from pipelines.project.inspecting import inspected_copy
from pipelines.source.documents import SurveyedSource
from renderer.captions.drawing.overlay import planned_captions
from renderer.contract.orders.remix import RemixExport
from renderer.core.mix import Mix
from renderer.media.inspection.inspect import Expectation, Inspection
from renderer.media.loudness import SHORTEST_JUDGED
from renderer.runtime.stage import Stage, StageContext

GATE_LUFS: Final = -70.0
"""What a meter reads for silence (ITU-R BS.1770-4, absolute gate)."""
_AS_LONG_AS_IT_LIKES: Final = Fraction(3600)
_LOUDNESS_LU: Final = 0.5


def run(context: StageContext[RemixExport]) -> Inspection:
    """Measure the file against its plan; like its source, it may stand still, be black or be silent.

    The loudness of a video that is too short for a meter is not judged.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    export, mix = context.read(EncodedExport), context.read(Mix)
    expected = Expectation(
        width=export.width,
        height=export.height,
        fps=export.plan.fps if export.plan else 1,
        frame_count=export.frames,
        loudness_lufs=max(mix.loudness_lufs, GATE_LUFS),
        loudness_tolerance=_LOUDNESS_LU if export.duration >= SHORTEST_JUDGED else math.inf,
        frozen=_AS_LONG_AS_IT_LIKES,
        black=_AS_LONG_AS_IT_LIKES,
        silent=_AS_LONG_AS_IT_LIKES,
        opens_black=True,
    )
    if export.plan is None or export.pictures is PicturePath.SPLICED:
        return inspected_copy(context, partial(captions_read, planned_captions))
    video = context.path(export.video)
    return judged(context, video, export.plan, expected, captions_of=planned_captions)


STAGE: Final[Stage[RemixExport]] = Stage(
    name="inspect_export",
    version=4,
    weight=4,
    needs=(SurveyedSource, EncodedExport, Mix),
    makes=Inspection,
    run=run,
)
