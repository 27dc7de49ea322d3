"""Loudness of long sound, measured from its parts, is that of the whole; an edit measures only changes."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest

from renderer.core.mix import STEP
from renderer.core.timecode import AUDIO_RATE
from renderer.media.loudness import FileLoudness, measure_loudness
from renderer.media.loudness_parts import PacketPart, PartLoudness, measure_part, packet_parts
from renderer.media.sound_packets import SoundPackets
from renderer.rendering import kept_loudness as module
from renderer.rendering.kept_loudness import kept_loudness
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import kept_parts

SECONDS = 110
"""Long enough for nine parts."""


def speechlike(*, edited: bool = False) -> npt.NDArray[np.float32]:
    """(2, n): noise in phrases of many levels, three seconds of silence, and a peak next to a joint."""
    random = np.random.default_rng(8)
    sound = random.normal(0, 0.1, (2, SECONDS * AUDIO_RATE))
    levels = np.repeat(10 ** (random.uniform(-30, 0, 2 * SECONDS) / 20), AUDIO_RATE // 2)
    sound *= levels
    sound[:, 60 * AUDIO_RATE : 63 * AUDIO_RATE] = 0
    sound[:, int(51.2 * AUDIO_RATE) - 30 : int(51.2 * AUDIO_RATE) + 30] = 0.7
    if edited:
        sound[:, 85 * AUDIO_RATE : 86 * AUDIO_RATE] *= 0.5
    return np.asarray(sound, np.float32)


def encoded(sound: npt.NDArray[np.float32], into: Path) -> Path:
    with av.open(into, "w") as container:
        stream = container.add_stream("aac", rate=AUDIO_RATE, layout="stereo", options={"aac_pns": "0"})
        stream.bit_rate = 192_000
        for start in range(0, sound.shape[1], 1 << 16):
            block = np.ascontiguousarray(sound[:, start : start + (1 << 16)])
            frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="stereo")
            frame.sample_rate, frame.pts = AUDIO_RATE, start
            for packet in stream.encode(frame):
                if (packet.pts or 0) >= 0:
                    container.mux(packet)
        container.mux(stream.encode(None))
    return into


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("loudness")
    return (
        encoded(speechlike(), folder / "before.mp4"),
        encoded(speechlike(edited=True), folder / "edited.mp4"),
    )


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    return kept_parts(tmp_path)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[PacketPart]:
    """The parts that were actually measured."""
    found: list[PacketPart] = []

    def measuring(sound: SoundPackets, part: PacketPart) -> PartLoudness:
        found.append(part)
        return measure_part(sound, part)

    monkeypatch.setattr(module, "measure_part", measuring)
    return found


def same(one: FileLoudness, other: FileLoudness) -> None:
    assert one.lufs == pytest.approx(other.lufs, abs=0.02)
    assert one.true_peak_dbtp == pytest.approx(other.true_peak_dbtp, abs=1e-3)
    assert (one.quiet, one.start, one.duration) == (other.quiet, other.start, other.duration)
    assert one.peaks == pytest.approx(other.peaks, abs=1e-6)


def test_the_parts_together_measure_what_the_whole_does(
    files: tuple[Path, Path], parts: KeptParts, heard: list[PacketPart]
) -> None:
    found = kept_loudness(parts, files[0])
    assert len(heard) == 9
    assert found.quiet
    same(found, measure_loudness(files[0]))
    assert kept_loudness(parts, files[0]) == found
    assert len(heard) == 9


def test_after_an_edit_only_what_it_changed_is_heard_and_all_is_as_measured_afresh(
    files: tuple[Path, Path], parts: KeptParts, heard: list[PacketPart], tmp_path: Path
) -> None:
    before = kept_loudness(parts, files[0])
    del heard[:]
    found = kept_loudness(parts, files[1])
    assert 1 <= len(heard) <= 3
    (tmp_path / "fresh").mkdir()
    assert found == kept_loudness(kept_parts(tmp_path / "fresh"), files[1])
    assert found.lufs < before.lufs
    same(found, measure_loudness(files[1]))


def test_sound_that_has_sections_measures_the_same(
    files: tuple[Path, Path], parts: KeptParts, heard: list[PacketPart]
) -> None:
    found = kept_loudness(parts, files[0], sections=(8 * STEP, 41 * STEP))
    assert {8 * 75, 41 * 75} <= {part.start for part in heard}
    same(found, measure_loudness(files[0]))


@pytest.mark.parametrize("count", [1, 1199, 2399, 2400, 13_217])
def test_parts_tile_the_packets(count: int) -> None:
    cut = packet_parts(count)
    assert (cut[0].start, cut[0].first, cut[-1].stop, cut[-1].last) == (0, 0, count, count)
    assert [part.stop for part in cut[:-1]] == [part.start for part in cut[1:]]
