"""How long each sound of Open JTalk's voice lasts, without speaking it.

The engine tells no durations; a label that it speaks on its own is as long, to the sample, as inside an
utterance at speed 1. Speaking costs by the sample, so the labels are spoken by a copy of the voice whose
frames are one sample long: the same frames, a thirtieth of the time.
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
"""In the text that opens a voice file (HTS voice format 1.0)."""


def label_lengths(labels: Sequence[str], *, voice: bytes, frame: int) -> list[int]:
    """Samples of each full-context label, whose frames have `frame` samples in the voice file at this path.

    Raises:
        RuntimeError: the voice cannot be read, its copy not written, or a label not spoken.
    """
    engine = _measuring(voice)
    return [frame * len(engine.synthesize([label])) for label in labels]


@cache
def _measuring(voice: bytes) -> HTSEngine:
    """An engine whose frames are one sample long; it has read the whole file when it is made."""
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
