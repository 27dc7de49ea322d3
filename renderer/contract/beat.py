"""Beats: what a supervised worker reports about itself to its supervisor, one JSON line a second."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from renderer.contract.message import Message

BEAT_VARIABLE: Final = "CLIPWRIGHT_BEAT_DESCRIPTOR"
"""Environment variable that names the inherited file descriptor on which beats are expected."""
BEAT_SECONDS: Final = 1.0


class Beat(Message):
    """The worker lives; `trouble` is why it takes no jobs at present, empty when it does."""

    trouble: Annotated[str, Field(max_length=500)] = ""
