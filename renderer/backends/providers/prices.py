"""The prices of calls, as configured by the operator; everything is free by default."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

PER: Decimal = Decimal(1_000_000)


class Prices(Struct, frozen=True, kw_only=True):
    """Prices per million tokens in and out, per million characters of speech, and per picture."""

    chat_in: Decimal = Decimal(0)
    chat_out: Decimal = Decimal(0)
    speech: Decimal = Decimal(0)
    picture: Decimal = Decimal(0)

    def chat(self, characters: int, most_tokens: int) -> Decimal:
        """Upper bound for a question of `characters` characters, as a token has at least one character."""
        return (self.chat_in * characters + self.chat_out * most_tokens) / PER

    def spoken(self, characters: int) -> Decimal:
        """The price of speaking `characters` characters."""
        return self.speech * characters / PER
