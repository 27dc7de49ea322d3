"""An edited film in an embedded voice: only new sentences are spoken, and the result has the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipelines.film.documents import Recording
from pipelines.long_form import LONG_FORM
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.core.script import Line
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

TEXT = Path("examples/films/the-hour-we-share.md").read_text("utf-8")
WORD = "solved the problem"
EDITED = TEXT.replace(WORD, "settled the problem")


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """Every line that the engine is asked to speak."""
    asked: list[Line] = []
    speak = EmbeddedEngine.speak

    def counted(self: EmbeddedEngine, line: Line, **how: Any) -> Any:
        asked.append(line)
        return speak(self, line, **how)

    monkeypatch.setattr(EmbeddedEngine, "speak", counted)
    return asked


def recorded(text: str, folder: Path, *, lexicon: str = "") -> Recording:
    order = LongFormOrder(
        script=text,
        lexicon=lexicon,
        settings=LongFormSettings(),
        frame=FrameSpec(width=256, height=144, fps=10),
    )
    capabilities = build_capabilities(
        order,
        rim={},
        settings=WorkerSettings(workspace=folder),
        engine_settings=EngineSettings(speakers="embedded"),
    )
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(folder))
    made: Recording = run_pipeline(needed_for(LONG_FORM.stages, Recording), run).documents[Recording]
    return made


@pytest.mark.timeout(300)
def test_after_an_edit_its_sentence_alone_is_spoken(tmp_path: Path, spoken: list[Line]) -> None:
    assert TEXT.count(WORD) == 1
    recorded(TEXT, tmp_path / "one")
    lines = len(spoken)
    assert lines > 100
    again = recorded(EDITED, tmp_path / "one")
    assert len(spoken) == lines + 1
    anew = recorded(EDITED, tmp_path / "other")
    assert again == anew  # compares the stem's digest and every line and word
    assert len(spoken) == 2 * lines + 1
    back = recorded(TEXT, tmp_path / "other")
    assert back == recorded(TEXT, tmp_path / "one")


@pytest.mark.timeout(300)
def test_a_lost_stem_and_another_lexicon_are_spoken_anew(tmp_path: Path, spoken: list[Line]) -> None:
    first = recorded(TEXT, tmp_path)
    lines = len(spoken)
    recorded(TEXT, tmp_path, lexicon="Greenwich = Grennitch")
    assert len(spoken) == 2 * lines
    (tmp_path / "objects" / first.take.audio[:2] / first.take.audio).unlink()
    recorded(EDITED, tmp_path)
    assert len(spoken) == 3 * lines
