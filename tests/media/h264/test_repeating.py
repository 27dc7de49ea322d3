"""Pictures repeated without the encoder: libav, which is not ours, decodes them to the same pixels."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from renderer.compositor.planes import Planes
from renderer.core.encoding import ENCODINGS, EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.encoding.given_frames import SETTLING
from renderer.media.h264.format_reading import stream_format
from renderer.media.h264.repeated_picture import repeated_picture
from renderer.media.h264.repeating import Coded, Repeating
from renderer.media.h264.showing import Repeats, Showing
from renderer.media.sample_table import read_sample_table

FPS = 30
FILMED = EncoderProfile()
DRAWN = FILMED.of_drawn
Picture = npt.NDArray[np.uint8]


class Drifting(Drawer):
    """A soft texture at a given offset in every frame; counts what it draws."""

    def __init__(self, places: list[int], width: int, height: int) -> None:
        rng = np.random.default_rng(3)
        noise = rng.integers(16, 235, (height + 400, width + 400), dtype=np.uint8)
        self._ground: Picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
        self.places, self._width, self._height = places, width, height

    def luma(self, frame: int) -> Picture:
        at = self.places[frame]
        return np.ascontiguousarray(self._ground[at : at + self._height, at : at + self._width])

    def draw(self, frame: int, target: Planes) -> None:
        target.y[:] = self.luma(frame)
        target.u[:], target.v[:] = 100 + self.places[frame] % 40, 140


def encoded(
    source: Drifting, into: Path, *, width: int, height: int, profile: EncoderProfile
) -> list[Picture]:
    """The decoded pictures, whole, as 4:2:0; checks that each is shown at its time."""
    shape = VideoShape(width=width, height=height, fps=FPS)
    encode_segment(source, frames=range(len(source.places)), shape=shape, profile=profile, into=into)
    with av.open(into) as container:
        frames = list(container.decode(video=0))
    assert [Fraction(frame.pts or 0) * Fraction(frame.time_base or 1) for frame in frames] == [
        Fraction(number, FPS) for number in range(len(source.places))
    ]
    return [np.asarray(frame.to_ndarray(), np.uint8) for frame in frames]


def walk(moves: float, frames: int, seed: int) -> list[int]:
    """Offsets of a picture that moves on by one with the chance `moves` at each frame."""
    rng, at = random.Random(seed), 0  # noqa: S311 - a crafted walk
    return [at := at + (rng.random() < moves) for _ in range(frames)]


@pytest.mark.parametrize("moves", [0.0, 0.02, 0.1, 0.5, 0.95, 1.0])
@pytest.mark.parametrize(("width", "height"), [(64, 48), (178, 100), (1080, 1920)])
@pytest.mark.parametrize("profile", [FILMED, DRAWN], ids=["filmed", "drawn"])
def test_a_still_picture_stays_and_every_other_is_what_was_drawn(
    tmp_path: Path, width: int, height: int, moves: float, profile: EncoderProfile
) -> None:
    source = Drifting(walk(moves, 150, seed=7), width, height)
    pictures = encoded(source, tmp_path / "a.mp4", width=width, height=height, profile=profile)
    for number, picture in enumerate(pictures):
        assert cv2.PSNR(source.luma(number), picture[:height, :width]) > 40
    since = 0
    for number in range(1, len(pictures)):
        since = since + 1 if source.places[number] == source.places[number - 1] else 0
        if since >= SETTLING and number % 60 >= SETTLING:
            assert np.array_equal(pictures[number], pictures[number - 1])


@pytest.mark.parametrize(
    "tuning",
    [(("bframes", "0"),), (("cabac", "0"),), (("sps-id", "3"),), (("weightp", "0"), ("no-deblock", "1"))],
)
def test_headers_of_all_kinds_are_understood(tmp_path: Path, tuning: tuple[tuple[str, str], ...]) -> None:
    profile = EncoderProfile(tuning=EncoderProfile().tuning + tuning)
    source = Drifting(walk(0.1, 150, seed=9), 64, 48)
    pictures = encoded(source, tmp_path / "a.mp4", width=64, height=48, profile=profile)
    for number, picture in enumerate(pictures):
        assert cv2.PSNR(source.luma(number), picture[:48, :64]) > 40


@pytest.mark.parametrize("profile", [FILMED, DRAWN], ids=["filmed", "drawn"])
def test_a_picture_that_stands_for_minutes_does_not_pulse(tmp_path: Path, profile: EncoderProfile) -> None:
    source = Drifting([0] * 20 + list(range(10)) + [9] * 600, 320, 180)
    pictures = encoded(source, tmp_path / "a.mp4", width=320, height=180, profile=profile)
    assert all(np.array_equal(pictures[n], pictures[n + 60]) for n in range(60, 570))


def test_key_frames_come_every_two_seconds_whatever_moves(tmp_path: Path) -> None:
    source = Drifting(walk(0.05, 400, seed=2), 64, 48)
    encoded(source, tmp_path / "a.mp4", width=64, height=48, profile=EncoderProfile())
    table = read_sample_table(tmp_path / "a.mp4")
    moments = sorted({table.moment(int(number)) for number in table.keys})
    assert moments == [Fraction(2 * number) for number in range(7)]


@pytest.mark.parametrize("usual", [FILMED, DRAWN], ids=["filmed", "drawn"])
def test_quality_is_not_below_that_of_encoding_every_frame(tmp_path: Path, usual: EncoderProfile) -> None:
    source = Drifting(walk(0.04, 240, seed=5), 640, 360)
    found = {}
    for still in ("encoded", "repeated"):
        into = tmp_path / f"{still}.mp4"
        profile = replace(usual, still=still)
        pictures = encoded(source, into, width=640, height=360, profile=profile)
        kept = [cv2.PSNR(source.luma(number), picture[:360, :640]) for number, picture in enumerate(pictures)]
        found[still] = (float(np.mean(kept)), into.stat().st_size)
    assert found["repeated"][0] > found["encoded"][0] - 0.3
    assert found["repeated"][1] < found["encoded"][1] * 1.05


@pytest.mark.parametrize("name", ["quality", "small"])
def test_profiles_with_more_references_encode_every_frame(tmp_path: Path, name: Any) -> None:
    profile = ENCODINGS[name]
    assert not profile.repeats
    assert not replace(EncoderProfile(), codec="h264_nvenc").repeats
    source = Drifting(walk(0.1, 40, seed=1), 64, 48)
    assert len(encoded(source, tmp_path / "a.mp4", width=64, height=48, profile=profile)) == 40


@pytest.mark.parametrize("tuning", [(("ref", "2"),), (("b-pyramid", "normal"), ("bframes", "3"))])
def test_options_that_it_does_not_hold_for_are_refused(
    tmp_path: Path, tuning: tuple[tuple[str, str], ...]
) -> None:
    profile = EncoderProfile(tuning=EncoderProfile().tuning + tuning)
    with pytest.raises(ClipwrightError) as caught:
        encoded(
            Drifting(walk(0.9, 60, seed=1), 64, 48), tmp_path / "a.mp4", width=64, height=48, profile=profile
        )
    assert caught.value.code == "encoder_failed"
    assert not (tmp_path / "a.mp4").exists()


def test_what_drawing_raises_passes_through(tmp_path: Path) -> None:
    class Failing(Drifting):
        def draw(self, frame: int, target: Planes) -> None:
            if frame == 40:
                message = "of its own"
                raise ValueError(message)
            super().draw(frame, target)

    with pytest.raises(ValueError, match="of its own"):
        encoded(Failing([0] * 60, 64, 48), tmp_path / "a.mp4", width=64, height=48, profile=EncoderProfile())


def sets(**options: str) -> bytes:
    """Parameter sets of libx264 with these options, as they precede the first picture."""
    stream: Any
    with av.open("/dev/null", "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=FPS, options=options)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.codec_context.open()
        return bytes(stream.codec_context.extradata)


def test_what_cannot_be_repeated_is_refused() -> None:
    assert stream_format(sets(preset="superfast")).macroblocks == 12
    with pytest.raises(ValueError, match="whole frames: 0 instead of 1"):
        stream_format(sets(preset="superfast", **{"x264-params": "interlaced=1"}))
    with pytest.raises(ValueError, match="missing"):
        stream_format(b"\0\0\0\1\x67\x64")
    unreferenced = Coded(data=b"\0\0\0\1\x01\x9a\x24\x6c\x41\x4f" + bytes(30), number=0, key=False)
    showing = Showing()
    showing.frames.append(0)
    showing.following[0].append(Repeats(range(1, 3)))
    repeating = Repeating(stream_format(sets(preset="superfast")), showing, repeat=repeated_picture)
    with pytest.raises(ValueError, match="no reference"):
        list(repeating.woven(unreferenced))
