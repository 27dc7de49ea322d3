"""What a film's order says about its length and its cards, for all stages that ask."""

from __future__ import annotations

from renderer.contract.orders.long_form import ChapterStyle, LongFormOrder
from renderer.manuscript.film_fit import Cards


def target_seconds(order: LongFormOrder) -> float:
    """How long the film shall be."""
    return 60.0 * order.settings.target_minutes


def cards_of(order: LongFormOrder) -> Cards:
    """Seconds of the cards; chapters have theirs only where the order wants cards."""
    return Cards() if order.settings.chapters is ChapterStyle.CARDS else Cards(chapter=0.0)
