"""Lines of an earlier recording that are used again, identified by everything that decides their samples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pipelines.film.sounded_lines import VERSION, SoundedLines, sound_key
from renderer.audio.signal.wav import WavWriter
from renderer.backends.speech.base import Samples, Speech
from renderer.core.voice import DspProfile
from renderer.runtime.kept_parts import KeptParts, part_key
from renderer.runtime.workspace import open_workspace, run_store

PROFILE = DspProfile()


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    workspace = open_workspace(tmp_path / "workspace")
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    return KeptParts(run_store(workspace, scratch))


def tone(count: int, level: float = 0.5) -> Samples:
    return np.linspace(-level, level, count, dtype=np.float32)


def stem(parts: KeptParts, tmp_path: Path, samples: Samples) -> str:
    """The digest of a recording in the store."""
    path = tmp_path / "stem.wav"
    with WavWriter(path, channels=1) as out:
        out.write(samples[np.newaxis])
    return parts.store.put_file(path)


def noted(parts: KeptParts, tmp_path: Path, name: object = "film") -> tuple[Samples, str]:
    samples = tone(1000)
    digest = stem(parts, tmp_path, samples)
    with SoundedLines(parts, name=name) as lines:
        lines.note(digest, {"first": (0, 400), "second": (400, 600)})
    return samples, digest


def test_lines_are_read_where_they_lie_in_the_stem(parts: KeptParts, tmp_path: Path) -> None:
    samples, _ = noted(parts, tmp_path)
    with SoundedLines(parts, name="film") as lines:
        first, second = lines.of("first"), lines.of("second")
        assert lines.of("third") is None
    assert first is not None
    assert second is not None
    assert np.array_equal(first, samples[:400])
    assert np.array_equal(second, samples[400:])


def test_a_recording_of_another_name_is_not_found_and_a_later_one_takes_the_place(
    parts: KeptParts, tmp_path: Path
) -> None:
    noted(parts, tmp_path)
    with SoundedLines(parts, name="another") as lines:
        assert lines.of("first") is None
    digest = stem(parts, tmp_path, tone(50))
    with SoundedLines(parts, name="film") as lines:
        lines.note(digest, {"third": (10, 20)})
    with SoundedLines(parts, name="film") as lines:
        assert lines.of("first") is None
        third = lines.of("third")
    assert third is not None
    assert np.array_equal(third, tone(50)[10:30])


@pytest.mark.parametrize("damage", ["gone", "changed", "no sound"])
def test_a_stem_that_is_lost_or_damaged_leaves_nothing_to_read(
    parts: KeptParts, tmp_path: Path, damage: str
) -> None:
    _, digest = noted(parts, tmp_path)
    path = parts.store.path(digest)
    path.chmod(0o600)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-4] if damage == "changed" else b"RIFF")
    with SoundedLines(parts, name="film") as lines:
        assert lines.of("first") is None


@pytest.mark.parametrize(
    "facts",
    [
        b"",
        b"{}",
        b"\xff",
        b"[]",
        b'{"stem": 1, "lines": {}}',
        b'{"stem": "../x", "lines": {}}',
        b'{"stem": "\xff", "lines": {}}',
    ],
)
def test_a_table_that_is_none_leaves_nothing_to_read(parts: KeptParts, facts: bytes) -> None:
    parts.keep_facts(part_key("sounded lines", version=VERSION, decided_by="film"), facts)
    with SoundedLines(parts, name="film") as lines:
        assert lines.of("first") is None


def test_a_key_is_of_the_samples_the_voice_and_the_pace() -> None:
    speech = Speech(samples=tone(100), rate=22_050, spans=())
    key = sound_key(speech, PROFILE, rate=1.0)
    assert key == sound_key(Speech(samples=tone(100), rate=22_050, spans=(), notes=("x",)), PROFILE, rate=1.0)
    others = {
        sound_key(Speech(samples=tone(101), rate=22_050, spans=()), PROFILE, rate=1.0),
        sound_key(Speech(samples=tone(100, 0.6), rate=22_050, spans=()), PROFILE, rate=1.0),
        sound_key(Speech(samples=tone(100), rate=24_000, spans=()), PROFILE, rate=1.0),
        sound_key(speech, replace(PROFILE, warmth=0.3), rate=1.0),
        sound_key(speech, PROFILE, rate=1.01),
    }
    assert len(others) == 5
    assert key not in others
