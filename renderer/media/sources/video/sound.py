"""The sound of a user's video as blocks of floats, on the pictures' clock."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.core.timecode import ZERO, sample_at
from renderer.errors import ClipwrightError
from renderer.media.sources.video.decoder import start_decoder
from renderer.media.sources.video.facts import AudioTrack, SourceFacts
from renderer.media.sources.video.graph import raw_channels, sound_arguments

CHANNELS: Final = 2
BLOCK: Final = 48_000
"""Samples of a block: one second."""

Block = npt.NDArray[np.float32]


def sound_blocks(
    path: Path,
    facts: SourceFacts,
    track: AudioTrack,
    *,
    start: Fraction = ZERO,
    stop: Fraction | None = None,
) -> Generator[Block, None, None]:
    """Stereo at 48 kHz, shape (2, n) with n up to `BLOCK`, from `start` to `stop` seconds.

    Second 0 is the time of the first frame: earlier sound is left out, a track that begins later starts with
    silence, and gaps in it are silent. It ends with the track or at `stop` (by default the end of the
    pictures), whichever is earlier. The samples of a stretch are the same as within the whole.

    Raises:
        ClipwrightError: `media_unreadable` when the decoder crashed or hit a limit.
    """
    channels = raw_channels(track)
    first, end = sample_at(start), sample_at(facts.duration if stop is None else stop)
    decoder = start_decoder(sound_arguments(facts, track, start=first, stop=end), path)
    try:
        raw = np.empty(BLOCK * channels * 4, np.uint8)
        while filled := decoder.fill(raw):
            samples = raw[: filled // (4 * channels) * 4 * channels].view("<f4").reshape(-1, channels)
            yield np.nan_to_num(np.repeat(samples.T, CHANNELS // channels, axis=0))
            if filled < len(raw):
                return
    finally:
        decoder.close()


def sounding_track(path: Path, facts: SourceFacts) -> AudioTrack | None:
    """The first track whose sound can be decoded; None if there is none."""
    return next((track for track in facts.audio if _sounds(path, facts, track)), None)


def _sounds(path: Path, facts: SourceFacts, track: AudioTrack) -> bool:
    blocks = sound_blocks(path, facts, track)
    try:
        return next(iter(blocks), None) is not None
    except ClipwrightError:
        return False
    finally:
        blocks.close()
