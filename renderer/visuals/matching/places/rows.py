"""Rows of the gazetteer: each is a place, whose names in a language have the same index."""

from __future__ import annotations

import msgspec


class PlaceNames(msgspec.Struct, frozen=True):
    """Names by row, empty where the language has none; terms in plain spelling, with row and doubt.

    `historic`: the first row that is a place of history.
    """

    names: tuple[str, ...]
    terms: dict[str, tuple[int, int]]
    historic: int = 0


class PlaceRow(msgspec.Struct, frozen=True, array_like=True):
    """ISO 3166 code, degrees east and north, thousands of people (0 for a country)."""

    code: str
    east: float
    north: float
    people: int
