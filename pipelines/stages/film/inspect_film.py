"""inspect_film: the finished film is judged before anyone sees it; pictures may stand still for longer."""

from __future__ import annotations

from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.film.documents import Film
from pipelines.film.standing import FROZEN
from pipelines.inspecting import inspected
from renderer.captions.drawing.overlay import planned_captions
from renderer.contract.orders.long_form import LongFormOrder
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[LongFormOrder]) -> Inspection:
    """Measure the file against the plan.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    sections = context.read(Film).timeline.sections
    return inspected(context, frozen=FROZEN, captions_of=planned_captions, sections=sections)


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="inspect_film", version=4, weight=4, needs=(Film, RenderedVideo), makes=Inspection, run=run
)
