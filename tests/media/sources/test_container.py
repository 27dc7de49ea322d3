"""Users' videos as they are opened: which track is the picture, what is refused, which matrix is used."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import av
import pytest

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.container import (
    MAX_PIXELS,
    MAX_STREAMS,
    first_frame,
    matrix_of,
    open_container,
    picture_stream,
)
from tests.media.sources.tiny import grey, write_sound, write_video


def refused(path: Path, demuxer: str = "mp4") -> str:
    with pytest.raises(Refusal) as caught, open_container(path, demuxer) as container:
        first_frame(container, picture_stream(container))
    return caught.value.name


def test_the_first_frame_is_the_first(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [200, 40, 40])
    with open_container(path, "mp4") as container:
        frame = first_frame(container, picture_stream(container))
    assert (frame.width, frame.height) == (64, 48)
    assert abs(frame.to_ndarray(format="gray").mean() - (200 - 16) * 255 / 219) < 3


def test_another_demuxer_than_the_named_one_reads_nothing(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mkv", [100])
    assert refused(path, "mp4") == "broken_file"
    with open_container(path, "matroska") as container:
        assert picture_stream(container).width == 64


@pytest.mark.parametrize(
    "body", [b"", b"\0" * 64, b"RIFF\x10\0\0\0AVI LIST", b"\0\0\0\x18ftypisom\0\0\0\0isom"]
)
def test_what_is_no_video_is_refused(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(body)
    assert refused(path) in {"broken_file", "no_picture"}


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.mp4") == "broken_file"


def test_sound_alone_has_no_picture(tmp_path: Path) -> None:
    assert refused(write_sound(tmp_path / "a.mp4")) == "no_picture"


def test_a_video_without_a_frame_is_refused(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "a.mp4", [grey(n) for n in range(3)]).read_bytes()
    start = whole.index(b"mdat") + 4
    path = tmp_path / "b.mp4"
    path.write_bytes(whole[:start] + b"\xff" * (len(whole) - start))
    assert refused(path) in {"no_frames", "broken_file"}


def test_a_picture_on_the_cover_is_not_the_video() -> None:
    cover, video = SimpleNamespace(), SimpleNamespace()
    for one, disposition in (
        (cover, av.stream.Disposition.attached_pic),
        (video, av.stream.Disposition.default),
    ):
        one.width, one.height, one.disposition = 64, 48, disposition
        one.codec_context = SimpleNamespace(options={}, thread_count=0)
    both: Any = SimpleNamespace(streams=SimpleNamespace(video=[cover, video]))
    assert picture_stream(both) is video
    assert int(video.codec_context.options["max_pixels"]) == MAX_PIXELS
    alone: Any = SimpleNamespace(streams=SimpleNamespace(video=[cover]))
    with pytest.raises(Refusal) as caught:
        picture_stream(alone)
    assert caught.value.name == "no_picture"


@pytest.mark.parametrize(
    ("width", "height", "verdict"),
    [
        (6000, 6000, ""),
        (6001, 6000, "too_many_pixels"),
        (1, 48, "too_small"),
        (48, 1, "too_small"),
        (2, 2, ""),
        (0, 0, "too_small"),
    ],
)
def test_sizes_at_the_border(width: int, height: int, verdict: str) -> None:
    stream = SimpleNamespace(width=width, height=height, disposition=av.stream.Disposition.default)
    stream.codec_context = SimpleNamespace(options={}, thread_count=0)
    container: Any = SimpleNamespace(streams=SimpleNamespace(video=[stream]))
    if not verdict:
        assert picture_stream(container) is stream
        return
    with pytest.raises(Refusal) as caught:
        picture_stream(container)
    assert caught.value.name == verdict
    assert str(caught.value).count(str(width))


@pytest.mark.parametrize(
    ("tagged", "height", "matrix"),
    [
        (2, 719, 5),
        (2, 720, 1),
        (0, 480, 5),
        (0, 1080, 1),
        (1, 480, 1),
        (5, 1080, 5),
        (9, 2160, 9),
        (6, 480, 6),
    ],
)
def test_a_tag_goes_before_the_height(tagged: int, height: int, matrix: int) -> None:
    frame: Any = SimpleNamespace(colorspace=tagged, height=height)
    assert matrix_of(frame) == matrix


def test_as_many_streams_as_may_be_are_opened(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mkv", [90], sounds=["eng"] * (MAX_STREAMS - 1))
    with open_container(path, "matroska") as container:
        assert len(container.streams) == MAX_STREAMS
        assert first_frame(container, picture_stream(container)).width == 64
