"""Long sound encoded in parts: no gap, no click and no more noise where they meet."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.audio.signal.wav import read_wav
from renderer.core.mix import FRAME, PART, STEP, STEP_SECONDS, sound_parts, sound_sections
from renderer.errors import ClipwrightError
from renderer.media.encoding import sound_parts as module
from renderer.media.encoding.audio_encode import PEAK_DBTP, encode_audio_beside
from renderer.media.encoding.sound_parts import PartedSound, PartFile, Recall, encode_parts_beside
from renderer.media.loudness import measure_loudness
from tests.media.making import RATE, tone, write_wav

BIT_RATE = 192_000
SECONDS = 80
"""Long enough for six parts."""
JOINTS = tuple(part.start for part in sound_parts(SECONDS * RATE)[1:])


def lively(seconds: int) -> npt.NDArray[np.float32]:
    """Struck notes of all pitches over a soft bed, two of them right at the joints."""
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


def parted(sound: npt.NDArray[np.float32], folder: Path, *, sections: Sequence[int] = ()) -> PartedSound:
    """Files of the parts of (n, 2) samples, each with the sound around it."""
    files = []
    for part in sound_parts(len(sound), sections):
        window = sound[part.first : part.last]
        key = hashlib.sha256(window.tobytes()).hexdigest()
        files.append(PartFile(key=key, path=write_wav(folder / f"{key}.wav", window)))
    return PartedSound(samples=len(sound), files=tuple(files), sections=tuple(sections))


def encoded_whole(sound: npt.NDArray[np.float32], folder: Path, *, seconds: float) -> Path:
    wav, into = write_wav(folder / "whole.wav", sound), folder / "scratch.mp4"
    beside = encode_audio_beside(
        wav, duration=Fraction(seconds), bit_rate=BIT_RATE, scratch=into, listen=measure_loudness
    )
    with beside as encoding:
        return Path(shutil.copy(encoding.result(), folder / "whole.mp4"))


def encoded(
    sound: npt.NDArray[np.float32],
    folder: Path,
    *,
    seconds: float | Fraction = SECONDS,
    name: str = "parts.mp4",
    recall: Recall | None = None,
    sections: Sequence[int] = (),
) -> Path:
    beside = encode_parts_beside(
        parted(sound, folder, sections=sections),
        duration=Fraction(seconds),
        bit_rate=BIT_RATE,
        scratch=folder / "scratch.mp4",
        recall=recall or (lambda _, make: make()),
    )
    with beside as encoding:
        return Path(shutil.copy(encoding.result(), folder / name))


@dataclass
class Remembering:
    """Keeps what was encoded, by facts, and counts how often something was."""

    found: dict[str, bytes] = field(default_factory=dict)
    made: int = 0

    def __call__(self, facts: object, make: Callable[[], bytes]) -> bytes:
        if repr(facts) not in self.found:
            self.made += 1
            self.found[repr(facts)] = make()
        return self.found[repr(facts)]


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
    return sound.T, encoded(sound, folder), encoded_whole(sound, folder, seconds=SECONDS)


def noise(path: Path, sound: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Power of the noise that encoding adds, frame by frame."""
    added = decoded(path)[:, : sound.shape[1] // FRAME * FRAME] - sound[:, : sound.shape[1] // FRAME * FRAME]
    return np.asarray(np.square(added.astype(np.float64)).mean(axis=0).reshape(-1, FRAME).mean(axis=1))


def test_it_has_the_packets_of_the_whole_at_their_times(
    both: tuple[npt.NDArray[np.float32], Path, Path],
) -> None:
    _, parts, whole = both
    assert len(JOINTS) == 5
    assert times(parts) == times(whole)
    assert parts.read_bytes() != whole.read_bytes()


def test_where_parts_meet_there_is_no_more_noise_than_in_the_whole(
    both: tuple[npt.NDArray[np.float32], Path, Path],
) -> None:
    """Overlaps of two encoders with different windows, which do not cancel, would be 20 dB higher."""
    sound, parts, whole = both
    ours, theirs = noise(parts, sound), noise(whole, sound)
    assert 10 * np.log10(ours.mean() / theirs.mean()) < 0.2
    for joint in JOINTS:
        near = slice(joint // FRAME - 2, joint // FRAME + 2)
        assert 10 * np.log10(ours[near].mean() / theirs[near].mean()) < 2
    whole_seconds = 10 * np.log10(ours[: 46 * 78].reshape(-1, 46).mean(axis=1))
    their_seconds = 10 * np.log10(theirs[: 46 * 78].reshape(-1, 46).mean(axis=1))
    assert (whole_seconds - their_seconds).max() < 3


def test_a_tone_goes_on_without_a_click(tmp_path: Path) -> None:
    """A 997 Hz tone has almost nothing in its fourth difference; a step of -80 dBFS would stand out."""
    heard = decoded(encoded(tone(SECONDS), tmp_path))[0].astype(np.float64)
    rough = np.abs(np.diff(heard, 4))
    for joint in JOINTS:
        assert rough[joint - 2 * FRAME : joint + 2 * FRAME].max() <= 3 * np.percentile(rough, 99.9)


def test_short_sound_is_one_part_and_has_the_bytes_of_the_whole(tmp_path: Path) -> None:
    parts = encoded(lively(4), tmp_path, seconds=3.7)
    whole = encoded_whole(lively(4), tmp_path, seconds=3.7)
    assert parts.read_bytes() == whole.read_bytes()


def test_bytes_do_not_depend_on_how_many_are_encoded_at_a_time(
    tmp_path: Path, both: tuple[npt.NDArray[np.float32], Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, parts, _ = both
    monkeypatch.setattr(module, "_AT_A_TIME", 1)
    alone = encoded(sound.T, tmp_path)
    one, other = (hashlib.sha256(path.read_bytes()).hexdigest() for path in (alone, parts))
    assert one == other


@pytest.mark.parametrize("place", [5.0, 38.0, 51.2, 79.5])
def test_after_an_edit_parts_that_heard_it_are_encoded_and_all_bytes_are_as_afresh(
    tmp_path: Path, both: tuple[npt.NDArray[np.float32], Path, Path], place: float
) -> None:
    kept, sound = Remembering(), both[0].T
    before = encoded(sound, tmp_path, name="before.mp4", recall=kept)
    edited, at = sound.copy(), int(place * RATE)
    edited[at : at + RATE // 10] *= 0.5
    hit = [part for part in sound_parts(len(sound)) if part.first < at + RATE // 10 and at < part.last]
    made = kept.made
    found = encoded(edited, tmp_path, name="found.mp4", recall=kept)
    assert kept.made - made == len(hit) < 3
    afresh = encoded(edited, tmp_path, name="afresh.mp4")
    assert found.read_bytes() == afresh.read_bytes() != before.read_bytes()


def test_what_an_edit_moves_by_a_step_is_found_behind_the_next_section(
    tmp_path: Path, both: tuple[npt.NDArray[np.float32], Path, Path]
) -> None:
    kept, sound, section = Remembering(), both[0].T, 10 * STEP
    encoded(sound, tmp_path, name="before.mp4", recall=kept, sections=(section,))
    longer = np.concatenate([sound[: 10 * RATE], sound[RATE : RATE + STEP], sound[10 * RATE :]])
    seconds, made = SECONDS + STEP_SECONDS, kept.made
    found = encoded(longer, tmp_path, recall=kept, sections=(section + STEP,), seconds=seconds)
    afresh = encoded(longer, tmp_path, name="afresh.mp4", sections=(section + STEP,), seconds=seconds)
    assert found.read_bytes() == afresh.read_bytes()
    assert kept.made - made == 1 < len(sound_parts(len(longer), (section + STEP,)))


def test_what_the_codec_lifts_too_high_is_lowered_where_it_is(tmp_path: Path) -> None:
    """A part without such peaks keeps its packets."""
    sound, kept, asked = lively(SECONDS), Remembering(), list[tuple[Fraction, ...]]()
    sound[5 * RATE : 6 * RATE] = tone(1, level_dbfs=-1.0)

    def softer(wav: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
        assert lower_db == round(lower_db, 1) > 0
        asked.append(tuple(places))
        return write_wav(wav.with_suffix(".soft.wav"), read_wav(wav).T * 10 ** (-lower_db / 20))

    beside = encode_parts_beside(
        parted(sound, tmp_path),
        duration=Fraction(SECONDS),
        bit_rate=BIT_RATE,
        scratch=tmp_path / "s.mp4",
        remaster=softer,
        recall=kept,
    )
    with beside as encoding:
        peak = measure_loudness(encoding.result()).true_peak_dbtp
    assert peak <= PEAK_DBTP
    assert kept.made == len(sound_parts(len(sound))) + len(asked)
    assert all(5 <= place <= 6 for places in asked for place in places)


def test_sound_that_ends_early_is_followed_by_silence(tmp_path: Path) -> None:
    heard = decoded(encoded(tone(60), tmp_path, seconds=61.5))
    assert abs(heard.shape[1] - int(61.5 * RATE)) <= FRAME
    assert np.abs(heard[:, 58 * RATE : 59 * RATE]).max() > 0.1
    assert np.abs(heard[:, 60 * RATE + 3 * FRAME :]).max() < 1e-3


def test_leaving_early_ends_all_parts(tmp_path: Path) -> None:
    scratch, source = tmp_path / "s.mp4", parted(tone(SECONDS), tmp_path)
    with encode_parts_beside(source, duration=Fraction(SECONDS), bit_rate=BIT_RATE, scratch=scratch) as sound:
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
    assert all(PART <= 2 * part.own <= 3 * PART for part in parts) or len(parts) == 1


@given(
    steps=st.integers(1, 600),
    more=st.integers(0, STEP - 1),
    starts=st.lists(st.fractions(0, 1000, max_denominator=48_000), max_size=12),
)
def test_sections_begin_parts_and_what_is_behind_them_is_cut_alike_wherever_it_stands(
    steps: int, more: int, starts: list[Fraction]
) -> None:
    samples = steps * STEP + more
    sections = sound_sections(starts, samples=samples)
    assert all(section % STEP == 0 and 0 < section < samples for section in sections)
    parts = sound_parts(samples, sections)
    assert {*sections} <= {part.start for part in parts}
    assert [part.stop for part in parts] == [*(part.start for part in parts[1:]), samples]
    later = sound_parts(samples + 3 * STEP, [section + 3 * STEP for section in sections])
    behind = [part for part in parts if sections and part.start >= sections[0]]
    moved = [(part.start + 3 * STEP, part.own, part.around, part.before) for part in behind]
    assert moved == [(part.start, part.own, part.around, part.before) for part in later][-len(moved) :] or (
        not moved
    )
