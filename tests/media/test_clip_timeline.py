from __future__ import annotations

import numpy as np
import pytest

from renderer.media.clip_timeline import PlacedClip, laid_out

MS = 48


def tone(samples: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return (0.5 * np.sin(2 * np.pi * 440 * np.arange(samples) / 48_000)).astype(np.float32)


def whole(clips: list[PlacedClip], length: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.concatenate(list(laid_out(clips, length=length)))


def test_clips_stand_at_their_millisecond_and_nothing_else_sounds() -> None:
    first, second = (
        PlacedClip(start_ms=100, samples=tone(4801)),
        PlacedClip(start_ms=25_300, samples=tone(960)),
    )
    line = whole([first, second], 30_000 * MS)
    assert len(line) == 30_000 * MS
    heard = np.flatnonzero(np.abs(line) > 1e-6)
    assert 100 * MS <= heard[0] < 101 * MS
    assert 25_319 * MS < heard[-1] < 25_320 * MS
    assert not np.abs(line[100 * MS + 4801 : 25_300 * MS]).max()
    middle = slice(100 * MS + 480, 100 * MS + 4000)
    assert np.abs(line[middle] - tone(4801)[480:4000]).max() < 1e-6


def test_joins_do_not_click() -> None:
    constant = np.full(4800, 0.5, np.float32)
    clips = [PlacedClip(start_ms=100 * number, samples=constant) for number in range(5)]
    assert np.abs(np.diff(whole(clips, 24_000))).max() < 0.01


def test_the_end_cuts_and_an_overlap_is_refused() -> None:
    assert len(whole([PlacedClip(start_ms=90, samples=tone(48_000))], 4800)) == 4800
    clips = [PlacedClip(start_ms=0, samples=tone(4850)), PlacedClip(start_ms=100, samples=tone(10))]
    with pytest.raises(ValueError, match="too early"):
        whole(clips, 48_000)
