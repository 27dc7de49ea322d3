"""A frame on its way to the encoder."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class ComposedFrame(Struct, frozen=True, kw_only=True):
    """A PyAV frame, shown as frame `number` and so many `times` in all; `again` if it was shown before that.

    A still picture comes once more with the first frame of every group of pictures.
    """

    frame: Any
    number: int
    times: int
    again: bool
