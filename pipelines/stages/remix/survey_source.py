"""survey_source: every packet of the upload is read in a sandboxed child; no claim of its headers counts."""

from __future__ import annotations

from typing import Final

from pipelines.source.documents import SurveyedSource
from pipelines.source.reading import SOURCE, source_params, source_path, surveyed
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.inputs import Inputs
from renderer.runtime.stage import Stage, StageContext

FETCHING: Final = 0.2
"""Share of the stage's progress at which the file is here."""


def run(context: StageContext[RemixOperation]) -> SurveyedSource:
    """Measure the source.

    Raises:
        ClipwrightError: `source_unreadable`, `no_video`, `source_too_long`.
    """

    def fetched(done: int, total: int) -> None:
        context.check_cancelled()
        context.advance(FETCHING * done / total, f"fetched {done / 1e6:.1f} of {total / 1e6:.1f} MB")

    path = source_path(context, fetched=fetched)
    context.advance(FETCHING, "the file is here")
    return surveyed(path, context.engine(Inputs).digest(SOURCE))


def summary(source: SurveyedSource) -> str:
    """Size, length, sound."""
    width, height = source.facts.picture.shown_size
    heard = f"sound from track {source.sound.stream}" if source.sound else "no sound"
    return f"{width} x {height}, {float(source.facts.duration):.1f} s, {heard}"


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="survey_source",
    version=1,
    weight=2,
    makes=SurveyedSource,
    params=source_params,
    run=run,
    summary=summary,
)
