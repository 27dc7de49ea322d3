"""Whole numbers as JSON defines them: 2 and 2.0 are the same number, true and "2" are not numbers."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BeforeValidator


def _as_integer(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final[Any] = BeforeValidator(_as_integer)
"""Follows the bounds of a strict integer in `Annotated`, but runs before pydantic checks them."""
