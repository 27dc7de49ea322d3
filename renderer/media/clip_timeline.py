"""Sound clips laid on a timeline by pydub, one after another, and yielded piece by piece.

pydub holds a whole timeline in memory and copies all of it for each clip; here it gets one clip at a time,
with the silence before it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.core.timecode import AUDIO_RATE

FADE_IN_MS: Final = 5
FADE_OUT_MS: Final = 10
_LONGEST_SILENCE_MS: Final = 10_000
"""Longest silence laid in one piece; longer ones are split."""
_MILLISECOND: Final = AUDIO_RATE // 1000
_WIDTH: Final = 4
_FULL_SCALE: Final = float(1 << 31)
_LOUDEST: Final = 1.0 - 2.0**-23

Samples = npt.NDArray[np.float32]


class PlacedClip(Struct, frozen=True, kw_only=True, eq=False):
    """Mono samples at 48 kHz in [-1, 1] that start at `start_ms`."""

    start_ms: int
    samples: Samples


def laid_out(clips: Iterable[PlacedClip], *, length: int) -> Iterator[Samples]:
    """The timeline in pieces, `length` samples in all; clips fade in and out within milliseconds.

    Clips come in order and do not overlap; what reaches beyond the end is cut off.

    Raises:
        ValueError: a clip begins before the previous one has ended.
    """
    position = 0
    for clip in clips:
        silence = clip.start_ms * _MILLISECOND - position
        if silence < 0:
            message = f"the clip at {clip.start_ms} ms begins {-silence} samples too early"
            raise ValueError(message)
        for piece in _pieces(clip, silence):
            kept = piece[: max(0, length - position)]
            position += len(kept)
            yield kept
    while position < length:
        rest = np.zeros(min(length - position, _LONGEST_SILENCE_MS * _MILLISECOND), np.float32)
        position += len(rest)
        yield rest


def _pieces(clip: PlacedClip, silence: int) -> Iterator[Samples]:
    """The silence before a clip, then the clip together with the last of that silence."""
    whole, odd = divmod(silence, _MILLISECOND)
    yield np.zeros(odd, np.float32)  # pydub counts whole milliseconds, which a clip's length need not be
    while whole > _LONGEST_SILENCE_MS:
        yield np.zeros(_LONGEST_SILENCE_MS * _MILLISECOND, np.float32)
        whole -= _LONGEST_SILENCE_MS
    faded = _segment(clip.samples).fade_in(FADE_IN_MS).fade_out(FADE_OUT_MS)
    beneath = _segment(np.zeros(whole * _MILLISECOND + len(clip.samples), np.float32))
    yield _samples(beneath.overlay(faded, position=whole))


def _segment(samples: Samples) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # pydub warns about a missing ffmpeg, not needed here
        from pydub import AudioSegment  # noqa: PLC0415  # loaded with the first clip

    whole = np.clip(samples.astype(np.float64), -_LOUDEST, _LOUDEST) * _FULL_SCALE
    return AudioSegment(whole.astype("<i4").tobytes(), sample_width=_WIDTH, frame_rate=AUDIO_RATE, channels=1)


def _samples(segment: Any) -> Samples:
    whole = np.frombuffer(segment.raw_data, "<i4").astype(np.float64)
    return (whole / _FULL_SCALE).astype(np.float32)
