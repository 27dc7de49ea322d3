"""Measures how long each sound of Open JTalk's voice lasts, without the cost of speaking it.

The engine does not report durations, but a label spoken alone is exactly as long as inside an utterance at
speed 1. The cost of speaking is per sample, so the labels are spoken by a copy of the voice whose frames
are one sample long: the number of frames is the same, in a thirtieth of the time.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyopenjtalk.htsengine import HTSEngine

_FRAME_PERIOD: Final = re.compile(rb"^FRAME_PERIOD:\d+$", re.MULTILINE)
"""The frame period in the text header of a voice file (HTS voice format 1.0)."""


def label_lengths(labels: Sequence[str], *, voice: bytes, frame: int) -> list[int]:
    """The length of each full-context label in samples, for the voice file at this path.

    `frame` is the number of samples per frame of the voice.

    Raises:
        RuntimeError: the voice cannot be read, its copy cannot be written, or a label cannot be spoken.
    """
    engine = _measuring(voice)
    return [frame * len(engine.synthesize([label])) for label in labels]


@cache
def _measuring(voice: bytes) -> HTSEngine:
    """An engine whose frames are one sample long; it reads the whole file on construction."""
    from pyopenjtalk.htsengine import HTSEngine  # noqa: PLC0415  loads a native library

    try:
        head, mark, data = Path(voice.decode()).read_bytes().partition(b"[DATA]")
        with tempfile.NamedTemporaryFile(suffix=".htsvoice") as copy:
            copy.write(_FRAME_PERIOD.sub(b"FRAME_PERIOD:1", head, count=1) + mark + data)
            copy.flush()
            return HTSEngine(copy.name.encode())
    except OSError as error:
        message = f"its voice cannot be measured: {error.strerror}"
        raise RuntimeError(message) from error
