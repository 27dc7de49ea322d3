"""What a mix will measure once it is delivered: the AAC codec changes peaks, so it is asked, not guessed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from renderer.media.loudness import Loudness, measure_loudness
from renderer.media.outlet import mp4_output
from renderer.media.sound import SoundTrack


def delivered_loudness(wav: Path, *, duration: Fraction, bit_rate: int, scratch: Path) -> Loudness:
    """Encode `wav` (stereo float, 48 kHz) exactly as the video's sound track will be, and measure that.

    `duration` in seconds, `bit_rate` in bit/s; `scratch` is a folder for a temporary file.

    Raises:
        ClipwrightError: `encoder_failed`, `disk_full`.
    """
    path = scratch / "delivered.mp4"
    with mp4_output(path) as container:
        sound = SoundTrack(container, wav, duration=duration, bit_rate=bit_rate)
        container.start_encoding()
        sound.finish()
    loudness = measure_loudness(path)
    path.unlink()
    return loudness
