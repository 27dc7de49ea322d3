"""The same frames give the same bytes, whatever the memory held before."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.encoder_memory import calls_that_take, encoder_memory, zeroed_memory
from renderer.media.encoding.frame_pipeline import Drawer

SHAPES = [VideoShape(width=270, height=480, fps=30), VideoShape(width=144, height=256, fps=30)]
TIMES = 6


class Drift(Drawer):
    """Blurred noise that moves, so that there is motion to search and a macroblock tree to build."""

    def __init__(self) -> None:
        rng = np.random.default_rng(7)
        self._random = np.random.default_rng()
        coarse = rng.integers(16, 235, (80, 48), np.uint8)
        self._picture = np.kron(coarse, np.ones((8, 8), np.uint8))
        self._grain = rng.integers(0, 6, self._picture.shape, np.uint8)

    def draw(self, frame: int, target: Planes) -> None:
        litter(int(self._random.integers(1 << 30)))
        top, left = frame % 90, frame * 2 % 100
        height, width = target.y.shape
        window = np.s_[top : top + height, left : left + width]
        target.y[...] = self._picture[window] + np.roll(self._grain, frame * 7)[window]
        target.u[...] = 128
        target.v[...] = 128


def litter(number: int) -> None:
    """Leave other bytes in freed memory of many sizes."""
    rng = np.random.default_rng(number)
    kept = [rng.integers(0, 255, size, np.uint8) for size in rng.integers(1_000, 600_000, 12)]
    del kept


def not_below_nothing(number: Callable[[], int]) -> bool:
    return number() >= 0


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.width}x{shape.height}")
@pytest.mark.parametrize("threads", [1, 4])
def test_frames_decide_the_bytes_and_neither_memory_nor_who_draws_them(
    tmp_path: Path, threads: int, shape: VideoShape
) -> None:
    """Frames are drawn ahead from the beginning, from some frame on, or never."""
    made: set[bytes] = set()
    source, profile = Drift(), EncoderProfile(codec="libx264", threads=threads)
    frames = range(calls_that_take(profile) + 60)
    for number in range(TIMES):
        litter(number)
        into = tmp_path / "part.mp4"
        asked = partial(next, itertools.count(-number * len(frames) // (TIMES - 1)))
        ahead = partial(not_below_nothing, asked)
        encode_segment(source, frames=frames, shape=shape, profile=profile, into=into, ahead=ahead)
        made.add(into.read_bytes())
    assert len(made) == 1


SIZE = 5000
"""More than the C library caches for each thread."""


def fresh() -> bytes:
    """Bytes of newly allocated memory in which other bytes lay before."""
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    ctypes.memset(used := library.malloc(SIZE), 0xAA, SIZE)
    library.free(used)
    again = library.malloc(SIZE)
    found = ctypes.string_at(again, SIZE)
    library.free(again)
    return found


class Watched(Drift):
    """Notes for each frame whether newly allocated memory still held its old bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.littered: list[bool] = []

    def draw(self, frame: int, target: Planes) -> None:
        self.littered.append(any(fresh()))
        super().draw(frame, target)


SWITCHED = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library has no such switch"
)


@SWITCHED
@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_picture_is_opened_before_memory_is_filled(tmp_path: Path, threads: int) -> None:
    source, profile = Watched(), EncoderProfile(codec="libx264", threads=threads)
    encode_segment(source, frames=range(12), shape=SHAPES[0], profile=profile, into=tmp_path / "part.mp4")
    assert source.littered[0]
    assert threads == 1 or not source.littered[-1]


@SWITCHED
def test_memory_is_clean_while_any_encoder_takes_it() -> None:
    assert any(fresh())
    with zeroed_memory():
        with zeroed_memory():
            assert not any(fresh())
        assert not any(fresh())
    assert any(fresh())


@SWITCHED
def test_an_encoder_takes_memory_in_its_first_calls_only() -> None:
    profile = EncoderProfile(codec="libx264", threads=1)
    with encoder_memory(profile) as memory:
        for call in range(calls_that_take(profile) + 2):
            with memory.taking():
                assert any(fresh()) == (call >= calls_that_take(profile))
