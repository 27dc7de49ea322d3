from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.io import wavfile

from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import WavReader, WavWriter, read_wav, write_wav
from renderer.errors import ClipwrightError


def _noise(channels: int, frames: int) -> Samples:
    return np.random.default_rng(frames).standard_normal((channels, frames), dtype=np.float32)


@pytest.mark.parametrize("channels", [1, 2])
def test_what_is_written_in_blocks_is_read_back_exactly(tmp_path: Path, channels: int) -> None:
    sound, path = _noise(channels, 10_007), tmp_path / "a.wav"
    with WavWriter(path, channels=channels) as out:
        for start in range(0, 10_007, 999):
            out.write(sound[:, start : start + 999])
    assert np.array_equal(read_wav(path), sound)
    with WavReader(path) as wav:
        assert np.array_equal(np.concatenate(list(wav.blocks(777)), axis=1), sound)


def test_an_independent_reader_agrees(tmp_path: Path) -> None:
    sound, path = _noise(2, 480), tmp_path / "a.wav"
    write_wav(path, sound)
    rate, read = wavfile.read(path)
    assert rate == 48_000
    assert read.dtype == np.float32
    assert np.array_equal(read.T, sound)


def test_reading_outside_the_file_gives_silence(tmp_path: Path) -> None:
    sound, path = _noise(1, 100), tmp_path / "a.wav"
    write_wav(path, sound)
    with WavReader(path) as wav:
        around = wav.read(-10, 120)
    assert np.array_equal(around[:, 10:110], sound)
    assert not around[:, :10].any()
    assert not around[:, 110:].any()


@pytest.mark.parametrize("kept", [0, 11, 40, 57, 300])
def test_a_truncated_file_is_called_damaged(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "a.wav"
    write_wav(path, _noise(2, 100))
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ClipwrightError) as caught:
        read_wav(path)
    assert caught.value.code == "artifact_corrupt"


def test_another_sample_format_or_rate_is_called_damaged(tmp_path: Path) -> None:
    for rate, kind in ((48_000, np.int16), (44_100, np.float32)):
        wavfile.write(tmp_path / "a.wav", rate, np.zeros(100, kind))
        with pytest.raises(ClipwrightError) as caught:
            read_wav(tmp_path / "a.wav")
        assert caught.value.code == "artifact_corrupt"


def test_a_full_disk_and_a_missing_folder_have_their_own_errors(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError) as full:
        write_wav(Path("/dev/full"), _noise(2, 50_000))
    assert full.value.code == "disk_full"
    with pytest.raises(ClipwrightError) as missing:
        write_wav(tmp_path / "nowhere" / "a.wav", _noise(1, 10))
    assert missing.value.code == "output_unwritable"
