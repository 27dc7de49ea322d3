from __future__ import annotations

import hashlib
import threading
from concurrent.futures import Future
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.frame import PictureType

from renderer.compositor.planes import Planes
from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.encode import encode_segment
from renderer.media.encoding.join import JoinedVideo, join_segments
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.encoding.video_packets import EncodeWatch
from renderer.media.inspection.mp4_boxes import read_layout
from renderer.media.loudness import measure_loudness
from tests.media.making import (
    FPS,
    PROFILE,
    RATE,
    SHAPE,
    Numbered,
    luma_of,
    make_video,
    number_in,
    tone,
    write_wav,
)

FRAMES = 50


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    samples = np.zeros((FRAMES * RATE // FPS, 2), np.float32)
    samples[RATE // 2 : RATE // 2 + 8] = 0.9
    return make_video(tmp_path_factory.mktemp("video"), frames=FRAMES, sound=samples)


def frames_of(path: Path) -> list[tuple[Fraction, int]]:
    with av.open(path) as container:
        return [
            (Fraction(frame.pts or 0) * Fraction(frame.time_base or 1), number_in(luma_of(frame)))
            for frame in container.decode(video=0)
        ]


def joined_video(into: Path, *, frames: int, sound: Future[Path]) -> JoinedVideo:
    return JoinedVideo(
        frame_count=frames, fps=FPS, sound=sound, audio_bit_rate=PROFILE.audio_bit_rate, into=into
    )


def beside(wav: Path, *, frames: int) -> AbstractContextManager[Future[Path]]:
    scratch = wav.with_name("beside.mp4")
    return encode_audio_beside(
        wav,
        duration=Fraction(frames, FPS),
        bit_rate=PROFILE.audio_bit_rate,
        scratch=scratch,
        listen=measure_loudness,
    )


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_every_frame_shows_at_its_exact_time_and_the_first_at_zero(video: Path) -> None:
    assert frames_of(video) == [(Fraction(n, FPS), n) for n in range(FRAMES)]


def test_the_stream_is_what_platforms_ask_for(video: Path) -> None:
    with av.open(video) as container:
        picture, sound = container.streams.video[0], container.streams.audio[0]
        codec = picture.codec_context
        tags = (codec.color_primaries, codec.color_trc, codec.colorspace, codec.color_range)
        assert (codec.name, codec.profile, codec.pix_fmt) == ("h264", "High", "yuv420p")
        assert tags == (1, 1, 1, 1)
        assert picture.average_rate == FPS
        assert (sound.codec_context.name, sound.codec_context.profile) == ("aac", "LC")
        assert (sound.rate, sound.channels) == (RATE, 2)
        assert container.duration == pytest.approx(FRAMES / FPS * 1e6, abs=2)


def test_groups_of_pictures_are_closed_regular_and_have_two_b_frames(video: Path) -> None:
    with av.open(video) as container:
        types = "".join(PictureType(frame.pict_type).name for frame in container.decode(video=0))
    assert [n for n, kind in enumerate(types) if kind == "I"] == [0, 15, 30, 45]
    assert max(len(list(run)) for kind, run in groupby(types) if kind == "B") == 2
    assert "BI" not in types


def test_the_index_comes_first_and_there_is_no_edit_list(video: Path) -> None:
    layout = read_layout(video)
    assert layout.fast_start
    assert layout.edit_lists == 0


def test_sound_and_picture_start_together_and_a_click_is_heard_on_its_sample(video: Path) -> None:
    with av.open(video) as container:
        frames = list(container.decode(audio=0))
    assert frames[0].pts == 0
    heard = np.hstack([frame.to_ndarray() for frame in frames])[0]
    assert abs(int(np.abs(heard).argmax()) - (RATE // 2 + 4)) <= 6
    assert len(heard) - FRAMES * RATE // FPS < 1024


def test_the_same_frames_are_the_same_bytes_and_name_no_version(tmp_path: Path, video: Path) -> None:
    samples = np.zeros((FRAMES * RATE // FPS, 2), np.float32)
    samples[RATE // 2 : RATE // 2 + 8] = 0.9
    again = make_video(tmp_path, frames=FRAMES, sound=samples)
    assert digest(again) == digest(video)
    assert not any(word in again.read_bytes() for word in (b"Lavf", b"Lavc", b"x264 - core"))


@pytest.mark.parametrize("seconds", [0.2, 1.5, 3.0])
def test_sound_lasts_as_long_as_the_picture(tmp_path: Path, seconds: float) -> None:
    path = make_video(tmp_path, frames=45, sound=tone(seconds))
    with av.open(path) as container:
        stream = container.streams.audio[0]
        assert (stream.duration or 0) * (stream.time_base or 0) == Fraction(3, 2)
        last = list(container.decode(audio=0))[-4].to_ndarray()
    assert (float(np.abs(last).max()) < 0.01) == (seconds < 1)


def test_mono_sound_at_another_rate_is_brought_to_48_khz_stereo(tmp_path: Path) -> None:
    path = tmp_path / "mono.wav"
    write_wav(path, tone(1.0)[:, :1], rate=24_000)
    samples = tone(1.0)
    assert samples.shape == (RATE, 2)
    video = make_video(tmp_path, frames=30, sound=samples)
    with av.open(video) as container:
        assert container.streams.audio[0].channels == 2


def test_joined_segments_are_the_same_bytes_whatever_order_they_were_made_in(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "sound.wav", tone(FRAMES / FPS))
    joined = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        parts = {n: tmp_path / f"{order[0]}-{n}.mp4" for n in order}
        for n in order:
            span = range(n * PROFILE.gop, min(FRAMES, (n + 1) * PROFILE.gop))
            encode_segment(Numbered(), frames=span, shape=SHAPE, profile=PROFILE, into=parts[n])
        into = tmp_path / f"joined-{order[0]}.mp4"
        segments = [parts[n] for n in range(4)]
        with beside(wav, frames=FRAMES) as sound:
            video = JoinedVideo(
                frame_count=FRAMES,
                fps=SHAPE.fps,
                sound=sound,
                audio_bit_rate=PROFILE.audio_bit_rate,
                into=into,
            )
            join_segments(segments, video)
        joined.append(into)
    assert digest(joined[0]) == digest(joined[1])
    assert frames_of(joined[0]) == [(Fraction(n, FPS), n) for n in range(FRAMES)]
    assert read_layout(joined[0]).edit_lists == 0


def test_a_missing_segment_is_noticed(tmp_path: Path) -> None:
    wav, part, into = write_wav(tmp_path / "s.wav", tone(1)), tmp_path / "part.mp4", tmp_path / "all.mp4"
    encode_segment(Numbered(), frames=range(15), shape=SHAPE, profile=PROFILE, into=part)
    with (
        beside(wav, frames=30) as sound,
        pytest.raises(ClipwrightError, match="15 frames instead of 30"),
    ):
        join_segments([part], joined_video(into, frames=30, sound=sound))
    assert not into.exists()


def test_a_damaged_segment_is_the_encoders_fault(tmp_path: Path) -> None:
    wav, part, into = write_wav(tmp_path / "s.wav", tone(1)), tmp_path / "part.mp4", tmp_path / "all.mp4"
    encode_segment(Numbered(), frames=range(30), shape=SHAPE, profile=PROFILE, into=part)
    damaged = tmp_path / "damaged.mp4"
    damaged.write_bytes(part.read_bytes()[:-200])
    with beside(wav, frames=30) as sound, pytest.raises(ClipwrightError, match="damaged") as caught:
        join_segments([part, damaged], joined_video(into, frames=60, sound=sound))
    assert caught.value.code == "encoder_failed"
    assert not into.exists()


def test_progress_counts_every_encoded_frame(tmp_path: Path) -> None:
    seen: list[int] = []
    make_video(tmp_path, frames=20, watch=EncodeWatch(encoded=seen.append))
    assert seen == list(range(1, 21))


def test_cancelling_leaves_no_file_and_no_thread(tmp_path: Path) -> None:
    seen: list[int] = []
    watch = EncodeWatch(encoded=seen.append, cancelled=lambda: len(seen) >= 5)
    with pytest.raises(ClipwrightError) as caught:
        make_video(tmp_path, frames=200, watch=watch)
    assert caught.value.code == "cancelled"
    assert seen == [1, 2, 3, 4, 5]
    assert not (tmp_path / "video.mp4").exists()
    assert "compose" not in {thread.name for thread in threading.enumerate()}


def test_a_failing_painter_is_heard_and_leaves_no_file(tmp_path: Path) -> None:
    class Broken(Numbered):
        def draw(self, frame: int, target: Planes) -> None:
            if frame == 7:
                raise ClipwrightError("glyph_missing", glyphs="☃")
            super().draw(frame, target)

    with pytest.raises(ClipwrightError, match="☃"):
        make_video(tmp_path, frames=45, source=Broken())
    assert not (tmp_path / "video.mp4").exists()
    assert "compose" not in {thread.name for thread in threading.enumerate()}


def write_second_of_silence(path: Path) -> None:
    with mp4_output(path) as container:
        stream = container.add_stream("aac", rate=RATE)
        frame = av.AudioFrame.from_ndarray(np.zeros((2, RATE), np.float32), format="fltp", layout="stereo")
        frame.sample_rate = RATE
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def test_a_full_disk_is_called_so(tmp_path: Path) -> None:
    full = tmp_path / "full.mp4"
    full.symlink_to("/dev/full")
    with pytest.raises(ClipwrightError) as caught:
        write_second_of_silence(full)
    assert caught.value.code == "disk_full"
    assert not full.is_symlink()


def test_an_unwritable_place_fails_clearly(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError, match="No such file") as caught:
        write_second_of_silence(tmp_path / "no" / "such" / "folder.mp4")
    assert caught.value.code == "encoder_failed"
