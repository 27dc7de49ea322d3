"""The narration stem and its joins: no line is cut off to silence, and the detector finds lines that are."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from benchmarks.support.sound_judges import joins_that_click
from pipelines.short import SHORT
from renderer.audio.signal.wav import read_wav
from renderer.core.script import Script
from renderer.core.timecode import AUDIO_RATE, sample_at
from renderer.core.words import Narration
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.run import Outcome
from renderer.runtime.workspace import open_workspace
from tests.support.rendering import render, small_order

UNTIL_NARRATION = next(at for at, stage in enumerate(SHORT.stages) if stage.makes is Narration) + 1


Told = tuple[Outcome, np.ndarray[tuple[int], np.dtype[np.float32]]]


@pytest.fixture(scope="module")
def told(
    tmp_path_factory: pytest.TempPathFactory,
) -> Told:
    folder = tmp_path_factory.mktemp("told")
    outcome = render(small_order(), folder, stages=SHORT.stages[:UNTIL_NARRATION])
    narration: Narration = outcome.documents[Narration]
    return outcome, read_wav(stem_of(folder, narration))[0]


def stem_of(folder: Path, narration: Narration) -> Path:
    found = [path for path in folder.rglob(narration.audio) if path.is_file()]
    return found[0] if found else ArtifactStore(open_workspace(folder)).path(narration.audio)


def test_no_line_begins_or_ends_with_a_click(
    told: Told,
) -> None:
    outcome, stem = told
    assert joins_that_click(stem) == []
    cut = stem.copy()
    line = outcome.documents[Narration].lines[0].span
    end = sample_at(line.start + line.duration / 2)
    end += int(np.argmax(np.abs(stem[end : end + 4800])))
    cut[end + 1 : end + 4800] = 0.0
    assert len(joins_that_click(cut)) >= 1, "a planted one is found"


def test_the_room_rings_into_the_pause_and_scenes_are_parted(
    told: Told,
) -> None:
    outcome, stem = told
    narration, script = outcome.documents[Narration], outcome.documents[Script]
    first, second = (line.span for line in narration.lines[:2])
    tail = stem[sample_at(first.end) : sample_at(first.end) + AUDIO_RATE // 10]
    assert float(np.abs(tail).max()) > 1e-4
    assert len(script.scenes[0].lines) == 1
    assert Fraction(6, 10) <= second.start - first.end <= Fraction(9, 10)
