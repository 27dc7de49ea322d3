"""What was behind speech that is taken out, where somebody could tell the two apart."""

from __future__ import annotations

from pathlib import Path

from renderer.audio.mixing.mixdown import curve_samples
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.mix import GainCurve


@single_threaded
def write_kept_background(background: Path, taken: GainCurve, path: Path) -> None:
    """Write as much of the WAV `background` as the original is missing under the curve `taken`.

    The two are the same sound, so that what the one loses the other adds; where the curve leaves the original
    alone there is nothing.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    with WavReader(background) as wav, WavWriter(path, channels=wav.channels) as out:
        start = 0
        for block in wav.blocks():
            out.write(block * (1.0 - curve_samples(taken, start, block.shape[1])))
            start += block.shape[1]
