"""adapt_script: the caller's text becomes a manuscript that fills the film, before anything is spoken."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipelines.film.adapting import fit_order
from pipelines.film.fitting import fit_facts, fitting_params
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.film_fit import FilmFit
from renderer.manuscript.length import estimated_lengths
from renderer.runtime.stage import Stage, StageContext
from renderer.voices.speaking_rate import SpeakingRate


def run(context: StageContext[LongFormOrder]) -> FilmFit:
    """Read the text, find its chapters, and fit it to the wanted length at the voice's measured pace.

    Raises:
        ClipwrightError: `script_empty`, `script_too_short`, `cancelled`; what a required adapter raises.
    """
    voice, pace = context.order.settings.voice, context.engine(SpeakingRate)
    return fit_order(context, partial(estimated_lengths, voice=voice, pace=pace))


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="adapt_script", version=8, weight=1, makes=FilmFit, params=fitting_params, run=run, facts=fit_facts
)
