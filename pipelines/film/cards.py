"""What a film's order says about its length and its cards, for all stages that need it."""

from __future__ import annotations

from renderer.contract.orders.long_form import ChapterStyle, LongFormOrder
from renderer.manuscript.film_fit import Cards


def target_seconds(order: LongFormOrder) -> float:
    """The wanted length of the film in seconds."""
    return 60.0 * order.settings.target_minutes


def cards_of(order: LongFormOrder) -> Cards:
    """Seconds that cards are shown; chapters have cards only if the order asks for them."""
    return Cards() if order.settings.chapters is ChapterStyle.CARDS else Cards(chapter=0.0)
