"""Currency signs, and letters that stand for thousands and millions."""

from __future__ import annotations

from typing import Final

CURRENCY_SIGNS: Final = {
    "US$": "USD",
    "R$": "BRL",
    "CHF": "CHF",
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "JPY": "JPY",
    "CNY": "CNY",
    "INR": "INR",
    "RUB": "RUB",
    "BRL": "BRL",
    "रु.": "INR",
    "Rs.": "INR",
    "Rs": "INR",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "₹": "INR",
    "₽": "RUB",
    "₩": "KRW",
}
CURRENCY_CODES: Final = tuple(sign for sign in CURRENCY_SIGNS if sign[0].isalpha() and sign[-1] != "$")
"""Currency codes and abbreviations made of letters."""
SCALE_SIZES: Final = {"K": 3, "k": 3, "M": 6, "m": 6, "B": 9, "bn": 9, "T": 12}
