from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from msgspec.structs import replace

from renderer.compositor.planes import Planes
from renderer.media.inspection.inspect import Expectation, Inspection, inspect_video
from renderer.media.inspection.mp4_boxes import read_layout
from renderer.media.loudness import measure_loudness
from tests.media.making import FPS, HEIGHT, RATE, WIDTH, Numbered, make_video, tone, write_wav

FRAMES = 90
EXPECTED = Expectation(width=WIDTH, height=HEIGHT, fps=FPS, frame_count=FRAMES)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_video(tmp_path_factory.mktemp("good"), frames=FRAMES)


def codes(inspection: Inspection) -> set[str]:
    return {finding.code for finding in inspection.findings}


def test_a_good_file_passes_and_its_facts_are_measured(good: Path) -> None:
    found = inspect_video(good, EXPECTED)
    assert found.findings == ()
    assert found.passed
    assert (found.width, found.height, found.frames, found.duration) == (WIDTH, HEIGHT, FRAMES, Fraction(3))
    assert found.loudness_lufs == pytest.approx(-14, abs=0.2)
    assert found.true_peak_dbtp == pytest.approx(-14, abs=0.8)
    assert found.start_offset == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"width": 98}, "size"),
        ({"frame_count": FRAMES - 1}, "frames"),
        ({"fps": 25}, "frame_rate"),
        ({"loudness_lufs": -16.0}, "loudness"),
        ({"true_peak_dbtp": -20.0}, "true_peak"),
        ({"frame_count": 60}, "sound_length"),
    ],
)
def test_a_broken_promise_is_found(good: Path, change: dict[str, Any], code: str) -> None:
    assert code in codes(inspect_video(good, replace(EXPECTED, **change)))


class Spoilt(Numbered):
    def __init__(self, spoil: Callable[[int, Planes], None]) -> None:
        super().__init__()
        self._spoil = spoil

    def draw(self, frame: int, target: Planes) -> None:
        super().draw(frame, target)
        self._spoil(frame, target)


def spoilt(folder: Path, spoil: Callable[[int, Planes], None], *, frames: int = FRAMES) -> Inspection:
    video = make_video(folder, frames=frames, source=Spoilt(spoil))
    return inspect_video(video, replace(EXPECTED, frame_count=frames))


def test_a_black_stretch_is_found(tmp_path: Path) -> None:
    def black(frame: int, target: Planes) -> None:
        if 25 <= frame < 70:
            target.y[:], target.u[:], target.v[:] = 16, 128, 128

    found = spoilt(tmp_path, black)
    assert "black" in codes(found)
    assert "from 1.00 s to 2.00 s" in found.summary


def test_a_black_first_frame_is_found(tmp_path: Path) -> None:
    def black(frame: int, target: Planes) -> None:
        if frame == 0:
            target.y[:] = 16

    assert "first frame is black" in spoilt(tmp_path, black).summary


def test_a_frozen_stretch_is_found_and_a_moving_one_is_not(tmp_path: Path, good: Path) -> None:
    def frozen(frame: int, target: Planes) -> None:
        if 20 <= frame < 260:
            Numbered().draw(20, target)

    found = spoilt(tmp_path, frozen, frames=270)
    assert codes(found) == {"frozen"}
    assert "from 2.00 s to 8.00 s" in found.summary
    assert inspect_video(good, replace(EXPECTED, frozen=Fraction(1, 2))).passed


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_a_frozen_stretch_is_found_wherever_it_begins(tmp_path: Path, start: int) -> None:
    def frozen(frame: int, target: Planes) -> None:
        if start * 30 <= frame < (start + 9) * 30:
            Numbered().draw(start * 30, target)

    found = spoilt(tmp_path, frozen, frames=450)
    seen = range(start + start % 2, start + 9, 2)  # glimpses are two seconds apart
    assert codes(found) == {"frozen"}
    assert f"from {seen[0]}.00 s to {seen[-1]}.00 s" in found.summary


