"""What was spoken of a film before: by an earlier stage, or by an earlier run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderer.core.words import TakeLine


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenBefore:
    """Lines of an earlier stem (a digest) by the text of their sentence; empty where nothing was spoken.

    `notes` are on that whole stem, `said` those on single lines, also by their text.
    """

    audio: str = ""
    lines: Mapping[str, TakeLine] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
