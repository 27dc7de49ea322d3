"""adapt_script: the caller's text becomes a manuscript that fills the film, before anything is spoken."""

from __future__ import annotations

from typing import Final

from pipelines.film_cards import cards_of, target_seconds
from renderer.contract.facts import TITLE, Facts, ScriptFacts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.fitting import FilmFit, fitted
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.reading import read_manuscript
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """The text, how long it shall last, and who speaks it."""
    del capabilities
    settings = order.settings
    return {
        "script": order.script,
        "title": order.title,
        "minutes": settings.target_minutes,
        "language": settings.language,
        "voice": settings.voice,
        "cards": cards_of(order),
    }


def run(context: StageContext[LongFormOrder]) -> FilmFit:
    """Read the text, find its chapters, and fit it to the wanted length.

    Raises:
        ClipwrightError: `script_empty`, `script_too_short`.
    """
    order = context.order
    settings = order.settings
    manuscript = read_manuscript(order.script, language=settings.language, title=order.title)
    context.advance(0.5, f"{len(manuscript.chapters)} chapters, {len(manuscript.sentences)} sentences")
    lengths = estimated_lengths(manuscript, voice=settings.voice)
    fit = fitted(manuscript, lengths, target=target_seconds(order), cards=cards_of(order))
    context.advance(1.0, f"{fit.adaptation}: about {fit.seconds / 60:.1f} minutes")
    return fit


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
    name="adapt_script", version=1, weight=1, makes=FilmFit, params=params, run=run, facts=facts
)
