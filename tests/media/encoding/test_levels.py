"""Levels of H.264: the lowest that carries a stream; parameter sets do not depend on rate control."""

from __future__ import annotations

from pathlib import Path

import av
import pytest

from renderer.core.encoding import ENCODINGS, EncoderProfile
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.levels import level_of
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.h264.bits import units
from renderer.media.h264.stream_format import PICTURE, SEQUENCE

LIMITS = {"max_rate": 12_000_000, "buffer_size": 24_000_000}


@pytest.mark.parametrize(
    ("width", "height", "fps", "expected"),
    [
        (1080, 1920, 30, "4.0"),
        (1920, 1080, 60, "4.2"),
        (3840, 2160, 30, "5.1"),
        (3840, 2160, 60, "5.2"),
        (640, 360, 30, "3.2"),
        (7680, 4320, 60, "5.2"),
    ],
)
def test_the_lowest_level_for_frames_and_rates_is_used(
    width: int, height: int, fps: int, expected: str
) -> None:
    assert level_of(width=width, height=height, fps=fps, **LIMITS) == expected


def test_a_low_bit_rate_allows_a_low_level() -> None:
    assert level_of(width=640, height=360, fps=30, max_rate=2_000_000, buffer_size=4_000_000) == "3.0"


@pytest.mark.parametrize(("width", "height", "fps"), [(1080, 1920, 30), (540, 960, 30), (64, 48, 25)])
def test_segments_have_the_same_parameter_sets_whether_drawn_or_filmed(
    tmp_path: Path, width: int, height: int, fps: int
) -> None:
    filmed = EncoderProfile()
    found = [sets(tmp_path, profile, width, height, fps) for profile in (filmed, filmed.of_drawn)]
    assert found[0] == found[1]
    assert len(found[0]) == 2


def sets(folder: Path, profile: EncoderProfile, width: int, height: int, fps: int) -> list[bytes]:
    """Sequence and picture parameter set of a stream with this profile."""
    with mp4_output(folder / "a.mp4") as container:
        stream = add_video_stream(container, profile, width=width, height=height, fps=fps)
        container.start_encoding()
        frame = av.VideoFrame(width, height, "yuv420p")
        frame.pts = 0
        container.mux([*stream.encode(frame), *stream.encode(None)])
        made = units(stream.codec_context.extradata)
        return [unit for unit in made if unit[0] & 31 in {SEQUENCE, PICTURE}]


def test_only_the_fast_profile_tells_drawn_pictures_apart() -> None:
    fast = ENCODINGS["fast"]
    assert [each.qp for each in fast.drawn] == [20, 23]
    assert fast.of_drawn == fast.drawn[0]
    assert not any(each.drawn for each in fast.drawn)
    for other in (ENCODINGS["quality"], ENCODINGS["small"], EncoderProfile(codec="h264_nvenc")):
        assert (other.drawn, other.of_drawn) == ((), other)
