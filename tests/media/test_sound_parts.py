"""Long sound encoded in parts: no gap, no click and no more noise where they meet."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt
import pytest

from renderer.errors import ClipwrightError
from renderer.media.encoding import sound_parts as module
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.sound_parts import FRAME, PART_FRAMES, sound_parts
from tests.media.making import RATE, tone, write_wav

BIT_RATE = 192_000
PART = PART_FRAMES * FRAME
SECONDS = 200
"""Three parts."""
JOINTS = (PART, 2 * PART)


def lively(seconds: int) -> npt.NDArray[np.float32]:
    """Struck notes of all pitches over a soft bed, two of them right on the joints."""
    random = np.random.default_rng(3)
    sound = 0.003 * random.normal(0, 1, (seconds * RATE, 2))
    strikes = np.concatenate([random.integers(0, (seconds - 1) * RATE, 6 * seconds), np.array(JOINTS) - 300])
    strikes = strikes[strikes < (seconds - 1) * RATE]
    moments = np.arange(RATE // 2) / RATE
    for start in strikes.tolist():
        hertz, decay = random.uniform(110, 4000), random.uniform(6, 40)
        note = np.sin(2 * np.pi * hertz * moments) * np.exp(-decay * moments)
        sound[start : start + len(note)] += 0.1 * random.uniform(0.2, 1, (1, 2)) * note[:, None]
    return sound.astype(np.float32)


def encoded(wav: Path, into: Path, *, seconds: float, in_parts: bool = True) -> Path:
    with encode_audio_beside(
        wav, duration=Fraction(seconds), bit_rate=BIT_RATE, scratch=into, in_parts=in_parts
    ) as sound:
        kept = into.with_suffix(".kept.mp4")
        kept.write_bytes(sound.result().read_bytes())
    return kept


def decoded(path: Path) -> npt.NDArray[np.float32]:
    with av.open(path) as container:
        return np.hstack([frame.to_ndarray() for frame in container.decode(audio=0)])


def times(path: Path) -> list[tuple[Any, Any]]:
    with av.open(path) as container:
        return [
            (packet.pts, packet.duration) for packet in container.demux(audio=0) if packet.pts is not None
        ]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[npt.NDArray[np.float32], Path, Path]:
    folder = tmp_path_factory.mktemp("parts")
    sound = lively(SECONDS)
    wav = write_wav(folder / "sound.wav", sound)
    parts = encoded(wav, folder / "parts.mp4", seconds=SECONDS)
    whole = encoded(wav, folder / "whole.mp4", seconds=SECONDS, in_parts=False)
    return sound.T, parts, whole


def noise(path: Path, sound: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Power of what encoding has added, a frame at a time."""
    added = decoded(path)[:, : sound.shape[1] // FRAME * FRAME] - sound[:, : sound.shape[1] // FRAME * FRAME]
    return np.asarray(np.square(added.astype(np.float64)).mean(axis=0).reshape(-1, FRAME).mean(axis=1))


def test_it_has_the_packets_of_the_whole_at_their_times(
    both: tuple[npt.NDArray[np.float32], Path, Path],
) -> None:
    sound, parts, whole = both
    assert len(sound_parts(sound.shape[1])) == len(JOINTS) + 1
    assert times(parts) == times(whole)
    assert parts.read_bytes() != whole.read_bytes()


def test_where_parts_meet_there_is_no_more_noise_than_in_the_whole(
    both: tuple[npt.NDArray[np.float32], Path, Path],
) -> None:
    """Uncancelled overlaps of two encoders that chose other windows would be 20 dB above."""
    sound, parts, whole = both
    ours, theirs = noise(parts, sound), noise(whole, sound)
    assert 10 * np.log10(ours.mean() / theirs.mean()) < 0.2
    for joint in JOINTS:
        near = slice(joint // FRAME - 2, joint // FRAME + 2)
        assert 10 * np.log10(ours[near].mean() / theirs[near].mean()) < 2
    whole_seconds = 10 * np.log10(ours[: 46 * 190].reshape(-1, 46).mean(axis=1))
    their_seconds = 10 * np.log10(theirs[: 46 * 190].reshape(-1, 46).mean(axis=1))
    assert (whole_seconds - their_seconds).max() < 3


def test_a_tone_goes_on_without_a_click(tmp_path: Path) -> None:
    """997 Hz has next to nothing in its fourth difference; a step of -80 dBFS would stand out."""
    wav = write_wav(tmp_path / "tone.wav", tone(SECONDS))
    heard = decoded(encoded(wav, tmp_path / "tone.mp4", seconds=SECONDS))[0].astype(np.float64)
    rough = np.abs(np.diff(heard, 4))
    for joint in JOINTS:
        assert rough[joint - 2 * FRAME : joint + 2 * FRAME].max() <= 3 * np.percentile(rough, 99.9)


def test_short_sound_is_one_part_and_has_the_bytes_of_the_whole(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "short.wav", lively(4))
    parts = encoded(wav, tmp_path / "parts.mp4", seconds=3.7)
    whole = encoded(wav, tmp_path / "whole.mp4", seconds=3.7, in_parts=False)
    assert parts.read_bytes() == whole.read_bytes()


def test_bytes_do_not_depend_on_how_many_are_encoded_at_a_time(
    tmp_path: Path, both: tuple[npt.NDArray[np.float32], Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, parts, _ = both
    monkeypatch.setattr(module, "_AT_A_TIME", 1)
    alone = encoded(write_wav(tmp_path / "s.wav", sound.T), tmp_path / "alone.mp4", seconds=SECONDS)
    one, other = (hashlib.sha256(path.read_bytes()).hexdigest() for path in (alone, parts))
    assert one == other


def test_a_wav_that_ends_early_is_followed_by_silence(tmp_path: Path) -> None:
    """Also where a whole part lies behind its end."""
    wav = write_wav(tmp_path / "s.wav", tone(3))
    heard = decoded(encoded(wav, tmp_path / "s.mp4", seconds=SECONDS))
    assert abs(heard.shape[1] - SECONDS * RATE) <= FRAME
    assert np.abs(heard[:, : 2 * RATE]).max() > 0.1
    assert np.abs(heard[:, 4 * RATE :]).max() < 1e-3


def test_leaving_early_ends_all_parts(tmp_path: Path) -> None:
    wav, scratch = write_wav(tmp_path / "long.wav", tone(SECONDS)), tmp_path / "s.mp4"
    with encode_audio_beside(
        wav, duration=Fraction(SECONDS), bit_rate=BIT_RATE, scratch=scratch, in_parts=True
    ) as sound:
        pass
    assert isinstance(sound.exception(), ClipwrightError)
    assert not scratch.exists()


@pytest.mark.parametrize("samples", [1, PART - 1, 2 * PART - 1, 2 * PART, 11 * PART + 17])
def test_parts_tile_the_sound(samples: int) -> None:
    parts = sound_parts(samples)
    assert parts[0].start == parts[0].first == 0
    assert parts[-1].stop == parts[-1].last == samples
    assert all(one.stop == other.start for one, other in pairwise(parts))
    assert all(part.first < part.start and part.last > part.stop for part in parts[1:-1])
    assert all(part.stop - part.start >= PART for part in parts) or len(parts) == 1
