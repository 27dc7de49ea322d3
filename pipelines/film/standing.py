"""How long a picture of a film may stand still."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

FROZEN: Final = Fraction(10)
"""Seconds: as long as the longest shot."""
