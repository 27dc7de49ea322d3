"""What a user's file is, without trusting it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.media.sandbox import Limits, ask_child

PROBE_LIMITS: Final = Limits(memory=3 << 30, seconds=20, file_bytes=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """`kind` is "still" or "clip"; sizes are upright pixels; `duration` in seconds, 0 for a still.

    `format` is the name of the only decoder that opened it. `duration` is what the file claims.
    """

    format: str
    kind: str
    width: int
    height: int
    duration: float


def probe(path: Path) -> Probe:
    """Look at a user's picture or clip.

    Raises:
        ClipwrightError: `media_unreadable` with a reason for the file's owner.
    """
    return Probe(**ask_child("probe", path, PROBE_LIMITS))
