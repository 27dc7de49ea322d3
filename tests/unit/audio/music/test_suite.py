from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import MUSIC_LUFS, compose
from renderer.audio.music.suite import RING, Movement, compose_suite, performed_by
from renderer.audio.signal.loudness import integrated
from renderer.audio.signal.wav import WavReader
from renderer.contract.vocabulary import StylePack, VideoMode

STARTS = (0, 20, 44)
SECONDS = 64


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    path = tmp_path_factory.mktemp("suite") / "music.wav"
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
    hops = compose_suite(movements, partial(performed_by, compose), brief, path)
    return path, integrated(hops)


def samples(path: Path) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    with WavReader(path) as wav:
        return wav.read(0, wav.frames)


def test_it_is_as_long_and_as_loud_as_asked(suite: tuple[Path, float]) -> None:
    path, lufs = suite
    assert samples(path).shape == (2, SECONDS * 48_000)
    assert lufs == pytest.approx(MUSIC_LUFS, abs=1.0)


def test_no_movement_begins_with_a_hole_or_a_bang(suite: tuple[Path, float]) -> None:
    """Around each joint no quarter of a second is silent, and none much louder than the music's loudest."""
    sound = samples(suite[0]).astype(np.float64)
    quarter = 12_000
    power = (
        np.square(sound).mean(axis=0)[: len(sound[0]) // quarter * quarter].reshape(-1, quarter).mean(axis=1)
    )
    for start in STARTS[1:]:
        near = power[4 * start - 8 : 4 * start + 16]
        assert near.min() > 10 ** (-60 / 10)
    joints = [power[4 * start : 4 * start + 4 * int(RING)].max() for start in STARTS[1:]]
    assert max(joints) <= 4 * np.percentile(power, 99)


def test_other_chapters_have_other_music_and_no_part_is_left_over(suite: tuple[Path, float]) -> None:
    sound = samples(suite[0])
    one, other = sound[:, : 10 * 48_000], sound[:, 24 * 48_000 : 34 * 48_000]
    assert not np.allclose(one, other, atol=1e-3)
    assert [path.name for path in suite[0].parent.iterdir()] == ["music.wav"]


@pytest.mark.parametrize("after", [1.5, 4.5, 8.0])
def test_the_music_goes_on_under_closing_pictures(tmp_path: Path, after: float) -> None:
    """However long before the end the last word falls, no second of the ending is silent."""
    path = tmp_path / "music.wav"
    brief = MusicBrief(
        mood=StylePack.DOCUMENTARY,
        mode=VideoMode.DARK_HISTORY,
        seed=1,
        duration=Fraction(30),
        last_word_end=Fraction(30) - Fraction(after),
    )
    compose_suite([Movement(start=Fraction(0), seed=7)], partial(performed_by, compose), brief, path)
    sound = samples(path).astype(np.float64)
    seconds = [
        np.sqrt(np.mean(sound[:, at : at + 48_000] ** 2)) for at in range(18 * 48_000, 29 * 48_000, 48_000)
    ]
    assert min(seconds) > 10 ** (-50 / 20)
