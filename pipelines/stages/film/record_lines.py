"""record_lines: every sentence is spoken once and passed through its voice's chain, without pauses yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from pipelines.film.documents import Recording
from pipelines.film.recorder import Foresight
from pipelines.film.recording import recorded, recording_params
from pipelines.film.spoken_before import SpokenBefore
from pipelines.pronouncing import line_maker
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.film_fit import FilmFit
from renderer.runtime.stage import Stage, StageContext

Foresee: TypeAlias = Callable[[StageContext[LongFormOrder], FilmFit], Foresight]
"""Begins a look ahead."""


def run(foresee: Foresee, context: StageContext[LongFormOrder]) -> Recording:
    """Speak sentence by sentence into one stem; what is already known of the film is rendered meanwhile.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    fit = context.read(FilmFit)
    order, ahead = context.order, partial(foresee, context, fit)
    line_of = line_maker(order.settings.language, order.lexicon)
    return Recording(take=recorded(context, fit, SpokenBefore(), line_of=line_of, foresee=ahead))


def stage(foresee: Foresee) -> Stage[LongFormOrder]:
    """The stage; `foresee` begins the look ahead while it runs."""
    return Stage(
        name="record_lines",
        version=4,
        weight=4,
        needs=(FilmFit,),
        makes=Recording,
        params=recording_params,
        run=partial(run, foresee),
    )
