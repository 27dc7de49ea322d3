"""A frame on its way to the encoder."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class ComposedFrame(Struct, frozen=True, kw_only=True):
    """A PyAV frame, shown from frame `number` on for `times` frames; `again` if it was shown before that.

    A still picture is repeated as a new composed frame at the first frame of every group of pictures.
    """

    frame: Any
    number: int
    times: int
    again: bool