def test_silence_is_found_where_it_is(tmp_path: Path) -> None:
    samples = tone(3.0)
    samples[RATE : 2 * RATE + RATE // 2] = 0
    found = inspect_video(
        make_video(tmp_path, frames=FRAMES, sound=samples), replace(EXPECTED, silent=Fraction(1))
    )
    assert "silent" in codes(found)
    assert "from 1.00 s to 2.50 s" in found.summary


def test_a_track_of_silence_measures_as_such(tmp_path: Path) -> None:
    found = measure_loudness(write_wav(tmp_path / "s.wav", np.zeros((RATE, 2), np.float32)))
    assert found.lufs == -70
    assert found.true_peak_dbtp < -100
    assert [(span.start, span.end) for span in found.quiet] == [(Fraction(0), Fraction(1))]


@pytest.mark.parametrize("level", [-30.0, -14.0, -3.0])
def test_loudness_of_a_997_hz_sine_in_both_channels_is_its_peak_level(tmp_path: Path, level: float) -> None:
    found = measure_loudness(write_wav(tmp_path / "sine.wav", tone(2.0, level_dbfs=level)))
    assert found.lufs == pytest.approx(level, abs=0.1)
    assert found.true_peak_dbtp == pytest.approx(level, abs=0.15)


def test_a_peak_between_samples_is_seen(tmp_path: Path) -> None:
    moments = np.arange(RATE) / RATE
    wave = np.sin(2 * np.pi * RATE / 4 * moments + np.pi / 4) * np.minimum(1, moments * 20)
    found = measure_loudness(write_wav(tmp_path / "p.wav", np.stack([wave, wave], axis=1).astype(np.float32)))
    assert np.abs(wave).max() < 0.71
    assert found.true_peak_dbtp == pytest.approx(0, abs=0.2)


def remuxed(source: Path, into: Path, *, sound_delay: int = 0, **options: str) -> Path:
    with av.open(source) as old, av.open(into, "w", options=options) as new:
        streams = {one.index: new.add_stream_from_template(one) for one in old.streams}
        for packet in old.demux():
            if packet.pts is None or packet.dts is None:
                continue
            if packet.stream.type == "audio":
                packet.pts, packet.dts = packet.pts + sound_delay, packet.dts + sound_delay
            packet.stream = streams[packet.stream.index]
            new.mux(packet)
    return into


def test_an_index_at_the_end_and_edit_lists_are_found(good: Path, tmp_path: Path) -> None:
    found = inspect_video(remuxed(good, tmp_path / "plain.mp4"), EXPECTED)
    assert codes(found) >= {"fast_start", "edit_list"}


def test_late_sound_is_found(good: Path, tmp_path: Path) -> None:
    late = remuxed(good, tmp_path / "late.mp4", sound_delay=RATE // 50, movflags="+faststart")
    found = inspect_video(late, EXPECTED)
    assert "start_offset" in codes(found)
    assert float(found.start_offset) == pytest.approx(0.02, abs=0.001)


def test_what_is_no_video_is_a_finding_not_a_crash(good: Path, tmp_path: Path) -> None:
    cut, text, empty = tmp_path / "cut.mp4", tmp_path / "text.mp4", tmp_path / "empty.mp4"
    cut.write_bytes(good.read_bytes()[:3000])
    text.write_text("hello")
    empty.touch()
    for path in (cut, text, empty, tmp_path / "missing.mp4"):
        assert not inspect_video(path, EXPECTED).passed


def test_the_box_reader_survives_any_bytes(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    for seed in range(40):
        rng = np.random.default_rng(seed)
        blob = rng.integers(0, 256, 400, dtype=np.uint8).tobytes()
        path.write_bytes(b"\0\0\0\x18ftypmp42" + blob[:16] + b"\0\0\1\0moov" + blob)
        assert read_layout(path).order[0] == "ftyp"
