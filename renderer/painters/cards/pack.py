"""The cards by name, as directors request them."""

from __future__ import annotations

from typing import Final

from renderer.core.picture_spec import Card
from renderer.painters.cards import chapter_card, closing_card, quote_card, table_card
from renderer.painters.cards.base import PaintCard

CARDS: Final[dict[Card, PaintCard]] = {
    Card.CHAPTER: chapter_card.paint,
    Card.QUOTE: quote_card.paint,
    Card.TABLE: table_card.paint,
    Card.CLOSING: closing_card.paint,
}
"""Pictures of text in any pack's palette and type; pack files do not name them."""
