"""A frame on its way to the encoder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedFrame:
    """A PyAV frame, shown as frame `number` and so many `times` in all; `again` if it was shown before that.

    A still picture comes once more with the first frame of every group of pictures.
    """

    frame: Any
    number: int
    times: int
    again: bool
