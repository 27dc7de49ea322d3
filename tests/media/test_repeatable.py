"""The same frames give the same bytes, whatever the memory held before."""

from __future__ import annotations

import ctypes
import gc
import itertools
import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding import encoder_memory
from renderer.media.encoding.encode import VideoShape, encode_segment, encode_video
from renderer.media.encoding.encoder_memory import has_own_memory, zeroed_memory
from renderer.media.encoding.frame_pipeline import Drawer
from tests.media.making import tone, write_wav
from tests.support.production.servers import lacking

SHAPES = [VideoShape(width=270, height=480, fps=30), VideoShape(width=144, height=256, fps=30)]
TIMES = 6
FRAMES = 87
"""More than a group of pictures."""
SWITCHED = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library has no such switch"
)


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
    frames = range(FRAMES)
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
    heap = ctypes.CDLL(None)
    heap.malloc.restype, heap.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    ctypes.memset(used := heap.malloc(SIZE), 0xAA, SIZE)
    heap.free(used)
    again = heap.malloc(SIZE)
    found = ctypes.string_at(again, SIZE)
    heap.free(again)
    return found


class Watched(Drift):
    """Notes for each frame whether newly allocated memory still held its old bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.littered: list[bool] = []

    def draw(self, frame: int, target: Planes) -> None:
        self.littered.append(any(fresh()))
        super().draw(frame, target)


class Gliding(Drawer):
    """A picture of any size that moves."""

    def draw(self, frame: int, target: Planes) -> None:
        rng = np.random.default_rng(7)
        for plane in (target.y, target.u, target.v):
            coarse = rng.integers(16, 235, (40, 24), np.uint8)
            picture = cv2.resize(coarse, (plane.shape[1] + 200, plane.shape[0] + 200))
            plane[...] = picture[frame : frame + plane.shape[0], 2 * frame : 2 * frame + plane.shape[1]]


class Noise(Drawer):
    """Nothing but noise, to leave other numbers in an encoder's memory."""

    def draw(self, frame: int, target: Planes) -> None:
        rng = np.random.default_rng(frame)
        for plane in (target.y, target.u, target.v):
            plane[...] = rng.integers(0, 255, plane.shape, np.uint8)


def encoded(source: Drawer, into: Path, *, shape: VideoShape = SHAPES[0], count: int = FRAMES) -> bytes:
    encode_segment(source, frames=range(count), shape=shape, profile=EncoderProfile(), into=into)
    return into.read_bytes()


def resident() -> int:
    """Bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


@pytest.fixture
def own_memory() -> None:
    if not has_own_memory():
        lacking("x264 has no memory of its own here")
    gc.collect()  # an encoder in which an earlier test failed may still be open


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no kernels are built, or x264 is part of another library."""
    monkeypatch.setattr(encoder_memory, "has_own_memory", lambda: False)


@pytest.mark.usefixtures("own_memory")
def test_what_another_encoder_has_left_behind_decides_nothing(tmp_path: Path) -> None:
    shape, into = VideoShape(width=540, height=960, fps=30), tmp_path / "part.mp4"
    with encoder_memory.reused_memory():
        first = encoded(Gliding(), into, shape=shape)
        for _ in range(2):
            encoded(Noise(), into, shape=shape, count=20)
            assert encoded(Gliding(), into, shape=shape) == first
    assert encoded(Gliding(), into, shape=shape) == first


@pytest.mark.usefixtures("own_memory")
def test_encoders_take_over_each_others_memory_and_return_it_in_the_end(tmp_path: Path) -> None:
    shape, into = VideoShape(width=1080, height=1920, fps=30), tmp_path / "part.mp4"
    encoded(Gliding(), into, count=2)  # whatever is loaded only once
    before = resident()
    with encoder_memory.reused_memory():
        encoded(Gliding(), into, shape=shape, count=20)
        held = resident() - before
        for _ in range(4):
            encoded(Gliding(), into, shape=shape, count=20)
        assert held > 60e6
        assert resident() - before < 1.3 * held
    assert resident() - before < 0.6 * held


@pytest.mark.usefixtures("own_memory")
def test_a_video_encoded_whole_leaves_nothing_of_its_encoder(tmp_path: Path) -> None:
    shape, sound = VideoShape(width=1080, height=1920, fps=30), write_wav(tmp_path / "sound.wav", tone(1))

    def encode() -> None:
        encode_video(
            Gliding(),
            frame_count=30,
            shape=shape,
            profile=EncoderProfile(),
            audio=sound,
            into=tmp_path / "video.mp4",
        )

    encode()
    with encoder_memory.reused_memory():
        encode()
        held = resident()
    assert resident() < held - 60e6


@pytest.mark.usefixtures("own_memory")
def test_other_memory_is_left_as_it_is(tmp_path: Path) -> None:
    source = Watched()
    encoded(source, tmp_path / "part.mp4")
    assert all(source.littered)


@pytest.mark.usefixtures("own_memory")
def test_both_kinds_of_memory_make_the_same_bytes(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    ours = encoded(Gliding(), tmp_path / "part.mp4")
    request.getfixturevalue("nothing_compiled")
    assert encoded(Gliding(), tmp_path / "part.mp4") == ours


def test_encoders_at_the_same_time_do_not_share_memory(tmp_path: Path) -> None:
    alone = encoded(Gliding(), tmp_path / "alone.mp4")
    with ThreadPoolExecutor(4) as threads:
        beside = threads.map(lambda number: encoded(Gliding(), tmp_path / f"{number}.mp4"), range(8))
    assert set(beside) == {alone}


@SWITCHED
@pytest.mark.usefixtures("nothing_compiled")
def test_the_first_picture_is_opened_before_memory_is_filled(tmp_path: Path) -> None:
    source = Watched()
    encoded(source, tmp_path / "part.mp4", count=12)
    assert (source.littered[0], source.littered[-1]) == (True, False)


@SWITCHED
def test_memory_is_clean_while_any_encoder_is_open() -> None:
    assert any(fresh())
    with zeroed_memory():
        with zeroed_memory():
            assert not any(fresh())
        assert not any(fresh())
    assert any(fresh())
