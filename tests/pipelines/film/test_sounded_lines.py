"""The recording of an edited film: lines processed before are read from the cache, to the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipelines.film import recorder
from pipelines.film.documents import Recording
from pipelines.long_form import LONG_FORM
from renderer.audio.mixing.voice_chain import process_voice
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Voice
from renderer.core.voice import DspProfile
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

TEXT = Path("examples/films/the-hour-we-share.md").read_text("utf-8")
WORD = "solved the problem"
EDITED = TEXT.replace(WORD, "settled the problem")


@pytest.fixture
def sounded(monkeypatch: pytest.MonkeyPatch) -> list[DspProfile]:
    """One profile for every line that goes through the voice chain."""
    through: list[DspProfile] = []
    chain = process_voice

    def counted(samples: Any, profile: DspProfile) -> Any:
        through.append(profile)
        return chain(samples, profile)

    monkeypatch.setattr(recorder, "process_voice", counted)
    return through


def recorded(text: str, folder: Path) -> Recording:
    settings = LongFormSettings(voice=Voice.DEEP_DOCUMENTARY)
    order = LongFormOrder(script=text, settings=settings, frame=FrameSpec(width=256, height=144, fps=10))
    capabilities = build_capabilities(order, rim={}, settings=WorkerSettings(workspace=folder))
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(folder))
    made: Recording = run_pipeline(needed_for(LONG_FORM.stages, Recording), run).documents[Recording]
    return made


@pytest.mark.timeout(300)
def test_an_edited_recording_works_out_its_changed_line_alone(
    tmp_path: Path, sounded: list[DspProfile]
) -> None:
    assert TEXT.count(WORD) == 1
    recorded(TEXT, tmp_path / "one")
    lines = len(sounded)
    assert lines > 100
    again = recorded(EDITED, tmp_path / "one")
    assert len(sounded) == lines + 1
    anew = recorded(EDITED, tmp_path / "other")
    assert len(sounded) == 2 * lines + 1
    assert again == anew  # compares the stem's digest and every line and word


@pytest.mark.timeout(300)
def test_a_stem_that_is_lost_is_worked_out_again(tmp_path: Path, sounded: list[DspProfile]) -> None:
    first = recorded(TEXT, tmp_path)
    lines = len(sounded)
    stem = tmp_path / "objects" / first.take.audio[:2] / first.take.audio
    stem.unlink()
    again = recorded(EDITED, tmp_path)
    assert len(sounded) == 2 * lines
    assert again.take.audio != first.take.audio
