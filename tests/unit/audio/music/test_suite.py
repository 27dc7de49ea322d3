from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import MUSIC_LUFS, compose
from renderer.audio.music.suite import RING, Movement, briefs_of
from renderer.audio.signal.loudness import HOP, energies, integrated, k_weighting
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import read_wav
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.timecode import sample_at

STARTS = (0, 20, 44)
SECONDS = 64


def summed(movements: list[Movement], brief: MusicBrief, folder: Path) -> Samples:
    """The movements, composed and added at their starts."""
    total = np.zeros((2, sample_at(brief.duration)), np.float32)
    for movement, piece in zip(movements, briefs_of(movements, brief), strict=True):
        compose(piece, folder / "movement.wav")
        sound, start = read_wav(folder / "movement.wav"), sample_at(movement.start)
        total[:, start : start + sound.shape[1]] += sound[:, : total.shape[1] - start]
    return total


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    brief = MusicBrief(
        mood=StylePack.DOCUMENTARY,
        mode=VideoMode.DARK_HISTORY,
        seed=1,
        duration=Fraction(SECONDS),
        last_word_end=Fraction(60),
    )
    movements = [
        Movement(start=Fraction(start), seed=seed) for start, seed in zip(STARTS, (7, 8, 7), strict=True)
    ]
    return summed(movements, brief, tmp_path_factory.mktemp("suite"))


def test_it_is_as_loud_as_asked(suite: Samples) -> None:
    assert integrated(energies(k_weighting(2)(suite), HOP)) == pytest.approx(MUSIC_LUFS, abs=1.0)


def test_no_movement_begins_with_a_hole_or_a_bang(suite: Samples) -> None:
    """Around each joint no quarter of a second is silent or much louder than the loudest music."""
    sound = suite.astype(np.float64)
    quarter = 12_000
    power = (
        np.square(sound).mean(axis=0)[: len(sound[0]) // quarter * quarter].reshape(-1, quarter).mean(axis=1)
    )
    for start in STARTS[1:]:
        near = power[4 * start - 8 : 4 * start + 16]
        assert near.min() > 10 ** (-60 / 10)
    joints = [power[4 * start : 4 * start + 4 * int(RING)].max() for start in STARTS[1:]]
    assert max(joints) <= 4 * np.percentile(power, 99)


def test_other_chapters_have_other_music_and_each_rings_into_the_next(suite: Samples) -> None:
    one, other = suite[:, : 10 * 48_000], suite[:, 24 * 48_000 : 34 * 48_000]
    assert not np.allclose(one, other, atol=1e-3)
    pieces = briefs_of(
        [Movement(start=Fraction(0), seed=7), Movement(start=Fraction(20), seed=8)],
        MusicBrief(
            mood=StylePack.DOCUMENTARY,
            mode=VideoMode.DARK_HISTORY,
            seed=1,
            duration=Fraction(40),
            last_word_end=Fraction(36),
        ),
    )
    assert [(piece.seed, piece.duration) for piece in pieces] == [(7, 20 + RING), (8, 20)]


@pytest.mark.parametrize("after", [1.5, 4.5, 8.0])
def test_the_music_goes_on_under_closing_pictures(tmp_path: Path, after: float) -> None:
    """However long before the end the last word is, no second of the ending is silent."""
    brief = MusicBrief(
        mood=StylePack.DOCUMENTARY,
        mode=VideoMode.DARK_HISTORY,
        seed=1,
        duration=Fraction(30),
        last_word_end=Fraction(30) - Fraction(after),
    )
    sound = summed([Movement(start=Fraction(0), seed=7)], brief, tmp_path).astype(np.float64)
    seconds = [
        np.sqrt(np.mean(sound[:, at : at + 48_000] ** 2)) for at in range(18 * 48_000, 29 * 48_000, 48_000)
    ]
    assert min(seconds) > 10 ** (-50 / 20)
