"""Every separator keeps the port's contract: voices are removed, everything else stays, sample for sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from renderer.backends.separation.base import NoSeparator, Samples, VoiceSeparator
from renderer.backends.separation.centre import CentreIsVoice
from renderer.backends.separation.onnx import OnnxSeparator
from renderer.errors import ClipwrightError
from tests.support.remix.separation_model import write_model

RATE, COUNT = 48_000, 3 * 48_000 + 777

SEPARATORS: dict[str, Callable[[Path], VoiceSeparator]] = {
    "centre": lambda _: CentreIsVoice(),
    "a network that gives the background": lambda folder: OnnxSeparator(folder=write_model(folder)),
    "a network that gives voices": lambda folder: OnnxSeparator(folder=write_model(folder, gives="voices")),
    "a network at another rate": lambda folder: OnnxSeparator(folder=write_model(folder, rate=44_100)),
}


def tone(hertz: float) -> Samples:
    return (0.3 * np.sin(2 * np.pi * hertz * np.arange(COUNT) / RATE)).astype(np.float32)


def in_blocks(sound: Samples, size: int) -> Iterator[Samples]:
    for start in range(0, sound.shape[1], size):
        yield sound[:, start : start + size]


@pytest.mark.parametrize("name", SEPARATORS)
@pytest.mark.parametrize("size", [700, 48_000])
def test_voices_go_and_all_else_stays_where_it_was(tmp_path: Path, name: str, size: int) -> None:
    separator = SEPARATORS[name](tmp_path)
    assert separator.available
    wide, middle = tone(330.0), tone(1000.0)
    recording, wanted = np.stack([wide + middle, middle - wide]), np.stack([wide, -wide])
    found = np.concatenate(list(separator.background(in_blocks(recording, size))), axis=1)
    assert found.shape == recording.shape
    inner = slice(2400, -2400)  # both ends of a resampled recording ring
    assert np.abs(found - wanted)[:, inner].max() < 2e-3
    assert separator.fingerprint == SEPARATORS[name](tmp_path / "again").fingerprint


@pytest.mark.parametrize("name", SEPARATORS)
def test_nothing_in_nothing_out(tmp_path: Path, name: str) -> None:
    found = list(SEPARATORS[name](tmp_path).background(iter(())))
    assert sum(block.shape[1] for block in found) == 0


def test_nobody_separates_where_nothing_is_set_up() -> None:
    assert not NoSeparator().available
    with pytest.raises(ClipwrightError) as caught:
        NoSeparator().background(iter(()))
    assert caught.value.code == "provider_unconfigured"
    assert "CLIPWRIGHT_SEPARATION_MODEL" in caught.value.sentence


BROKEN: dict[str, tuple[str, str, str]] = {
    "another file": ("sha256", "0" * 64, "SHA-256"),
    "an output that is not there": ("output", "drums", "its own are"),
    "an input that is not there": ("input", "sound", "its own are"),
    "no licence": ("licence", "", "licence"),
    "a file elsewhere": ("file", "../model.onnx", "file"),
    "something else that it gives": ("gives", "drums", "gives"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_model_that_is_not_what_it_says_is_refused_by_name(tmp_path: Path, name: str) -> None:
    key, value, says = BROKEN[name]
    folder = write_model(tmp_path)
    description = folder / "separation.toml"
    lines = [line for line in description.read_text("utf-8").splitlines() if not line.startswith(f"{key} =")]
    description.write_text("\n".join([*lines, f'{key} = "{value}"']) + "\n", "utf-8")
    with pytest.raises(ClipwrightError, match="separation/") as caught:
        list(OnnxSeparator(folder=folder).background([np.zeros((2, 40_000), np.float32)]))
    assert caught.value.code == "model_invalid"
    assert says in caught.value.sentence
