"""CMU Flite through its libraries (Debian: libflite1): an independent voice that knows its word times."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from renderer.backends.speech.base import Samples

VOICES = ("slt", "rms", "kal16", "awb")
_START = b"R:SylStructure.daughter1.daughter1.R:Segment.p.end"
_END = b"R:SylStructure.daughtern.daughtern.R:Segment.end"


class _Wave(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_char_p),
        ("sample_rate", ctypes.c_int),
        ("num_samples", ctypes.c_int),
        ("num_channels", ctypes.c_int),
        ("samples", ctypes.POINTER(ctypes.c_short)),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class FliteSpeech:
    """Mono samples in [-1, 1] at `rate` hertz, and (word, start, end) in seconds."""

    samples: Samples
    rate: int
    words: tuple[tuple[str, float, float], ...]


def flite_missing() -> str:
    """Why Flite cannot be used here, or ""."""
    try:
        _library()
    except OSError as error:
        return f"libflite1 is not installed ({error})"
    return ""


def require_flite() -> None:
    """Skip, or in CI fail, without Flite."""
    reason = flite_missing()
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@functools.cache
def _library() -> Any:
    library = ctypes.CDLL("libflite.so.1", mode=ctypes.RTLD_GLOBAL)
    for name in ("usenglish", "cmulex"):
        ctypes.CDLL(f"libflite_{name}.so.1", mode=ctypes.RTLD_GLOBAL)
    library.flite_init()
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    shapes = {
        "flite_synth_text": (pointer, [text, pointer]),
        "utt_relation": (pointer, [pointer, text]),
        "relation_head": (pointer, [pointer]),
        "item_next": (pointer, [pointer]),
        "ffeature_float": (ctypes.c_float, [pointer, text]),
        "ffeature_string": (text, [pointer, text]),
        "utt_wave": (ctypes.POINTER(_Wave), [pointer]),
        "delete_utterance": (None, [pointer]),
    }
    for name, (result, arguments) in shapes.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


@functools.cache
def _voice(name: str) -> int:
    library = ctypes.CDLL(f"libflite_cmu_us_{name}.so.1")
    register = getattr(library, f"register_cmu_us_{name}")
    register.restype, register.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    return int(register(None))


def flite_says(text: str, voice: str) -> FliteSpeech:
    """The text in one of `VOICES`; what is said should be written out in plain words."""
    library = _library()
    utterance = library.flite_synth_text(text.encode(), _voice(voice))
    wave = library.utt_wave(utterance).contents
    whole = np.ctypeslib.as_array(wave.samples, (wave.num_samples,))
    samples = (whole / 32768).astype(np.float32)
    words = []
    item = library.relation_head(library.utt_relation(utterance, b"Word"))
    while item:
        name = library.ffeature_string(item, b"name").decode()
        words.append((name, library.ffeature_float(item, _START), library.ffeature_float(item, _END)))
        item = library.item_next(item)
    rate = int(wave.sample_rate)
    library.delete_utterance(utterance)
    return FliteSpeech(samples=samples, rate=rate, words=tuple(words))


def token_starts(said: FliteSpeech, spoken: Sequence[str]) -> list[float]:
    """Start of each spoken form in seconds; the forms must be Flite's words, several to a form perhaps."""
    starts, position = [], 0
    for form in spoken:
        starts.append(said.words[position][1])
        position += len(form.split())
    return starts if position == len(said.words) else []
