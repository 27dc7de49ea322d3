"""The scan of a finished film: a few key frames show what all of them would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.inspection import glimpses as choosing
from renderer.media.inspection import video_scan as module
from renderer.media.inspection.glimpses import Glimpse
from renderer.media.inspection.thumbnails import SHAPE as CELLS
from renderer.media.inspection.thumbnails import thumbnail_of
from renderer.media.inspection.video_scan import VideoScan, scan_video
from renderer.media.sample_table import read_sample_table

FPS = 10
SHAPE = VideoShape(width=64, height=96, fps=FPS)
PROFILE = EncoderProfile(gop=10, threads=1)
SECONDS = 60


class Scenes(Drawer):
    """A moving texture that is frozen, black or dark within given stretches of frames."""

    def __init__(self, *, frozen: range = range(0), black: range = range(0), dark: range = range(0)) -> None:
        soft = np.random.default_rng(4).integers(40, 220, (12, 8), dtype=np.uint8)
        self._texture = np.asarray(cv2.resize(soft, (64, 96), interpolation=cv2.INTER_CUBIC))
        self._frozen, self._black, self._dark = frozen, black, dark

    def draw(self, frame: int, target: Planes) -> None:
        shown = self._frozen.start if frame in self._frozen else frame
        target.y[:] = np.roll(self._texture, 3 * shown, axis=0)
        target.u[:] = target.v[:] = 128
        if frame in self._black:
            target.y[:] = 16
        if frame in self._dark:
            target.y[:] = 16 + target.y // 6


def film(folder: Path, scenes: Scenes, *, seconds: int = SECONDS) -> Path:
    into = folder / "film.mp4"
    encode_segment(scenes, frames=range(seconds * FPS), shape=SHAPE, profile=PROFILE, into=into)
    return into


def everything(path: Path, *, still: Fraction, monkeypatch: pytest.MonkeyPatch) -> VideoScan:
    """The scan with every glimpse decoded."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "first_looks", _all)
        return scan_video(path, still=still)


def _all(glimpses: Sequence[Glimpse], *, still: Fraction) -> tuple[Glimpse, ...]:
    del still
    return tuple(glimpses)


def too_long(scan: VideoScan, still: Fraction) -> list[tuple[Fraction, Fraction]]:
    return [run for run in scan.frozen if run[1] - run[0] > still]


@pytest.mark.parametrize("still", [Fraction(5), Fraction(10)])
@pytest.mark.parametrize("seed", range(6))
def test_few_looks_tell_what_all_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, still: Fraction
) -> None:
    rng = random.Random(seed)  # noqa: S311 - crafted films
    monkeypatch.setattr(choosing, "_PIXELS_PER_BYTE", 128)
    first, length = rng.randrange(30 * FPS), rng.randrange(int(still * 12), int(still * 20))
    black = rng.randrange(50 * FPS, 54 * FPS)
    path = film(
        tmp_path, Scenes(frozen=range(first, first + length), black=range(black, black + rng.randrange(40)))
    )
    found, told = scan_video(path, still=still), everything(path, still=still, monkeypatch=monkeypatch)
    assert too_long(found, still) == too_long(told, still)
    assert (found.black, found.first_black) == (told.black, told.first_black)
    stands = (length - 1) // FPS - 3 > still  # glimpses are two seconds apart and begin after the stretch
    assert bool(too_long(found, still)) or not stands


@pytest.mark.parametrize("tenths", [44, 72, 104, 130])
def test_a_run_is_as_long_as_the_glimpses_within_it(tmp_path: Path, tenths: int) -> None:
    path = film(tmp_path, Scenes(frozen=range(20, 20 + tenths)), seconds=30)
    (run,) = [run for run in scan_video(path, still=Fraction(1)).frozen if run[1] - run[0] >= 2]
    assert run[0] == 2
    assert Fraction(tenths, 10) - 4 < run[1] - run[0] < Fraction(tenths, 10)


def test_dark_pictures_are_not_black_and_black_ones_are(tmp_path: Path) -> None:
    path = film(tmp_path, Scenes(dark=range(50, 120), black=range(200, 240)), seconds=30)
    found = scan_video(path, still=Fraction(10))
    assert found.black == ((Fraction(20), Fraction(23)),)
    assert not found.first_black
    assert scan_video(film(tmp_path, Scenes(black=range(5)), seconds=3), still=Fraction(10)).first_black


@pytest.mark.parametrize("shape", [(1080, 1920), (1920, 1080), (720, 1280), (2160, 3840)])
def test_a_quartered_picture_has_the_same_thumbnail(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    soft = rng.integers(16, 236, (40, 60), dtype=np.uint8)
    picture = np.asarray(cv2.resize(soft, shape[::-1], interpolation=cv2.INTER_CUBIC), np.int16)
    picture = np.clip(picture + rng.integers(-9, 10, shape), 0, 255).astype(np.uint8)
    direct = cv2.resize(picture, CELLS[::-1], interpolation=cv2.INTER_AREA)
    differ = thumbnail_of(picture).astype(int) - direct
    assert np.abs(differ).max() <= 1
    assert abs(differ.mean()) < 0.1
    black = np.full(shape, 16, np.uint8)
    assert (thumbnail_of(black) == 16).all()


def test_the_table_says_what_the_packets_say(tmp_path: Path) -> None:
    path = film(tmp_path, Scenes(), seconds=12)
    table = read_sample_table(path)
    with av.open(path) as container:
        packets = [packet for packet in container.demux(video=0) if packet.pts is not None]
        assert table.moments.tolist() == [packet.pts for packet in packets]
        assert table.offsets.tolist() == [packet.pos for packet in packets]
        assert table.sizes.tolist() == [packet.size for packet in packets]
        assert table.keys.tolist() == [number for number, packet in enumerate(packets) if packet.is_keyframe]
        assert table.moment(5) == Fraction(packets[5].pts or 0) * packets[5].time_base


def test_a_file_that_is_cut_off_or_has_no_pictures_is_refused(tmp_path: Path) -> None:
    path = film(tmp_path, Scenes(), seconds=3)
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[: len(whole) // 2], whole[:40], b"", whole.replace(b"vide", b"soun")):
        path.write_bytes(damaged)
        with pytest.raises(ClipwrightError) as refused:
            read_sample_table(path)
        assert refused.value.code == "media_unreadable"


def test_noise_in_the_table_is_refused_or_read_never_a_crash(tmp_path: Path) -> None:
    path = film(tmp_path, Scenes(), seconds=3)
    whole = path.read_bytes()
    end = whole.index(b"mdat")
    for seed in range(200):
        rng = random.Random(seed)  # noqa: S311 - crafted films
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[rng.randrange(end)] = rng.randrange(256)
        path.write_bytes(damaged)
        with suppress(RefusedError):
            read_as_ours(path)


class RefusedError(Exception):
    """Raised for a file that cannot be read."""


def read_as_ours(path: Path) -> None:
    try:
        read_sample_table(path)
    except ClipwrightError as error:
        if error.code == "media_unreadable":
            raise RefusedError from error
        raise
