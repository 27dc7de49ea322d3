"""Segments are joined as they are finished: the same bytes as joined at once, and nothing half-written."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding import join
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.encoding.join import JoinedVideo, decoding_delay, join_segments
from renderer.media.loudness import measure_loudness
from renderer.rendering.joining import Joiner, joining
from tests.media.making import tone, write_wav

FPS = 30
SHAPE = VideoShape(width=64, height=48, fps=FPS)
STILL, MOVING, ALSO = range(12), range(12, 36), range(36, 60)
SEGMENTS = (STILL, MOVING, ALSO)
COUNT = ALSO.stop
PROFILE = EncoderProfile()

Video = Callable[[str], JoinedVideo]


class Noise(Drawer):
    """One picture in the first segment, where nothing is reordered, and another in each later frame."""

    def draw(self, frame: int, target: Planes) -> None:
        rng = np.random.default_rng(max(frame, STILL.stop))
        for plane in (target.y, target.u, target.v):
            plane[:] = rng.integers(16, 235, plane.shape, dtype=np.uint8)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[range, Path]:
    folder = tmp_path_factory.mktemp("parts")
    made = {frames: folder / f"{frames.start}.mp4" for frames in SEGMENTS}
    for frames, path in made.items():
        encode_segment(Noise(), frames=frames, shape=SHAPE, profile=PROFILE, into=path)
    return made


@pytest.fixture
def video(tmp_path: Path) -> Iterator[Video]:
    wav = write_wav(tmp_path / "sound.wav", tone(COUNT / FPS))
    rate, scratch = PROFILE.audio_bit_rate, tmp_path / "sound.mp4"
    beside = encode_audio_beside(
        wav, duration=Fraction(COUNT, FPS), bit_rate=rate, scratch=scratch, listen=measure_loudness
    )
    with beside as sound:
        yield lambda name: joined_video(tmp_path / name, sound)


def joined_video(into: Path, sound: Future[Path]) -> JoinedVideo:
    return JoinedVideo(
        frame_count=COUNT, fps=FPS, sound=sound, audio_bit_rate=PROFILE.audio_bit_rate, into=into
    )


@pytest.fixture
def at_once(parts: dict[range, Path], video: Video) -> bytes:
    whole = video("at-once.mp4")
    join_segments([parts[each] for each in SEGMENTS], whole)
    return whole.into.read_bytes()


def finish(joiner: Joiner, parts: dict[range, Path]) -> None:
    joiner.finish([parts[each] for each in SEGMENTS])


def until_there(path: Path) -> None:
    ends = time.monotonic() + 10
    while not path.exists() and time.monotonic() < ends:
        time.sleep(0.01)
    assert path.exists()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_segments_that_are_finished_one_after_the_other_become_the_same_bytes(
    order: tuple[int, ...], parts: dict[range, Path], video: Video, at_once: bytes
) -> None:
    """In the first order, the joiner learns only from the second segment how early pictures are decoded."""
    assert decoding_delay([parts[STILL]], fps=FPS) < decoding_delay([parts[MOVING]], fps=FPS)
    whole, asked = video("in-turn.mp4"), itertools.count(2)

    def finished() -> dict[range, Path]:
        """One more each second time that the joiner asks."""
        return {SEGMENTS[number]: parts[SEGMENTS[number]] for number in order[: next(asked) // 2]}

    with joining(SEGMENTS, whole) as joiner:
        joiner.begin(finished)
        finish(joiner, parts)
    assert whole.into.read_bytes() == at_once


def test_segments_joined_only_in_the_end_become_the_same_bytes(
    parts: dict[range, Path], video: Video, at_once: bytes
) -> None:
    whole = video("in-the-end.mp4")
    with joining(SEGMENTS, whole) as joiner:
        finish(joiner, parts)
    assert whole.into.read_bytes() == at_once


def test_most_is_joined_before_the_last_segment_is_finished(
    parts: dict[range, Path], video: Video, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Path] = []
    last_but_one = threading.Event()

    def noted(segment: Path, *, fps: int) -> int:
        taken.append(segment)
        if taken.count(parts[MOVING]) > 1:
            last_but_one.set()
        return reordering(segment, fps=fps)

    reordering = join._reordering
    monkeypatch.setattr(join, "_reordering", noted)
    finished = {STILL: parts[STILL], MOVING: parts[MOVING]}
    with joining(SEGMENTS, video("early.mp4")) as joiner:
        joiner.begin(lambda: dict(finished))
        assert last_but_one.wait(10)
        assert parts[ALSO] not in taken
        finished[ALSO] = parts[ALSO]
        finish(joiner, parts)


def test_an_abandoned_video_leaves_no_file(parts: dict[range, Path], video: Video) -> None:
    whole = video("abandoned.mp4")
    whole.sound.result()
    with joining(SEGMENTS, whole) as joiner:
        joiner.begin(lambda: {STILL: parts[STILL], MOVING: parts[MOVING]})
        until_there(whole.into)
    assert not whole.into.exists()


def test_a_damaged_segment_fails_the_video(parts: dict[range, Path], video: Video, tmp_path: Path) -> None:
    whole, damaged = video("damaged.mp4"), tmp_path / "part.mp4"
    damaged.write_bytes(parts[ALSO].read_bytes()[:-200])
    found = {**parts, ALSO: damaged}
    with joining(SEGMENTS, whole) as joiner:
        joiner.begin(lambda: found)
        with pytest.raises(ClipwrightError, match="damaged") as caught:
            finish(joiner, found)
    assert caught.value.code == "encoder_failed"
    assert not whole.into.exists()
