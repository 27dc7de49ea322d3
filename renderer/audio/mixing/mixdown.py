"""Stems under their gain curves, summed block by block into one stereo float WAV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.mixing.placed import curve_within, factor_stretches
from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.samples import Samples, blocks
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.mix import GainCurve
from renderer.core.timecode import ZERO, sample_at

UNITY: Final = GainCurve()
"""The gain curve that changes nothing."""


class Stem(Struct, frozen=True, kw_only=True):
    """One float WAV (mono goes to both sides) placed at `offset` seconds under a gain curve."""

    name: str
    path: Path
    offset: Fraction = ZERO
    gain: GainCurve = UNITY


def _unheard(_: Samples) -> None:
    """Default block listener, which does nothing."""


def curve_samples(curve: GainCurve, start: int, frames: int) -> Samples:
    """Factors of `curve` for `frames` samples from sample `start` of the timeline."""
    factors = np.empty(frames, np.float32)
    for begin, end, follows in factor_stretches(curve_within(curve, start, start + frames), frames):
        factors[begin:end] = follows
    return factors


def stem_block(stem: Stem, wav: WavReader, start: int, frames: int) -> Samples:
    """Read (2, frames) of `stem` on the timeline from sample `start`, with its gain applied."""
    sound = wav.read(start - sample_at(stem.offset), frames)
    return np.broadcast_to(sound, (2, frames)) * curve_samples(stem.gain, start, frames)


def mix_down(
    stems: Sequence[Stem], path: Path, duration: Fraction, *, hear: Callable[[Samples], None] = _unheard
) -> None:
    """Write the sum of `stems` over [0, duration) seconds to `path`; `hear` gets every block (2, frames).

    Raises:
        ClipwrightError: `artifact_corrupt` for a damaged stem, `disk_full`, `output_unwritable`.
    """
    with ExitStack() as stack:
        sources = [(stem, stack.enter_context(WavReader(stem.path))) for stem in stems]
        out = stack.enter_context(WavWriter(path, channels=2))
        for block in ahead(_summed(sources, sample_at(duration))):
            out.write(block)
            hear(block)


def _summed(sources: Sequence[tuple[Stem, WavReader]], frames: int) -> Iterator[Samples]:
    for start, end in blocks(frames):
        total = np.zeros((2, end - start), np.float32)
        for stem, wav in sources:
            total += stem_block(stem, wav, start, end - start)
        yield total
