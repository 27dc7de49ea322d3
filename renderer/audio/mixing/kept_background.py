"""The background behind removed speech, for originals whose voices could be separated."""

from __future__ import annotations

from pathlib import Path

from renderer.audio.mixing.mixdown import curve_samples
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.mix import GainCurve


@single_threaded
def write_kept_background(background: Path, taken: GainCurve, path: Path) -> None:
    """Write the part of the WAV `background` that the curve `taken` removes from the original.

    Both contain the same background sound, so the share that one loses is added by the other; where the curve
    leaves the original alone, the result is silent.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    with WavReader(background) as wav, WavWriter(path, channels=wav.channels) as out:
        start = 0
        for block in wav.blocks():
            out.write(block * (1.0 - curve_samples(taken, start, block.shape[1])))
            start += block.shape[1]
