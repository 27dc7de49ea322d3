"""Why a caption's word may be drawn louder than its neighbours."""

from __future__ import annotations

from enum import StrEnum


class Emphasis(StrEnum):
    """Why a word may be drawn louder."""

    NONE = "none"
    NUMBER = "number"
    MONEY = "money"
    NEGATION = "negation"
    CHOSEN = "chosen"
    """Marked by the script's writer."""
