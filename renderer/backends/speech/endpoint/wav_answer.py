"""Reads a WAV answer of a speech endpoint.

Streaming servers write the header before they know the length, so a length beyond the end of the body means
"until the end".
"""

from __future__ import annotations

import struct
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Samples

PCM: Final = 1
FLOAT: Final = 3
EXTENSIBLE: Final = 0xFFFE
RATES: Final = range(8_000, 96_001)
_HEADER: Final = 16
_EXTENDED: Final = 26
_PACKED: Final = 24
"""Bits per sample of the format with three-byte samples."""


class _Format(Struct, frozen=True, kw_only=True):
    tag: int
    channels: int
    rate: int
    bits: int


def read_wav(body: bytes) -> tuple[Samples, int]:
    """Mono samples in [-1, 1] and their rate in hertz.

    Raises:
        ValueError: no WAV file, or an unsupported kind; the message says which.
    """
    if body[:4] == b"RIFX":
        reason = "it is a big-endian WAV file (RIFX), which is not supported"
        raise ValueError(reason)
    if body[:4] != b"RIFF" or body[8:12] != b"WAVE":
        reason = "it is no WAV file"
        raise ValueError(reason)
    shape: _Format | None = None
    at = 12
    while at + 8 <= len(body):
        name, size = struct.unpack_from("<4sI", body, at)
        content = body[at + 8 : at + 8 + size]
        if name == b"fmt ":
            shape = _format(content)
        elif name == b"data":
            if shape is None:
                break
            return _mono(content, shape), shape.rate
        at += 8 + size + size % 2
    reason = "the WAV file has no sound in it"
    raise ValueError(reason)


def _format(content: bytes) -> _Format:
    if len(content) < _HEADER:
        reason = "the WAV header is cut off"
        raise ValueError(reason)
    tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", content)
    if tag == EXTENSIBLE and len(content) >= _EXTENDED:
        tag = struct.unpack_from("<H", content, 24)[0]
    if (
        (tag, bits) not in {(PCM, 16), (PCM, 24), (PCM, 32), (FLOAT, 32)}
        or channels not in {1, 2}
        or rate not in RATES
    ):
        reason = f"WAV of kind {tag} with {bits} bits, {channels} channels at {rate} Hz is not supported"
        raise ValueError(reason)
    return _Format(tag=tag, channels=channels, rate=rate, bits=bits)


def _mono(content: bytes, shape: _Format) -> Samples:
    width = shape.bits // 8 * shape.channels
    whole = content[: len(content) // width * width]
    if shape.tag == FLOAT:
        values = np.nan_to_num(np.frombuffer(whole, "<f4"))
    elif shape.bits == _PACKED:
        padded = np.zeros((len(whole) // 3, 4), np.uint8)
        padded[:, 1:] = np.frombuffer(whole, np.uint8).reshape(-1, 3)
        values = padded.view("<i4").ravel() / 2.0**31
    else:
        values = np.frombuffer(whole, f"<i{shape.bits // 8}") / 2.0 ** (shape.bits - 1)
    mono: Samples = values.reshape(-1, shape.channels).mean(axis=1).astype(np.float32)
    return np.clip(mono, -1.0, 1.0)
