"""What was spoken of a film before: by an earlier stage, or by an earlier run."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from renderer.core.words import TakeLine


class SpokenBefore(Struct, frozen=True, kw_only=True):
    """Lines of an earlier stem (a digest) by the text of their sentence; empty if nothing was spoken.

    `notes` are about the whole stem; `said` has the notes on single lines, also by their text.
    """

    audio: str = ""
    lines: Mapping[str, TakeLine] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
