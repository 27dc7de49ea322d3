"""What goes into the encoders: sound in blocks of exact length, frames in order, options, whole files."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renderer.compositor.planes import Planes, allocate
from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.aac import BLOCK, SoundTrack, encoded_stretch, stereo_blocks
from renderer.media.encoding.codec_options import ENCODERS, add_video_stream, options_of
from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.encoding.frame_buffers import FrameBuffers, FrameFormat
from renderer.media.encoding.frame_pipeline import (
    RING,
    SINGLE,
    TOGETHER,
    Comparing,
    Drawer,
    FrameBuffer,
    Runs,
    composed_frames,
)
from renderer.media.encoding.instruction_sets import instruction_limit_here
from renderer.media.encoding.mp4_writer import mp4_output
from tests.media.making import RATE, write_wav

LENGTH = BLOCK + 5_000


@pytest.fixture(scope="module")
def ramp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A WAV whose left samples are their own numbers, and whose right ones are the negatives."""
    steps = np.arange(LENGTH, dtype=np.float32) / np.float32(LENGTH)
    return write_wav(tmp_path_factory.mktemp("wav") / "a.wav", np.stack([steps, -steps], axis=1))


def blocks(wav: Path, samples: int) -> list[npt.NDArray[np.float32]]:
    return [*stereo_blocks(wav, samples=samples)]


