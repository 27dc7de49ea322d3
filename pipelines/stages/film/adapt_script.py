"""adapt_script: the caller's text becomes a manuscript that fills the film, before anything is spoken."""

from __future__ import annotations

from typing import Final

from pipelines.film.adapting import Wanted, adapted
from pipelines.film.cards import cards_of, target_seconds
from renderer.backends.adapting.base import ScriptAdapter
from renderer.backends.speech.base import SpeechEngine
from renderer.contract.facts import TITLE, Facts, ScriptFacts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.document import Manuscript
from renderer.manuscript.fitting import FilmFit
from renderer.manuscript.length import Lengths, estimated_lengths
from renderer.manuscript.reading import read_manuscript
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.voices.speaking_rate import SpeakingRate


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """The text, how long it shall last, who speaks it and who may retell it."""
    settings = order.settings
    return {
        "script": order.script,
        "title": order.title,
        "minutes": settings.target_minutes,
        "language": settings.language,
        "voice": settings.voice,
        "cards": cards_of(order),
        "speaker": capabilities.engine(SpeechEngine).fingerprint,
        "adapter": capabilities.engine(ScriptAdapter).fingerprint,
    }


def run(context: StageContext[LongFormOrder]) -> FilmFit:
    """Read the text, find its chapters, and fit it to the wanted length.

    Raises:
        ClipwrightError: `script_empty`, `script_too_short`; what a required adapter raises.
    """
    order = context.order
    settings = order.settings
    manuscript = read_manuscript(order.script, language=settings.language, title=order.title)
    context.advance(0.1, f"{len(manuscript.chapters)} chapters, {len(manuscript.sentences)} sentences")
    pace = context.engine(SpeakingRate)

    def measured(told: Manuscript) -> Lengths:
        return estimated_lengths(told, voice=settings.voice, pace=pace)

    def advance(fraction: float, detail: str) -> None:
        context.check_cancelled()
        context.advance(0.1 + 0.9 * fraction, detail)

    wanted = Wanted(target=target_seconds(order), cards=cards_of(order), measure=measured)
    fit = adapted(manuscript, wanted, context.engine(ScriptAdapter), advance=advance)
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
    name="adapt_script", version=2, weight=1, makes=FilmFit, params=params, run=run, facts=facts
)
