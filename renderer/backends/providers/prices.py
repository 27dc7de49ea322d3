"""What calls cost, as the operator says in settings; everything is free until then."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

PER: Decimal = Decimal(1_000_000)


class Prices(Struct, frozen=True, kw_only=True):
    """Money per million tokens in and out, per million characters of speech, and per picture."""

    chat_in: Decimal = Decimal(0)
    chat_out: Decimal = Decimal(0)
    speech: Decimal = Decimal(0)
    picture: Decimal = Decimal(0)

    def chat(self, characters: int, most_tokens: int) -> Decimal:
        """Upper estimate for a question of so many characters; a token has at least one character."""
        return (self.chat_in * characters + self.chat_out * most_tokens) / PER

    def spoken(self, characters: int) -> Decimal:
        """Price of saying so many characters."""
        return self.speech * characters / PER
