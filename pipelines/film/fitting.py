"""An order's script fitted to its film, by whoever measures sentences: what both fits of a film share."""

from __future__ import annotations

from collections.abc import Callable

from pipelines.film.adapting import FilmLength, adapted
from pipelines.film.cards import cards_of, target_seconds
from renderer.backends.adapting.base import ScriptAdapter
from renderer.backends.speech.base import SpeechEngine
from renderer.contract.facts import TITLE, Facts, ScriptFacts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.document import Manuscript
from renderer.manuscript.fitting import FilmFit
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import StageContext


def fitting_params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
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


def fit_facts(fit: FilmFit) -> tuple[Facts, ...]:
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


def fit_order(context: StageContext[LongFormOrder], measure: Callable[[Manuscript], Lengths]) -> FilmFit:
    """Read the text, find its chapters, and fit it to the wanted length.

    Raises:
        ClipwrightError: `script_empty`, `script_too_short`, `cancelled`; what a required adapter raises.
    """
    order = context.order
    manuscript = read_manuscript(order.script, language=order.settings.language, title=order.title)
    context.advance(0.1, f"{len(manuscript.chapters)} chapters, {len(manuscript.sentences)} sentences")

    def advance(fraction: float, detail: str) -> None:
        context.check_cancelled()
        context.advance(0.1 + 0.9 * fraction, detail)

    length = FilmLength(target=target_seconds(order), cards=cards_of(order), measure=measure)
    fit = adapted(manuscript, length, context.engine(ScriptAdapter), advance=advance)
    context.advance(1.0, f"{fit.adaptation}: about {fit.seconds / 60:.1f} minutes")
    return fit
