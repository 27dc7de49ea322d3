"""Key frames of finished segments that are seen ahead are those that the inspection needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.encode import encode_segment
from renderer.media.encoding.join import JoinedVideo, join_segments
from renderer.media.inspection.glances import Glances, expected, joined, looked_at
from renderer.media.inspection.glimpses import first_looks, glimpses_of
from renderer.media.inspection.thumbnails import KeyFrames
from renderer.media.inspection.video_scan import VideoScan, scan_video
from renderer.media.loudness import measure_loudness
from renderer.media.sample_table import read_sample_table
from renderer.rendering.kept_pictures import KeptPictures
from renderer.rendering.looking_ahead import looking_ahead
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import FPS, HEIGHT, PROFILE, SHAPE, WIDTH, Numbered, kept_parts, tone, write_wav

STILL = Fraction(5)
PATIENCE = 60.0
LENGTHS = (90, 45, 150, 97, 60, 200)
"""Frames of each segment: key frames come every half second, and not only at round times."""
STOPS = [sum(LENGTHS[: number + 1]) for number in range(len(LENGTHS))]
RANGES = tuple(range(stop - length, stop) for stop, length in zip(STOPS, LENGTHS, strict=True))


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    return kept_parts(tmp_path)


@pytest.fixture(scope="module")
def segments(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder, first, made = tmp_path_factory.mktemp("segments"), 0, []
    for length in LENGTHS:
        into = folder / f"{first}.mp4"
        encode_segment(
            Numbered(), frames=range(first, first + length), shape=SHAPE, profile=PROFILE, into=into
        )
        made.append(into)
        first += length
    return made


@pytest.fixture(scope="module")
def whole(segments: list[Path]) -> Path:
    into, frames = segments[0].with_name("whole.mp4"), sum(LENGTHS)
    beside = encode_audio_beside(
        write_wav(into.with_suffix(".wav"), tone(frames / FPS)),
        duration=Fraction(frames, FPS),
        bit_rate=PROFILE.audio_bit_rate,
        scratch=into.with_name("sound.mp4"),
        listen=measure_loudness,
    )
    with beside as sound:
        video = JoinedVideo(
            frame_count=frames, fps=SHAPE.fps, sound=sound, audio_bit_rate=PROFILE.audio_bit_rate, into=into
        )
        join_segments(segments, video)
    return into


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files whose key frames were decoded, one for each key frame."""
    found: list[str] = []
    original = KeyFrames._decoded

    def decoding(frames: KeyFrames, numbers: Sequence[int]) -> Any:
        found.extend(frames.path.name for _ in numbers)
        return original(frames, numbers)

    monkeypatch.setattr(KeyFrames, "_decoded", decoding)
    return found


def glances(parts: KeptParts) -> Glances:
    return Glances(RANGES, gop=PROFILE.gop, still=STILL, kept=KeptPictures(parts))


def glance(paths: Sequence[Path], parts: KeptParts, *, until: Callable[[], bool] = lambda: True) -> None:
    """Look at the segments ahead until the condition holds, as the process that joins them does."""
    deadline = time.monotonic() + PATIENCE
    finished, seeing = dict(zip(RANGES, paths, strict=True)), glances(parts)
    with looking_ahead(RANGES, lambda: finished, seeing.look):
        while not until() and time.monotonic() < deadline:
            time.sleep(0.01)
    seeing.keep()


def scan(path: Path, parts: KeptParts) -> VideoScan:
    return scan_video(path, still=STILL, kept=KeptPictures(parts))


def test_samples_of_segments_are_those_of_the_joined_video(segments: list[Path], whole: Path) -> None:
    ours, theirs = joined([read_sample_table(path) for path in segments]), read_sample_table(whole)
    assert ours.rate == theirs.rate
    for mine, its in ((ours.moments, theirs.moments), (ours.sizes, theirs.sizes), (ours.keys, theirs.keys)):
        np.testing.assert_array_equal(mine, its)


def test_looked_at_are_the_first_looks_of_the_whole(segments: list[Path], whole: Path) -> None:
    glimpses = glimpses_of(read_sample_table(whole), pixels=WIDTH * HEIGHT)
    tables = [read_sample_table(path) for path in segments]
    firsts = np.cumsum(LENGTHS) - LENGTHS
    found = looked_at(tables, WIDTH * HEIGHT, still=STILL)
    flat = [number + first for numbers, first in zip(found, firsts, strict=True) for number in numbers]
    assert flat == [glance.number for glance in first_looks(glimpses, still=STILL)]


def test_the_inspection_decodes_nothing_that_was_seen(
    segments: list[Path], whole: Path, parts: KeptParts, decoded: list[str]
) -> None:
    alone = scan_video(whole, still=STILL)
    assert set(decoded) == {"whole.mp4"}
    decoded.clear()
    tables = [read_sample_table(path) for path in segments]
    looks = sum(map(len, looked_at(tables, WIDTH * HEIGHT, still=STILL)))
    glance(segments, parts, until=lambda: len(decoded) == looks)
    assert len(decoded) == looks
    assert "whole.mp4" not in decoded
    decoded.clear()
    assert scan(whole, parts) == alone
    assert decoded == []


def test_however_much_was_seen_the_inspection_finds_the_same(
    segments: list[Path], whole: Path, parts: KeptParts, decoded: list[str]
) -> None:
    alone = scan_video(whole, still=STILL)
    decoded.clear()
    glance(segments, parts, until=lambda: len(decoded) > 0)
    assert scan(whole, parts) == alone


@pytest.mark.parametrize("missing", range(len(LENGTHS)))
def test_of_a_segment_that_is_not_finished_the_length_is_enough(segments: list[Path], missing: int) -> None:
    """Unless its pictures are small enough to be black, since then more of it is decoded."""
    tables = [read_sample_table(path) for path in segments]
    counted = expected(
        LENGTHS[missing], gop=PROFILE.gop, like=tables[0], bytes_each=int(tables[missing].sizes.max())
    )
    for of in ("rate", "keys"):
        np.testing.assert_array_equal(getattr(counted, of), getattr(tables[missing], of))
    np.testing.assert_array_equal(counted.moments, np.sort(tables[missing].moments))
    found = looked_at([*tables[:missing], counted, *tables[missing + 1 :]], WIDTH * HEIGHT, still=STILL)
    assert found == looked_at(tables, WIDTH * HEIGHT, still=STILL)


def test_segments_are_seen_while_others_are_not_finished(
    segments: list[Path], whole: Path, parts: KeptParts, decoded: list[str]
) -> None:
    alone = scan_video(whole, still=STILL)
    decoded.clear()
    seeing, finished = glances(parts), dict(zip(RANGES, segments, strict=True))
    late = {RANGES[1]: finished.pop(RANGES[1]), RANGES[5]: finished.pop(RANGES[5])}
    for segment in tuple(finished):
        seeing.look(segment, finished)
    finished |= late
    for segment in late:
        seeing.look(segment, finished)
    seeing.keep()
    decoded.clear()
    assert scan(whole, parts) == alone
    assert decoded == []


def test_a_damaged_segment_is_named(segments: list[Path], parts: KeptParts, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.mp4"
    damaged.write_bytes(segments[1].read_bytes()[:-300])
    for path in (damaged, tmp_path / "none.mp4"):
        with pytest.raises((ClipwrightError, OSError)):
            glances(parts).look(RANGES[1], {RANGES[1]: path})


def test_what_is_raised_while_joining_comes_out(parts: KeptParts) -> None:
    with pytest.raises(RuntimeError, match="disk"), looking_ahead(RANGES, dict, glances(parts).look):
        raise RuntimeError("disk")
