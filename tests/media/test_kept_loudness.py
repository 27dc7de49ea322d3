"""Sound that was measured when it was encoded is not measured again in the finished file."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import av
import numpy as np
import pytest

from renderer.errors import ClipwrightError
from renderer.media.encoding.encode import encode_video
from renderer.media.inspection.inspect import Expectation, inspect_video
from renderer.media.loudness import FileLoudness, measure_loudness
from renderer.media.sound_packets import sound_packets
from renderer.rendering import kept_loudness as module
from renderer.rendering.kept_loudness import kept_loudness
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import FPS, HEIGHT, PROFILE, SHAPE, WIDTH, Numbered, kept_parts, tone, write_wav

FRAMES = 60
EXPECTED = Expectation(width=WIDTH, height=HEIGHT, fps=FPS, frame_count=FRAMES)


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    return kept_parts(tmp_path)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were actually measured."""
    found: list[Path] = []

    def measuring(path: Path) -> FileLoudness:
        found.append(path)
        return measure_loudness(path)

    monkeypatch.setattr(module, "measure_loudness", measuring)
    return found


def delivered(folder: Path, parts: KeptParts, *, level_dbfs: float = -14.0) -> Path:
    into = folder / f"{level_dbfs}.mp4"
    wav = write_wav(folder / "sound.wav", tone(FRAMES / FPS, level_dbfs=level_dbfs))
    encode_video(
        Numbered(),
        frame_count=FRAMES,
        shape=SHAPE,
        profile=PROFILE,
        audio=wav,
        into=into,
        listen=partial(kept_loudness, parts),
    )
    return into


def test_the_inspection_finds_what_was_measured_and_it_is_what_it_would_measure(
    tmp_path: Path, parts: KeptParts, measured: list[Path]
) -> None:
    video = delivered(tmp_path, parts)
    assert len(measured) == 1
    found = inspect_video(video, EXPECTED, listen=partial(kept_loudness, parts))
    assert len(measured) == 1
    assert found == inspect_video(video, EXPECTED)
    assert found.passed
    assert kept_loudness(parts, video) == measure_loudness(video)


def test_other_sound_is_measured(tmp_path: Path, parts: KeptParts, measured: list[Path]) -> None:
    delivered(tmp_path, parts)
    quiet = delivered(tmp_path, parts, level_dbfs=-17.0)
    assert len(measured) == 2
    found = inspect_video(quiet, EXPECTED, listen=partial(kept_loudness, parts))
    assert [finding.code for finding in found.findings] == ["loudness"]


def shifted(source: Path, into: Path, *, by: int) -> Path:
    """A copy with the same packets, those of the sound shifted by `by` ticks."""
    with av.open(source) as old, av.open(into, "w") as new:
        streams = {one.index: new.add_stream_from_template(one) for one in old.streams}
        for packet in old.demux():
            if packet.pts is not None and packet.dts is not None:
                late = by if packet.stream.type == "audio" else 0
                packet.pts, packet.dts = packet.pts + late, packet.dts + late
                packet.stream = streams[packet.stream.index]
                new.mux(packet)
    return into


def test_sound_of_other_times_is_other_sound(tmp_path: Path, parts: KeptParts) -> None:
    """The kept loudness includes the time at which the first sample is heard."""
    video = delivered(tmp_path, parts)
    late, copy = (shifted(video, tmp_path / f"{by}.mp4", by=by) for by in (960, 0))
    assert sound_packets(copy).digest() == sound_packets(video).digest()
    assert sound_packets(late).digest() != sound_packets(video).digest()
    assert kept_loudness(parts, late).start == measure_loudness(late).start
    assert kept_loudness(parts, video).start == Fraction(0)


def test_silence_has_no_peak_to_keep_and_is_measured_each_time(
    tmp_path: Path, parts: KeptParts, measured: list[Path]
) -> None:
    wav = write_wav(tmp_path / "silence.wav", np.zeros((48_000, 2), np.float32))
    assert kept_loudness(parts, wav) == kept_loudness(parts, wav) == measure_loudness(wav)
    assert len(measured) == 2


def test_a_full_disk_is_no_fault_of_the_file(tmp_path: Path, parts: KeptParts) -> None:
    video = delivered(tmp_path, parts)

    def out_of_space(path: Path) -> FileLoudness:
        raise ClipwrightError("disk_full", path=path)

    with pytest.raises(ClipwrightError) as refused:
        inspect_video(video, EXPECTED, listen=out_of_space)
    assert refused.value.code == "disk_full"
