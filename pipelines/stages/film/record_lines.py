"""record_lines: every sentence is spoken once and given its voice's sound, without pauses yet."""

from __future__ import annotations

from typing import Final

from pipelines.film.documents import Recording
from pipelines.film.recording import SpokenBefore, recorded, recording_params
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.fitting import FilmFit
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[LongFormOrder]) -> Recording:
    """Speak sentence by sentence into one stem.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    return Recording(take=recorded(context, context.read(FilmFit), SpokenBefore()))


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="record_lines",
    version=1,
    weight=4,
    needs=(FilmFit,),
    makes=Recording,
    params=recording_params,
    run=run,
)
