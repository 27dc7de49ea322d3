"""Code shared by the models of the Kokoro family: speaking a line, and predicted durations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded.espeak_process import EspeakError, EspeakProcess
from renderer.backends.speech.neural.in_pieces import Sound, spoken, unspoken
from renderer.backends.speech.phonemes.reading import read_aloud
from renderer.backends.speech.phonemes.sequence import PhonemeChunk, pieces
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError

RATE: Final = 24_000
FRAME: Final = 600
"""Samples of one predicted frame."""
SOUND_LEADS: Final = 0.06
"""Seconds by which a sound is heard before its predicted frames (docs/VOICES.md)."""
TRUST: Final = 0.95
"""Confidence: starts after pauses are measured, those in speech are from 25 ms frames (docs/VOICES.md)."""
_SILENT: Final = "it knows no sounds for its text; write it out in words"


def speak_line(
    line: Line,
    language: Language,
    *,
    engine: str,
    process: EspeakProcess,
    say: Callable[[PhonemeChunk], Sound],
) -> Speech:
    """The line at 24 kHz with a span per token; `say` speaks its pieces.

    Raises:
        ClipwrightError: `line_unspeakable`, `speech_failed`.
    """
    try:
        words = read_aloud(line.tokens, language, process=process)
        speech = spoken(
            pieces(words),
            say,
            tokens=len(line.tokens),
            rate=RATE,
            trust=TRUST,
            notes=unspoken(line.tokens, words, engine=engine),
        )
    except ClipwrightError:
        raise
    except (EspeakError, LookupError) as error:
        raise ClipwrightError("speech_failed", engine=engine, line=line.id, reason=error) from error
    except Exception as error:  # onnxruntime's exceptions share no base class
        reason = type(error).__name__
        raise ClipwrightError("speech_failed", engine=engine, line=line.id, reason=reason) from error
    if not len(speech.samples):
        raise ClipwrightError("line_unspeakable", engine=engine, line=line.id, reason=_SILENT)
    return speech


def ends_of(frames: Any) -> tuple[float, ...]:
    """When each symbol ends, in seconds, from the number of frames predicted for each."""
    ends = np.cumsum(np.ravel(frames)) * FRAME / RATE - SOUND_LEADS
    return tuple(float(end) for end in ends)
