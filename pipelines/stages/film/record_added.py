"""record_added: sentences that a second fit added are spoken; others are copied unless the rate changed."""

from __future__ import annotations

from typing import Final

from pipelines.film.documents import FullRecording, Recording, SpokenFit
from pipelines.film.recording import recorded, recording_params
from pipelines.film.spoken_before import SpokenBefore
from pipelines.pronouncing import line_maker
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.film_fit import FilmFit
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[LongFormOrder]) -> FullRecording:
    """The recording as it is if the fit stayed the same; otherwise one of the second fit.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    order = context.order
    line_of = line_maker(order.settings.language, order.lexicon)
    first, take = context.read(FilmFit), context.read(Recording).take
    fit = context.read(SpokenFit).fit
    spoken = {line.line: line for line in take.lines}
    if all(sentence in first.manuscript.sentences for sentence in fit.manuscript.sentences) and (
        fit.breathing.rate == first.breathing.rate
    ):
        return FullRecording(take=take)
    if fit.breathing.rate != first.breathing.rate:
        return FullRecording(take=recorded(context, fit, SpokenBefore(), line_of=line_of))
    before = SpokenBefore(
        audio=take.audio,
        lines={sentence.text: spoken[sentence.id] for sentence in first.manuscript.sentences},
        notes=take.notes,
    )
    return FullRecording(take=recorded(context, fit, before, line_of=line_of))


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="record_added",
    version=4,
    weight=1,
    needs=(FilmFit, Recording, SpokenFit),
    makes=FullRecording,
    params=recording_params,
    run=run,
)
