"""inspect_video: the finished file is judged before anyone sees it; a failing one is never published."""

from __future__ import annotations

from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.inspecting import inspected
from pipelines.timing import FROZEN
from renderer.captions.drawing.overlay import planned_captions
from renderer.contract.orders.base import OrderDocument
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[OrderDocument]) -> Inspection:
    """Measure the file against the plan.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    return inspected(context, frozen=FROZEN, captions_of=planned_captions)


STAGE: Final[Stage[OrderDocument]] = Stage(
    name="inspect_video",
    version=5,
    weight=4,
    needs=(RenderedVideo,),
    makes=Inspection,
    run=run,
)
