"""time_lines: with the true length of every sentence, the film gets its final pauses and its timeline."""

from __future__ import annotations

from typing import Final

from pipelines.film.cards import cards_of, target_seconds
from pipelines.film.documents import Film, FullRecording, SpokenFit
from renderer.contract.orders.long_form import LongFormOrder
from renderer.errors import ClipwrightError
from renderer.manuscript.fitting import LONGEST_FILM, SHORTEST_FILM
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.refitting import refitted
from renderer.manuscript.timeline import laid_on_time
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """The wanted length, the cards, and the frame rate that all times are rounded to."""
    del capabilities
    return {
        "minutes": order.settings.target_minutes,
        "cards": cards_of(order),
        "fps": order.frame.fps,
    }


def run(context: StageContext[LongFormOrder]) -> Film:
    """Refit the pauses and lay the film on its timeline.

    Raises:
        ClipwrightError: `film_length` when the film would be shorter or longer than is allowed.
    """
    order = context.order
    spoken = {line.line: line.span.duration for line in context.read(FullRecording).take.lines}
    lengths = Lengths(speech={sentence: float(seconds) for sentence, seconds in spoken.items()})
    cards = cards_of(order)
    fit = refitted(context.read(SpokenFit).fit, lengths, target=target_seconds(order), cards=cards)
    timeline = laid_on_time(fit, spoken, cards=cards, fps=order.frame.fps)
    if not SHORTEST_FILM <= timeline.duration <= LONGEST_FILM:
        raise ClipwrightError("film_length", minutes=f"{float(timeline.duration) / 60:.1f}")
    return Film(fit=fit, timeline=timeline)


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="time_lines",
    version=6,
    weight=1,
    needs=(SpokenFit, FullRecording),
    makes=Film,
    params=params,
    run=run,
)
