"""A sheet of spectrograms, every mood in three variations, that shows at a glance what the music does."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.mood_files import mood_of
from renderer.audio.music.perform import compose
from renderer.audio.signal.samples import Floats, Samples
from renderer.audio.signal.wav import read_wav
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.timecode import AUDIO_RATE

Picture = npt.NDArray[np.uint8]

NATURAL_MODES: Final[dict[StylePack, VideoMode]] = {
    StylePack.DOCUMENTARY: VideoMode.DARK_HISTORY,
    StylePack.DRAMATIC_EXPLAINER: VideoMode.WEIRD_FACTS,
    StylePack.DARK_FINANCE: VideoMode.FINANCE_WARNING,
    StylePack.CLEAN_EDUCATIONAL: VideoMode.CLEAN_EDUCATIONAL,
}
"""The mode each pack is shown with."""

PANEL: Final = (400, 168)
"""Width and height of one spectrogram in pixels."""

_SECONDS: Final = Fraction(40)
_RING: Final = Fraction(3, 2)
_LOW_HZ: Final = 35.0
_HIGH_HZ: Final = 16_000.0
_RANGE_DB: Final = 78.0
_WINDOW: Final = 8192
_GAP: Final = 14
_TITLE: Final = 26
_INK: Final = (222, 214, 205)
_PAPER: Final = (24, 19, 17)


def spectrogram(sound: Samples, *, width: int, height: int) -> Floats:
    """Levels (height, width) in dB below the loudest point; log frequency upwards, time to the right."""
    mono = sound.mean(axis=0)
    padded = np.pad(mono, (_WINDOW // 2, _WINDOW))
    starts = np.linspace(0, len(mono) - 1, width).astype(int)
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[starts] * np.hanning(_WINDOW)
    power = np.abs(np.fft.rfft(frames)) ** 2
    edges = np.geomspace(_LOW_HZ, _HIGH_HZ, height + 1) * _WINDOW / AUDIO_RATE
    total = np.pad(np.cumsum(power, axis=1), ((0, 0), (1, 0)))
    # bands narrower than a bin take that bin's value, so the low end stays readable
    level = np.stack([_between(total, low, high) for low, high in itertools.pairwise(edges.tolist())])
    decibels = 10.0 * np.log10(level + 1e-12)
    return np.asarray(decibels[::-1] - decibels.max())


def _between(total: Floats, low: float, high: float) -> Floats:
    return np.asarray((_up_to(total, high) - _up_to(total, low)) / (high - low))


def _up_to(total: Floats, edge: float) -> Floats:
    whole = int(edge)
    part = edge - whole
    return np.asarray((1.0 - part) * total[:, whole] + part * total[:, whole + 1])


def music_sheet(
    path: Path, *, packs: Sequence[StylePack] = tuple(StylePack), seeds: Sequence[int] = (1, 2, 3)
) -> None:
    """Write a PNG with a row per mood and a column per seed; the last chord falls at 38.5 of 40 seconds."""
    rows = []
    for pack in packs:
        rows.append(_title(pack, len(seeds)))
        rows.append(_spaced([_panel(pack, seed) for seed in seeds]))
    sheet = np.vstack([_blank(_GAP, rows[0].shape[1]), *rows])
    path.write_bytes(cv2.imencode(".png", sheet)[1].tobytes())


def _panel(pack: StylePack, seed: int) -> Picture:
    brief = MusicBrief(
        mood=pack,
        mode=NATURAL_MODES[pack],
        seed=seed,
        duration=_SECONDS,
        last_word_end=_SECONDS - _RING,
        accents=(),
    )
    with TemporaryDirectory() as folder:
        compose(brief, Path(folder) / "music.wav")
        levels = spectrogram(read_wav(Path(folder) / "music.wav"), width=PANEL[0], height=PANEL[1])
    bright = np.clip((levels + _RANGE_DB) / _RANGE_DB * 255.0, 0.0, 255.0).astype(np.uint8)
    return np.asarray(cv2.applyColorMap(bright, cv2.COLORMAP_INFERNO), np.uint8)


def _spaced(panels: Sequence[Picture]) -> Picture:
    gap = _blank(PANEL[1], _GAP)
    row = np.hstack([gap, *(part for panel in panels for part in (panel, gap))])
    return np.vstack([row, _blank(_GAP, row.shape[1])])


def _title(pack: StylePack, columns: int) -> Picture:
    line = _blank(_TITLE, columns * (PANEL[0] + _GAP) + _GAP)
    text = f"{pack.value}  /  {mood_of(pack).title}  /  {NATURAL_MODES[pack].value}"
    cv2.putText(line, text, (_GAP, _TITLE - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.45, _INK, 1, cv2.LINE_AA)
    return line


def _blank(height: int, width: int) -> Picture:
    return np.full((height, width, 3), _PAPER, np.uint8)
