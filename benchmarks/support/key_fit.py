"""How much of the music lies in its key, and which instruments do not.

    python -m benchmarks.support.key_fit [--packs darkFinance,documentary] [--seconds 30] [--seeds 2]

Each pack's bed is composed for several seeds: whole, without its drums, and each instrument alone. `in key`
is the share of energy between 80 and 2,000 Hz on the pitch classes of the piece's scale; white noise has
0.58. A window of 1.4 s separates semitones down to 80 Hz; `short` is the same with a window of 0.34 s, in
which a low note leaks into its neighbours (the lobe of a Hann window is 12 Hz wide, a semitone at 100 Hz is
6).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from renderer.audio.music.harmony import SCALES
from renderer.audio.music.mood_files import bend_of, mood_of
from renderer.audio.music.perform import _performed
from renderer.audio.music.piece import Note, Piece, planned
from renderer.audio.music.players import played
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.timecode import AUDIO_RATE

LONG, SHORT = 16_384, 4_096
"""Lengths of the windows, in samples at 12 kHz."""
DRUMS = {"kick", "deep_drum", "tom", "clap", "snap", "shaker", "hat", "rim", "wood", "tick", "tock", "brush"}
BAND = (80.0, 2_000.0)
MODES = {
    StylePack.DARK_FINANCE: VideoMode.FINANCE_WARNING,
    StylePack.DRAMATIC_EXPLAINER: VideoMode.WEIRD_FACTS,
    StylePack.DOCUMENTARY: VideoMode.DARK_HISTORY,
    StylePack.CLEAN_EDUCATIONAL: VideoMode.CLEAN_EDUCATIONAL,
}
"""A typical mode for each pack."""


def share_in_key(stereo: npt.NDArray[np.float32], classes: frozenset[int], window: int) -> float:
    """Share of the energy in `BAND` that lies on the pitch classes."""
    mono = stereo.mean(axis=0)[::4]
    frames = np.lib.stride_tricks.sliding_window_view(mono, window)[:: window // 4] * np.hanning(window)
    power = (np.abs(np.fft.rfft(frames, axis=1)) ** 2).sum(axis=0)
    hertz = np.fft.rfftfreq(window, 4 / AUDIO_RATE)
    inside = (hertz > BAND[0]) & (hertz < BAND[1])
    found = np.round(12 * np.log2(hertz[inside] / 440) + 69).astype(int) % 12
    return float(power[inside][np.isin(found, list(classes))].sum() / (power[inside].sum() + 1e-12))


def sounded(notes: Iterable[Note], piece: Piece, seconds: int) -> npt.NDArray[np.float32]:
    return np.concatenate(list(_performed(notes, piece, seconds * AUDIO_RATE)), axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", default=",".join(StylePack))
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    for pack in map(StylePack, given.packs.split(",")):
        for seed in range(1, given.seeds + 1):
            report(pack, seed, given.seconds)


def report(pack: StylePack, seed: int, seconds: int) -> None:
    piece = planned(mood_of(pack), bend_of(MODES[pack]), seed=seed, end=Fraction(seconds - 2), accents=())
    classes = frozenset((piece.tonic + step) % 12 for step in SCALES[piece.scale])
    notes = list(played(piece))
    groups = {"whole": notes, "pitched": [note for note in notes if note.instrument not in DRUMS]}
    names = sorted({note.instrument for note in notes})
    groups |= {name: [note for note in notes if note.instrument == name] for name in names}
    for name, some in groups.items():
        sound = sounded(some, piece, seconds)
        level = 10 * np.log10(float(np.mean(sound**2)) + 1e-12)
        fits = [share_in_key(sound, classes, window) for window in (LONG, SHORT)]
        shown = f"in key {fits[0]:.2f}  short {fits[1]:.2f}"
        print(f"{pack:18} {seed} {name:16} {level:6.1f} dB  {shown}", flush=True)


if __name__ == "__main__":
    main()
