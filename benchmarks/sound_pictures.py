"""Draws the waveform and spectrogram of each video as a PNG, for looking at a mix.

    python -m benchmarks.sound_pictures OUT_FOLDER FILE.mp4 …

The waveform is at the top in white, the spectrogram below it: time to the right, 0 to 12 kHz upwards, 90 dB
from black to white, with a red line at every second.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import av
import numpy as np
import numpy.typing as npt
from PIL import Image

WIDTH: Final = 1600
WAVE, SPECTRUM = 200, 400
RATE: Final = 24_000
WINDOW: Final = 1024
RANGE_DB: Final = 90.0

Bytes = npt.NDArray[np.uint8]
Samples = npt.NDArray[np.float32]


def sound(path: Path) -> Samples:
    """The file's first audio stream at 24 kHz, the mean of left and right.

    FFmpeg's own downmix to mono raises the centre by 3 dB, which would make a voice at full scale look
    clipped.
    """
    parts = []
    with av.open(str(path)) as file:
        resampler = av.AudioResampler(format="fltp", layout="stereo", rate=RATE)
        for frame in file.decode(audio=0):
            parts += [piece.to_ndarray().mean(axis=0) for piece in resampler.resample(frame)]
    return np.concatenate(parts).astype(np.float32)


def wave_form(samples: Samples) -> Bytes:
    """The waveform, (WAVE, WIDTH): from lowest to highest sample of each column, full scale at the edges."""
    columns = np.array_split(samples, WIDTH)
    rows = np.arange(WAVE)[:, None]
    middle = (WAVE - 1) / 2
    top = np.array([middle - middle * float(part.max()) for part in columns])
    bottom = np.array([middle - middle * float(part.min()) for part in columns])
    return np.where((rows >= top) & (rows <= bottom), 255, 0).astype(np.uint8)


def spectrogram(samples: Samples) -> Bytes:
    """The spectrogram, (SPECTRUM, WIDTH): levels below the loudest bin, low frequencies at the bottom."""
    starts = np.linspace(0, max(0, len(samples) - WINDOW), WIDTH).astype(int)
    padded = np.pad(samples, (0, WINDOW))
    frames = np.stack([padded[start : start + WINDOW] for start in starts]) * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, axis=1))[:, : WINDOW // 2].T
    levels = 20 * np.log10(power / (power.max() + 1e-12) + 1e-12)
    picture = Image.fromarray(np.clip(255 * (1 + levels[::-1] / RANGE_DB), 0, 255).astype(np.uint8))
    return np.asarray(picture.resize((WIDTH, SPECTRUM)))


def drawn(samples: Samples) -> Image.Image:
    """Waveform above spectrogram, with a line at every second."""
    grey = np.concatenate([wave_form(samples), spectrogram(samples)])
    colour = np.repeat(grey[:, :, None], 3, axis=2)
    for second in range(1, len(samples) // RATE + 1):
        colour[:, min(WIDTH - 1, round(second * RATE * WIDTH / len(samples)))] //= 2
        colour[:, min(WIDTH - 1, round(second * RATE * WIDTH / len(samples))), 0] += 90
    return Image.fromarray(colour)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for path in given.files:
        target = given.folder / f"{path.stem}.png"
        drawn(sound(path)).save(target)
        print(target)


if __name__ == "__main__":
    main()
