"""What both fits of a film depend on, and what they tell its owner."""

from __future__ import annotations

from pipelines.film.cards import cards_of
from renderer.backends.adapting.base import ScriptAdapter
from renderer.backends.speech.base import SpeechEngine
from renderer.contract.facts import TITLE, Facts, ScriptFacts
from renderer.contract.orders.long_form import LongFormOrder
from renderer.manuscript.film_fit import FilmFit
from renderer.runtime.capabilities import CapabilitySet


def fitting_params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """The text, its wanted length, who speaks it and who may retell it."""
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
    """What the owner sees of the script before the film is finished."""
    manuscript = fit.manuscript
    return (
        ScriptFacts(
            title=manuscript.title[:TITLE],
            adaptation=fit.adaptation.value,
            spoken_characters=sum(len(sentence.text) for sentence in manuscript.sentences),
            estimated_seconds=round(fit.seconds, 1),
        ),
    )
