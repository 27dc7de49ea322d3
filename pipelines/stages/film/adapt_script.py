"""adapt_script: the caller's text becomes a manuscript that fills the film, before anything is spoken."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipelines.film.fitting import fit_order, fitting_params
from renderer.contract.facts import TITLE, Facts, ScriptFacts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.fitting import FilmFit
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


def facts(fit: FilmFit) -> tuple[Facts, ...]:
    """What the owner sees of the script before there is a film."""
    manuscript = fit.manuscript
    return (
        ScriptFacts(
            title=manuscript.title[:TITLE],
            adaptation=fit.adaptation.value,
            spoken_characters=sum(len(sentence.text) for sentence in manuscript.sentences),
            estimated_seconds=round(fit.seconds, 1),
        ),
    )


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="adapt_script", version=2, weight=1, makes=FilmFit, params=fitting_params, run=run, facts=facts
)
