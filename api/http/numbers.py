"""Whole numbers as JSON has them: 2 and 2.0 are one and the same, true and "2" are none."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BeforeValidator


def _as_integer(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final[Any] = BeforeValidator(_as_integer)
"""Stands after the bounds of a strict integer, and is asked before them."""
