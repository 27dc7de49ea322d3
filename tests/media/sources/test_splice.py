"""Frames of an H.264 video replaced, or all copied: what is shown when, and which bytes stay."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import pytest

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.remux import packets_digest, remux
from renderer.media.sources.video.splice import (
    ExchangedPart,
    copied_digest,
    frame_table,
    splice,
)
from tests.media.sources.tiny import FPS, grey, lumas, moments, picture_bytes, write_sound, write_video

COUNT = 20
GREYS = [grey(n) for n in range(COUNT)]
X264 = {"profile": "high", "g": "5", "keyint_min": "5", "sc_threshold": "0", "flags": "+cgop", "crf": "10"}
OURS = {**X264, "x264-params": "sps-id=1:open-gop=0"}
DARK = 18


def source(folder: Path, **options: str) -> Path:
    return write_video(folder / "source.mp4", GREYS, options={**X264, **options})


def ours(folder: Path, count: int, name: str = "ours.mp4", **options: str) -> Path:
    return write_video(folder / name, [DARK] * count, options={**OURS, **options})


def close(one: list[int], other: list[int]) -> bool:
    return len(one) == len(other) and all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("frames", ["0", "2"])
def test_borders_stand_at_key_frames(tmp_path: Path, frames: str) -> None:
    table = frame_table(source(tmp_path, bf=frames), "mov")
    assert table.borders == (0, 5, 10, 15)
    assert {0, 5, 10, 15, COUNT} <= {*table.ends}
    assert [tick * table.base for tick in table.ticks] == [Fraction(n, FPS) for n in range(COUNT)]
    assert (table.delay > 0) == (frames != "0")
    assert table.sets.free_number == 1


@pytest.mark.parametrize("frames", ["0", "2"])
@pytest.mark.parametrize(("first", "stop"), [(0, 5), (5, 10), (5, 15), (15, 20), (0, 20)])
def test_a_stretch_is_exchanged_and_the_rest_stays(
    tmp_path: Path, frames: str, first: int, stop: int
) -> None:
    path, into = source(tmp_path, bf=frames), tmp_path / "out.mp4"
    part = ExchangedPart(first=first, stop=stop, path=ours(tmp_path, stop - first, bf="0"))
    told = splice(path, "mov", parts=[part], sound=write_sound(tmp_path / "s.mp4"), into=into)
    shown = [DARK if first <= n < stop else GREYS[n] for n in range(COUNT)]
    assert close(lumas(into), shown)
    assert moments(into) == [Fraction(n, FPS) for n in range(COUNT)]
    assert told == copied_digest(into, "mov", parts=[part])
    assert told["packets"] == COUNT
    before, after = picture_bytes(path), picture_bytes(into)
    assert after[:first] + after[stop:] == before[:first] + before[stop:]
    assert after[first:stop] == picture_bytes(part.path)


def test_two_stretches_are_exchanged(tmp_path: Path) -> None:
    path, into = source(tmp_path, bf="2"), tmp_path / "out.mp4"
    parts = [
        ExchangedPart(first=0, stop=5, path=ours(tmp_path, 5, "one.mp4", bf="2")),
        ExchangedPart(first=10, stop=15, path=ours(tmp_path, 5, "two.mp4", bf="2")),
    ]
    told = splice(path, "mov", parts=parts, sound=write_sound(tmp_path / "s.mp4"), into=into)
    assert close(lumas(into), [DARK if n // 5 in {0, 2} else GREYS[n] for n in range(COUNT)])
    assert told == copied_digest(into, "mov", parts=parts)


def test_the_sound_is_ours_alone(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", GREYS, sounds=["ger"], options=X264)
    sound, into = write_sound(tmp_path / "s.mp4", 36_000), tmp_path / "out.mp4"
    part = ExchangedPart(first=5, stop=10, path=ours(tmp_path, 5, bf="0"))
    splice(path, "mov", parts=[part], sound=sound, into=into)
    with av.open(str(sound)) as wanted, av.open(str(into)) as found:
        assert len(found.streams) == 2
        heard = [bytes(packet) for packet in found.demux(audio=0) if packet.size]
        assert heard == [bytes(packet) for packet in wanted.demux(audio=0) if packet.size]
    with av.open(str(into)) as found:
        decoded: list[Any] = [packet.dts for packet in found.demux(video=0) if packet.size]
    assert decoded == sorted(decoded)
    assert len({*decoded}) == COUNT


@pytest.mark.parametrize(("first", "stop", "count"), [(0, 5, 4), (0, 5, 6), (0, 6, 6), (0, 4, 4)])
def test_a_stretch_must_fit_its_place(tmp_path: Path, first: int, stop: int, count: int) -> None:
    path = source(tmp_path, bf="0")
    part = ExchangedPart(first=first, stop=stop, path=ours(tmp_path, count, bf="0"))
    with pytest.raises(Refusal) as caught:
        splice(path, "mov", parts=[part], sound=write_sound(tmp_path / "s.mp4"), into=tmp_path / "out.mp4")
    assert caught.value.name == "not_spliced"


@pytest.mark.parametrize(
    ("codec", "options"), [("mpeg4", {}), ("libvpx-vp9", {"deadline": "realtime", "cpu-used": "8"})]
)
def test_only_h264_is_spliced(tmp_path: Path, codec: str, options: dict[str, str]) -> None:
    path = write_video(tmp_path / "a.mp4", GREYS[:3], codec=codec, options=options)
    with pytest.raises(Refusal) as caught:
        frame_table(path, "mov")
    assert caught.value.name == "not_spliced"


@pytest.mark.parametrize(
    ("name", "demuxer", "frames", "late"),
    [
        ("a.mkv", "matroska", "0", 0),
        ("a.mkv", "matroska", "0", 90),
        ("a.mov", "mov", "2", 0),
        ("a.mov", "mov", "2", 90),
    ],
)
def test_all_packets_are_copied_and_the_first_shows_at_once(
    tmp_path: Path, name: str, demuxer: str, frames: str, late: int
) -> None:
    path = write_video(tmp_path / name, GREYS, first=late, options={**X264, "bf": frames})
    into = tmp_path / "out.mp4"
    sound = write_sound(tmp_path / "s.mp4")
    told = remux(path, demuxer, sound=sound, into=into, origin=Fraction(late, FPS))
    assert close(lumas(into), GREYS)
    shown = moments(into)
    assert all(abs(moment - Fraction(n, FPS)) <= Fraction(1, 1000) for n, moment in enumerate(shown))
    assert told["packets"] == COUNT
    assert told == packets_digest(into, "mov") == packets_digest(path, demuxer)


def test_what_players_do_not_expect_in_an_mp4_is_not_copied(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mkv", GREYS[:3], codec="mpeg4")
    sound, into = write_sound(tmp_path / "s.mp4"), tmp_path / "out.mp4"
    with pytest.raises(Refusal) as caught:
        remux(path, "matroska", sound=sound, into=into, origin=Fraction(0))
    assert caught.value.name == "not_copied"
    assert "mpeg4" in str(caught.value)
    assert not into.exists()
