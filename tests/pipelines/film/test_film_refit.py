"""A voice that reads faster or slower than its table says still gives a film of the wanted length."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pipelines.film.documents import Film, FullRecording, Recording, SpokenFit
from pipelines.long_form import LONG_FORM
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language, Voice
from renderer.core.words import VoiceTake
from renderer.manuscript.film_fit import FilmFit
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.voices.speaking_rate import BUNDLED, SpeakingRate
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings
from tests.unit.manuscript.scripts import script


@dataclass(frozen=True)
class WrongPace:
    """The bundled table's pace multiplied by `error`."""

    error: float

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        return self.error * BUNDLED.characters_per_second(language=language, voice=voice)


def film(folder: Path, *, error: float, sentences: int) -> dict[type, object]:
    settings = LongFormSettings(voice=Voice.DEEP_DOCUMENTARY, target_minutes=12.0)
    text = script(sentences=sentences, chapters=6)
    order = LongFormOrder(script=text, settings=settings, frame=FrameSpec(width=256, height=144, fps=10))
    capabilities = build_capabilities(
        order,
        rim={SpeakingRate: lambda: WrongPace(error)},
        settings=WorkerSettings(workspace=folder),
    )
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(folder))
    return dict(run_pipeline(needed_for(LONG_FORM.stages, Film), run).documents)


@pytest.mark.parametrize("error", [0.7, 1.4], ids=["faster than planned", "slower than planned"])
def test_sentences_are_chosen_anew_where_pauses_cannot_mend_it(tmp_path: Path, error: float) -> None:
    made = film(tmp_path, error=error, sentences=300)
    planned, told = made[FilmFit], made[SpokenFit]
    film_made, full, first = made[Film], made[FullRecording], made[Recording]
    assert isinstance(planned, FilmFit)
    assert isinstance(told, SpokenFit)
    assert isinstance(film_made, Film)
    assert isinstance(full, FullRecording)
    assert isinstance(first, Recording)
    assert abs(film_made.timeline.duration - 720) <= 0.03 * 720
    before, after = planned.manuscript.sentences, told.fit.manuscript.sentences
    assert len(after) > len(before) if error < 1 else len(after) < len(before)
    spoken = {line.line for line in full.take.lines}
    assert {sentence.id for sentence in after} <= spoken
    _check_copies(first.take, full.take)


def _check_copies(first: VoiceTake, full: VoiceTake) -> None:
    """Check that what was spoken before takes exactly as long, with its words in the same places."""
    old = {line.line: line for line in first.lines}
    shared = [line for line in full.lines if line.line in old]
    assert shared
    for line in shared:
        assert line.span.duration == old[line.line].span.duration
        moved = [token.span.shifted(-line.span.start) for token in line.tokens]
        stood = [token.span.shifted(-old[line.line].span.start) for token in old[line.line].tokens]
        assert moved == stood


def test_a_voice_that_keeps_its_pace_is_recorded_once(tmp_path: Path) -> None:
    made = film(tmp_path, error=1.0, sentences=300)
    planned, told, first, full = made[FilmFit], made[SpokenFit], made[Recording], made[FullRecording]
    assert isinstance(told, SpokenFit)
    assert isinstance(full, FullRecording)
    assert isinstance(first, Recording)
    assert told.fit == planned
    assert full.take == first.take
