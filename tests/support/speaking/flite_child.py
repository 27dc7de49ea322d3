"""The child process in which Flite speaks: `python flite_child.py VOICE`, the text on standard input.

Flite keeps random state between utterances (the noise of its vocoder), so that only a fresh process gives the
same samples every time. Writes a line of JSON (rate, words), then the samples as native 16-bit integers.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

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


def library() -> Any:
    """Load and initialise Flite.

    Raises:
        OSError: Flite is not installed.
    """
    flite = ctypes.CDLL("libflite.so.1", mode=ctypes.RTLD_GLOBAL)
    for name in ("usenglish", "cmulex"):
        ctypes.CDLL(f"libflite_{name}.so.1", mode=ctypes.RTLD_GLOBAL)
    flite.flite_init()
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    shapes = {
        "flite_synth_text": (pointer, [text, pointer]),
        "utt_relation": (pointer, [pointer, text]),
        "relation_head": (pointer, [pointer]),
        "item_next": (pointer, [pointer]),
        "ffeature_float": (ctypes.c_float, [pointer, text]),
        "ffeature_string": (text, [pointer, text]),
        "utt_wave": (ctypes.POINTER(_Wave), [pointer]),
    }
    for name, (result, arguments) in shapes.items():
        function = getattr(flite, name)
        function.restype, function.argtypes = result, arguments
    return flite


def _voice(name: str) -> int:
    register = getattr(ctypes.CDLL(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
    register.restype, register.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    return int(register(None))


def main() -> None:
    """Speak the text on standard input."""
    flite = library()
    utterance = flite.flite_synth_text(sys.stdin.buffer.read(), _voice(sys.argv[1]))
    wave = flite.utt_wave(utterance).contents
    words = []
    item = flite.relation_head(flite.utt_relation(utterance, b"Word"))
    while item:
        name = flite.ffeature_string(item, b"name").decode()
        words.append((name, flite.ffeature_float(item, _START), flite.ffeature_float(item, _END)))
        item = flite.item_next(item)
    sys.stdout.buffer.write(json.dumps({"rate": wave.sample_rate, "words": words}).encode() + b"\n")
    sys.stdout.buffer.write(ctypes.string_at(wave.samples, 2 * wave.num_samples))


if __name__ == "__main__":
    main()
