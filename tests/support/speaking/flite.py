"""CMU Flite by its libraries (Debian: libflite1): an independent voice that reports its word times."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from renderer.backends.speech.base import Samples
from tests.support.speaking import flite_child

VOICES = ("slt", "rms", "kal16", "awb")


@dataclass(frozen=True, kw_only=True, eq=False)
class FliteSpeech:
    """Mono samples in [-1, 1] at `rate` hertz, and (word, start, end) in seconds."""

    samples: Samples
    rate: int
    words: tuple[tuple[str, float, float], ...]


@functools.cache
def flite_missing() -> str:
    """Why Flite cannot be used here, or ""."""
    try:
        flite_child.library()
    except OSError as error:
        return f"libflite1 is not installed ({error})"
    return ""


def require_flite() -> None:
    """Skip the test, or fail it in CI, if Flite is not installed."""
    reason = flite_missing()
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def flite_says(text: str, voice: str) -> FliteSpeech:
    """Speak a text in one of `VOICES`, always with the same samples; numbers must be written as words."""
    command = [sys.executable, flite_child.__file__, voice]
    said = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=60).stdout
    head, _, body = said.partition(b"\n")
    facts = json.loads(head)
    samples = (np.frombuffer(body, np.int16) / 32768).astype(np.float32)
    words = tuple((word, start, end) for word, start, end in facts["words"])
    return FliteSpeech(samples=samples, rate=facts["rate"], words=words)


def token_starts(said: FliteSpeech, spoken: Sequence[str]) -> list[float]:
    """Start in seconds of each form, which is one or more of Flite's words; empty if their numbers differ."""
    starts, position = [], 0
    for form in spoken:
        starts.append(said.words[position][1])
        position += len(form.split())
    return starts if position == len(said.words) else []
