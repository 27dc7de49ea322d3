"""Users' videos as streams of frames and sound: the right frame at each time, for any kind of file."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from renderer.core.codec import decode, encode
from renderer.errors import ClipwrightError
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames
from renderer.media.sources.video.sound import sound_blocks
from tests.media.making import plain_clip
from tests.support.counted import counted, counted_video, number_on

LARGE = FrameTarget(width=4000, height=4000, fps=30)


def opened(path: Path, target: FrameTarget = LARGE) -> SourceFrames:
    return SourceFrames(path, survey_video(path), target)


def numbers(path: Path, target: FrameTarget = LARGE) -> list[int]:
    with opened(path, target) as frames:
        return [number_on(frames[n].y) for n in range(len(frames))]


def shown_at(times: list[Fraction], fps: int, count: int) -> list[int]:
    """Source frame shown at each frame of a constant rate: the last one that is not later."""
    stamps = [moment - times[0] for moment in times]
    late = Fraction(1, 1000)
    return [sum(stamp <= Fraction(n, fps) + late for stamp in stamps) - 1 for n in range(count)]


@pytest.fixture(scope="module")
def long_video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """22 seconds with a key frame every 1.5 seconds: entries 6, 12 and 18 seconds from the beginning."""
    return counted_video(tmp_path_factory.mktemp("long") / "a.mp4", 660, gop=45, options={"bf": "3"})


def test_every_frame_is_found_by_its_number_in_any_order(long_video: Path) -> None:
    with opened(long_video) as frames:
        assert len(frames) == 660
        assert survey_video(long_video).entries == tuple(map(Fraction, (0, 6, 12, 18)))
        in_order = [frames[n].y.tobytes() for n in range(660)]
        assert [number_on(frames[n].y) for n in (0, 179, 180, 181, 359, 360, 540, 659)] == [
            *(0, 179, 180, 181, 359, 360, 540, 659)
        ]
        mixed = random.Random(3).sample(range(660), 24)  # noqa: S311  # test data
        for n in [*mixed, 659, 658, 0]:
            assert frames[n].y.tobytes() == in_order[n]
    assert in_order[0] != in_order[1]


def test_time_finds_the_frame_on_screen_and_the_ends_hold(long_video: Path) -> None:
    with opened(long_video) as frames:
        asked = (Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(1999, 300), Fraction(99))
        assert [number_on(frames.at(moment).y) for moment in asked] == [0, 0, 10, 199, 659]
        with pytest.raises(IndexError):
            frames[660]


@pytest.mark.parametrize(
    ("rate", "fps"), [(24, 30), (60, 30), (25, 24), (Fraction(30000, 1001), 30), (10, 60)]
)
def test_other_rates_become_ours(tmp_path: Path, rate: Any, fps: int) -> None:
    times = [n / Fraction(rate) for n in range(60)]
    path = counted_video(tmp_path / "a.mp4", 60, rate=rate, tick=Fraction(1, 90000))
    got = numbers(path, FrameTarget(width=4000, height=4000, fps=fps))
    assert len(got) == pytest.approx(60 / rate * fps, abs=1)
    assert got == shown_at(times, fps, len(got))


def test_variable_rates_show_the_last_frame_that_is_not_later(tmp_path: Path) -> None:
    rng = random.Random(7)  # noqa: S311  # test data
    times = [Fraction(0)]
    while len(times) < 200:
        times.append(times[-1] + Fraction(rng.choice((10, 20, 33, 50, 200, 700)), 1000))
    path = counted_video(tmp_path / "a.mkv", 200, times=times, tick=Fraction(1, 1000), gop=12)
    facts = survey_video(path)
    assert len(facts.entries) > 2
    with SourceFrames(path, facts, LARGE) as frames:
        expected = shown_at(times, 30, len(frames))
        assert [number_on(frames[n].y) for n in range(len(frames))] == expected
        for n in rng.sample(range(len(frames)), 12):
            assert number_on(frames[n].y) == expected[n]


def test_times_rounded_to_milliseconds_neither_double_nor_drop_frames(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.webm", 90, codec="libvpx-vp9", options={"deadline": "realtime"})
    assert numbers(path) == list(range(90))


def test_a_start_offset_is_taken_off(tmp_path: Path) -> None:
    times = [Fraction(7, 2) + Fraction(n, 30) for n in range(60)]
    for name in ("a.mp4", "a.mkv"):
        path = counted_video(tmp_path / name, 60, times=times)
        assert numbers(path) == list(range(60))


def test_a_file_without_times_of_its_own_is_counted(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mp4", 45, options={"bf": "0"})
    data = bytearray(path.read_bytes())
    at = data.index(b"stts") + 12
    data[at + 4 : at + 8] = bytes(4)  # every sample lasts zero ticks
    path.write_bytes(data)
    facts = survey_video(path)
    assert not facts.stamped
    got = numbers(path)
    assert got == shown_at([n / facts.rate for n in range(45)], 30, len(got))
    assert set(got) >= set(range(44))


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_pictures_stand_upright(tmp_path: Path, rotation: int) -> None:
    stored = np.ascontiguousarray(np.rot90(counted(341), -rotation // 90))
    path = plain_clip(tmp_path / "a.mp4", [stored] * 5, rotation=rotation)
    with opened(path) as frames:
        assert (frames.width, frames.height) == (160, 96)
        assert number_on(frames[4].y) == 341


def test_pixels_that_are_not_square_become_square(tmp_path: Path) -> None:
    with opened(counted_video(tmp_path / "a.mp4", 5, aspect=Fraction(4, 3))) as frames:
        assert (frames.width, frames.height) == (212, 96)
        assert number_on(frames[3].y) == 3


@pytest.mark.parametrize(
    ("size", "codec", "format_", "even"),
    [
        ((161, 97), "ffv1", "yuv444p", (160, 96)),
        ((163, 99), "ffv1", "yuv420p10le", (162, 98)),
        ((160, 96), "libx264", "yuv420p10le", (160, 96)),
        ((160, 96), "libx265", "yuv422p10le", (160, 96)),
        ((160, 96), "ffv1", "gray", (160, 96)),
        ((160, 96), "prores_ks", "yuv444p10le", (160, 96)),
    ],
)
def test_odd_sizes_and_deep_pictures(
    tmp_path: Path, size: tuple[int, int], codec: str, format_: str, even: tuple[int, int]
) -> None:
    plain = {"libx265": {"x265-params": "log-level=none", "preset": "ultrafast"}, "ffv1": {}, "prores_ks": {}}
    path = tmp_path / ("a.mov" if codec == "prores_ks" else "a.mkv")
    counted_video(path, 20, size=size, codec=codec, format=format_, options=plain.get(codec, {"crf": "4"}))
    with opened(path) as frames:
        assert (frames.width, frames.height) == even
        assert [number_on(frames[n].y) for n in range(20)] == list(range(20))
        assert frames[1].y[:, 1].mean() == pytest.approx(16 + 235 / 255 * 219, abs=3)


def test_4k_is_shrunk_to_what_is_wanted(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mp4", 12, size=(3840, 2160))
    target = FrameTarget(width=1166, height=2074, fps=30)
    with opened(path, target) as frames:
        assert (frames.width, frames.height) == (1166, 2074)
    with opened(path, FrameTarget(width=640, height=360, fps=30)) as frames:
        assert (frames.width, frames.height) == (640, 360)
        assert [number_on(frames[n].y) for n in range(12)] == list(range(12))


def test_a_change_of_size_midway_keeps_frames_and_times(tmp_path: Path) -> None:
    """Two recordings in one track, the second half as large, as a phone makes when a call is put through."""
    parts = [
        counted_video(tmp_path / f"{number}.mkv", 30, size=size, options={"x264-params": "repeat-headers=1"})
        for number, size in enumerate(((320, 192), (160, 96)))
    ]
    joined = joined_in_one_track(parts, tmp_path / "joined.mkv")
    with opened(joined) as frames:
        assert (frames.width, frames.height) == (320, 192)
        got = [number_on(frames[n].y) for n in range(60)]
    assert got == [*range(30), *range(30)]


def joined_in_one_track(parts: list[Path], into: Path) -> Path:
    with av.open(into, "w") as out:
        stream: Any = None
        for number, part in enumerate(parts):
            with av.open(part) as container:
                source = container.streams.video[0]
                stream = stream or out.add_stream_from_template(source)
                packets: Any = container.demux(source)
                for packet in packets:
                    if packet.size:
                        packet.pts += number * 1000
                        packet.dts += number * 1000
                        packet.stream = stream
                        out.mux(packet)
    return into


def test_no_sound_and_several_tracks(tmp_path: Path) -> None:
    assert survey_video(counted_video(tmp_path / "none.mp4", 30)).audio == ()
    path = counted_video(tmp_path / "two.mp4", 90, tracks=(440, 1000))
    facts = survey_video(path)
    assert [track.channels for track in facts.audio] == [1, 1]
    for track, hertz in zip(facts.audio, (440, 1000), strict=True):
        sound = np.concatenate(list(sound_blocks(path, facts, track)), axis=1)
        assert sound.shape[0] == 2
        assert sound.shape[1] == pytest.approx(48_000 * 3, abs=4000)
        middle = sound[0, 48_000:96_000]
        assert np.abs(np.fft.rfft(middle)).argmax() == pytest.approx(hertz, abs=1)
        assert np.sqrt((middle**2).mean()) == pytest.approx(0.5 / 2**0.5, abs=0.01)


def test_sound_that_begins_later_begins_with_silence(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mkv", 90, tracks=(700,), sound_from=1)
    facts = survey_video(path)
    sound = np.concatenate(list(sound_blocks(path, facts, facts.audio[0])), axis=1)[0]
    assert np.abs(sound[:46_000]).max() < 0.01
    assert np.abs(sound[50_000:60_000]).max() > 0.4
    loud = int((np.abs(sound) > 0.05).argmax())
    assert loud == pytest.approx(48_000, abs=480)


def test_a_stretch_of_sound_has_the_samples_of_the_whole(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mp4", 120, tracks=(313,))
    facts = survey_video(path)
    whole = np.concatenate(list(sound_blocks(path, facts, facts.audio[0])), axis=1)
    part = sound_blocks(path, facts, facts.audio[0], start=Fraction(3, 2), stop=Fraction(11, 4))
    assert np.array_equal(np.concatenate(list(part), axis=1), whole[:, 72_000:132_000])


def test_a_truncated_file_ends_earlier(tmp_path: Path) -> None:
    whole = counted_video(tmp_path / "a.mkv", 120, gop=10).read_bytes()
    path = tmp_path / "cut.mkv"
    path.write_bytes(whole[: len(whole) // 2])
    got = numbers(path)
    assert 30 < len(got) < 90
    assert got[:-3] == list(range(len(got) - 3))


def test_flipped_bits_end_in_frames_or_a_clear_error(tmp_path: Path) -> None:
    whole = counted_video(tmp_path / "a.mp4", 240, gop=60).read_bytes()
    ends = {"frames": 0, "refused": 0}
    for seed in range(12):
        rng = random.Random(seed)  # noqa: S311  # test data
        data = bytearray(whole)
        for _ in range(30):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path = tmp_path / "flipped.mp4"
        path.write_bytes(data)
        try:
            with opened(path) as frames:
                first = [frames[n].y.tobytes() for n in range(0, len(frames), 7)]
                assert frames[0].y.tobytes() == first[0]
                again = {n: frames[n].y.tobytes() for n in reversed(range(0, len(frames), 49))}
            assert all(first[n // 7] == shown for n, shown in again.items())
            ends["frames"] += 1
        except ClipwrightError as error:
            assert error.code == "media_unreadable"  # noqa: PT017  # either end is right
            ends["refused"] += 1
    assert ends["frames"] >= 3


def test_facts_survive_as_a_document(long_video: Path) -> None:
    facts = survey_video(long_video)
    assert decode(encode(facts), SourceFacts) == facts