@given(
    samples=st.one_of(
        st.sampled_from([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, LENGTH - 1, LENGTH, LENGTH + 1, 2 * BLOCK + 1]),
        st.integers(0, 3 * BLOCK),
    )
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_blocks_have_every_sample_once_and_then_silence(ramp: Path, samples: int) -> None:
    found = blocks(ramp, samples)
    assert all(block.shape[1] == BLOCK for block in found[:-1])
    assert all(0 < block.shape[1] <= BLOCK for block in found)
    sound = np.hstack([np.zeros((2, 0), np.float32), *found])
    assert sound.shape == (2, samples)
    heard = min(samples, LENGTH)
    assert np.array_equal(sound[0, :heard], np.arange(heard, dtype=np.float32) / np.float32(LENGTH))
    assert np.array_equal(sound[1], -sound[0])
    assert not sound[:, heard:].any()


@pytest.mark.parametrize(("rate", "channels"), [(48_000, 1), (44_100, 2), (24_000, 1)])
def test_other_sound_becomes_stereo_at_48_khz(tmp_path: Path, rate: int, channels: int) -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(rate // 2) / rate).astype(np.float32) / 2
    wav = write_wav(tmp_path / "a.wav", np.repeat(tone[:, None], channels, axis=1), rate=rate)
    sound = np.hstack(blocks(wav, RATE // 2))
    assert sound.shape == (2, RATE // 2)
    assert np.array_equal(sound[0], sound[1])
    loudest = float(np.abs(sound[0, 2_000:-2_000]).max())
    assert loudest == pytest.approx(0.5 if channels == 2 else 0.5 * 0.5**0.5, rel=0.02)
    crossings = np.count_nonzero(np.diff(np.signbit(sound[0, 2_000:-2_000])))
    assert abs(crossings - 440 * 2 * (RATE // 2 - 4_000) / RATE) <= 2


def test_a_track_has_no_priming_packet_and_ends_with_its_duration(tmp_path: Path, ramp: Path) -> None:
    with mp4_output(tmp_path / "a.mp4") as container:
        track = SoundTrack(container, ramp, duration=Fraction(1, 2), bit_rate=96_000)
        container.start_encoding()
        track.write_until(Fraction(1, 100))
        track.finish()
    with av.open(str(tmp_path / "a.mp4")) as container:
        packets = [packet for packet in container.demux(audio=0) if packet.size]
    assert packets[0].pts == 0
    assert [packet.pts for packet in packets] == [1024 * n for n in range(len(packets))]
    assert RATE // 2 <= 1024 * len(packets) < RATE // 2 + 2 * 1024


def test_a_stretch_begins_with_the_priming_packet_and_lasts_as_long_as_asked(ramp: Path) -> None:
    packets = [packet for found in encoded_stretch(ramp, 8_192, bit_rate=96_000) for packet in found]
    assert [packet.pts for packet in packets] == [-1024 + 1024 * n for n in range(len(packets))]
    assert len(packets) == 9


class Greys(Drawer):
    """Draws each frame's number as a grey, notes which thread drew it, and fails at frame `fails`."""

    def __init__(self, *, fails: int = -1) -> None:
        self.fails, self.by = fails, set[str]()
        self.drawn: list[int] = []

    def draw(self, frame: int, target: Planes) -> None:
        if frame == self.fails:
            raise ClipwrightError("cancelled")
        self.drawn.append(frame)
        self.by.add(threading.current_thread().name)
        target.y[:], target.u[:], target.v[:] = frame, 128, 128


def compose(
    source: Greys, frames: range, *, runs: Runs = SINGLE, ahead: bool = True, after: int = 0
) -> Generator[ComposedFrame, None, None]:
    """Composed frames; a processor is reported free from question number `after` on."""
    asked = itertools.count()
    return composed_frames(
        source,
        frames,
        width=32,
        height=16,
        fps=25,
        runs=runs,
        ahead=lambda: ahead and next(asked) >= after,
    )


def grey_of(composed: ComposedFrame) -> int:
    return int(composed.frame.to_ndarray()[0, 0])


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("frames", [range(0), range(1), range(5, 12)])
def test_frames_come_in_order_numbered_from_nothing(frames: range, *, ahead: bool) -> None:
    source, cores = Greys(), cv2.getNumThreads()
    found = [(grey_of(one), one.number, one.times) for one in compose(source, frames, ahead=ahead)]
    assert found == [(number, at, 1) for at, number in enumerate(frames)]
    assert source.by <= {"compose" if ahead else threading.current_thread().name}
    assert cv2.getNumThreads() == cores


def test_leaving_early_ends_the_drawing() -> None:
    source = Greys()
    frames = compose(source, range(10_000))
    next(frames)
    frames.close()
    assert len(source.drawn) <= RING + 1
    assert "compose" not in {thread.name for thread in threading.enumerate()}


def test_frames_that_are_not_drawn_ahead_are_drawn_when_they_are_asked_for() -> None:
    source = Greys()
    frames = compose(source, range(10), ahead=False)
    assert source.drawn == []
    assert [grey_of(next(frames)) for _ in range(TOGETHER)] == list(range(TOGETHER))
    assert source.drawn == list(range(TOGETHER + 1))  # the last shows that the one before is not repeated
    frames.close()


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("gop", [4, 60])
def test_from_when_a_processor_is_free_frames_are_drawn_ahead(after: int, gop: int) -> None:
    source, here = Greys(), threading.current_thread().name
    found = list(compose(source, range(12), runs=Runs(together=True, gop=gop), after=after))
    assert [one.number for one in found] == list(range(12))
    assert source.drawn == list(range(12))
    assert ("compose" in source.by) == (TOGETHER * after < 12)
    assert (here in source.by) == (after > 0)


@pytest.mark.parametrize("after", [1, 2])
def test_the_same_frames_come_when_a_processor_becomes_free_in_a_run(after: int) -> None:
    runs = Runs(together=True, gop=60)
    alone = [(grey_of(one), one.number, one.times) for one in compose(Slow(), range(7, 58), runs=runs)]
    late = compose(Slow(), range(7, 58), runs=runs, after=after)
    assert [(grey_of(one), one.number, one.times) for one in late] == alone


def test_leaving_early_ends_drawing_that_began_late() -> None:
    source = Greys()
    frames = compose(source, range(10_000), after=3)
    for _ in range(3 * TOGETHER + 1):
        next(frames)
    assert "compose" in {thread.name for thread in threading.enumerate()}
    frames.close()
    assert "compose" not in {thread.name for thread in threading.enumerate()}


def test_a_frame_that_fails_is_raised_in_its_place() -> None:
    frames = compose(Greys(fails=3), range(9), ahead=True)
    assert [grey_of(next(frames)) for _ in range(2)] == [0, 1]
    with pytest.raises(ClipwrightError, match="cancel"):
        next(frames)


def test_a_frame_that_fails_is_raised_before_those_drawn_in_a_row_with_it() -> None:
    frames = compose(Greys(fails=TOGETHER + 3), range(20), ahead=False)
    assert [grey_of(next(frames)) for _ in range(TOGETHER)] == list(range(TOGETHER))
    with pytest.raises(ClipwrightError, match="cancel"):
        next(frames)


def test_buffers_are_kept_for_the_next_segment_of_the_same_format() -> None:
    buffers = FrameBuffers[FrameBuffer]()

    def used(width: int, frames: range) -> list[Any]:
        """The frames drawn into, held so that no other has their address."""
        composed = composed_frames(Greys(), frames, width=width, height=16, fps=25, buffers=buffers)
        return [one.frame for one in composed]

    first = used(32, range(20))
    assert len({id(frame) for frame in first}) == RING
    assert {id(frame) for frame in used(32, range(20))} == {id(frame) for frame in first}
    wider = used(64, range(20))
    assert {frame.width for frame in wider} == {64}
    buffers.drop()
    assert not {id(frame) for frame in used(64, range(20))} & {id(frame) for frame in wider}


@pytest.mark.parametrize("ahead", [True, False])
def test_buffers_that_may_still_be_in_use_are_not_kept(*, ahead: bool) -> None:
    kept: list[object] = []

    class Noted(FrameBuffers[FrameBuffer]):
        def keep(self, buffers: list[FrameBuffer], frame_format: FrameFormat) -> None:
            kept.append((buffers, frame_format))

    def composed(source: Greys) -> Generator[ComposedFrame, None, None]:
        return composed_frames(
            source, range(40), width=32, height=16, fps=25, buffers=Noted(), ahead=lambda: ahead
        )

    begun = composed(Greys())
    next(begun)
    begun.close()
    with pytest.raises(ClipwrightError):
        list(composed(Greys(fails=30)))
    assert kept == []
    assert len(list(composed(Greys()))) == 40
    assert len(kept) == 1


class Slow(Greys):
    """Draws a tenth of each frame's number as a grey, so that pictures repeat."""

    def draw(self, frame: int, target: Planes) -> None:
        super().draw(frame // 10, target)


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("gop", [4, 10, 60])
@pytest.mark.parametrize("frames", [range(1), range(2), range(15, 16), range(7, 58), range(10, 30)])
def test_frames_of_the_same_pixels_come_as_one(frames: range, gop: int, *, ahead: bool) -> None:
    runs = Runs(together=True, gop=gop)
    found = [(grey_of(one), one) for one in compose(Slow(), frames, runs=runs, ahead=ahead)]
    assert [grey for grey, one in found for _ in range(one.times)] == [frame // 10 for frame in frames]
    number = 0
    for at, (grey, one) in enumerate(found):
        assert one.number == number
        assert one.again == (at > 0 and grey == found[at - 1][0])
        assert not one.again or number % gop == 0
        number += one.times
        assert one.number // gop == (number - 1) // gop


@pytest.mark.parametrize("plane", ["y", "u", "v"])
def test_one_pixel_makes_another_picture(plane: str) -> None:
    one, other, comparing = allocate(64, 200), allocate(64, 200), Comparing()
    assert comparing.same(one, other)
    getattr(other, plane)[-1, -1] += 1
    assert not comparing.same(one, other)
    getattr(other, plane)[-1, -1] -= 1
    assert comparing.same(one, other)
    other.y[0, 0] += 1
    assert not comparing.same(one, other)


@pytest.mark.parametrize("codec", ENCODERS)
def test_every_encoder_is_told_gop_rates_and_quality_in_text(codec: str) -> None:
    told = options_of(EncoderProfile(codec=codec, gop=48, crf=21.5, max_rate=7, buffer_size=9))
    assert (told["g"], told["maxrate"], told["bufsize"], told["profile"]) == ("48", "7", "9", "high")
    assert all(isinstance(value, str) for value in told.values())
    assert "21.5" in told.get("crf", "") or told["cq"] == "23.0"
    assert "bitexact" in told["flags"]


def test_tuning_names_options_of_x264() -> None:
    profile = EncoderProfile(tuning=(("mbtree", "1"), ("zones", "0,0,b=1.4")))
    limit = ":".join(f"{name}={value}" for name, value in instruction_limit_here())
    assert options_of(profile)["x264-params"] == f"mbtree=1:zones=0,0,b=1.4:{limit}".rstrip(":")
    assert options_of(EncoderProfile(tuning=()))["x264-params"] == limit
    with pytest.raises(ClipwrightError) as caught:
        options_of(EncoderProfile(codec="mpeg2video"))
    assert caught.value.facts["choices"] == "libx264, h264_nvenc"


@pytest.mark.parametrize(
    "error", [ValueError("other"), OSError(28, "full"), OSError(5, "broken"), KeyboardInterrupt()]
)
def test_no_half_file_is_left(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "a.mp4"
    expected = ClipwrightError if isinstance(error, OSError) else type(error)
    with pytest.raises(expected) as caught, mp4_output(path) as container:  # noqa: PT012  # what a block does
        add_video_stream(container, EncoderProfile(), width=32, height=32, fps=25)
        container.start_encoding()
        raise error
    assert not path.exists()
    if isinstance(caught.value, ClipwrightError):
        assert caught.value.code == ("disk_full" if error.args[0] == 28 else "encoder_failed")
