"""Takes of a voiceover: trimmed to what sounds, with their word times, and as long as they claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from pipelines.project.takes import LineTake, takes_of
from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from tests.unit.pipelines.project.values import line

RATE = 16_000


@dataclass
class Reciter:
    """Speaks a tone from `first` to `last` of a second of silence, one line at a time."""

    first: int = 4000
    last: int = 12_000
    spans: tuple[TokenSpan, ...] = ()
    said: list[str] = field(default_factory=list)
    lanes: int = 1
    fingerprint: str = "reciter 1"

    def engine_for(self, language: Language) -> str:
        del language
        return "reciter"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        del language, voice
        self.said.append(line.id)
        samples = np.zeros(RATE, np.float32)
        samples[self.first : self.last] = 0.5
        return Speech(samples=samples, rate=RATE, spans=self.spans, notes=("robotic",))


def span(token: int, start: int, end: int) -> TokenSpan:
    return TokenSpan(token=token, start=start, end=end, confidence=0.7, source="dtw")


def takes(engine: Reciter, into: Path, *texts: str) -> list[LineTake]:
    lines = [line(text, name=f"v{number}") for number, text in enumerate(texts)]
    return list(
        takes_of(engine, lines, language=Language.EN, voice=Voice.WARM_STORYTELLER, into=into)  # type: ignore[arg-type]
    )


def test_a_take_holds_what_sounds_and_a_little_around_it(tmp_path: Path) -> None:
    (take,) = takes(Reciter(), tmp_path, "The sea.")
    samples = take.samples()
    loud = np.flatnonzero(samples)
    assert samples.dtype == np.float32
    assert len(samples) == take.count
    assert len(loud) == 8000
    assert 0 < loud[0] <= 0.02 * RATE
    assert 0 < take.count - 1 - loud[-1] <= 0.05 * RATE
    assert (take.notes, take.rate) == (("robotic",), RATE)


def test_its_length_is_told_at_the_rate_of_the_mix(tmp_path: Path) -> None:
    (take,) = takes(Reciter(), tmp_path, "The sea.")
    assert take.length == 3 * take.count


def test_word_times_move_with_the_beginning_and_stay_inside(tmp_path: Path) -> None:
    engine = Reciter(spans=(span(0, 0, 6000), span(1, 6000, RATE)))
    (take,) = takes(engine, tmp_path, "The sea.")
    cut = 6000 - take.spans[0].end
    assert 3700 < cut < 4000
    assert [(one.token, one.start) for one in take.spans] == [(0, 0), (1, 6000 - cut)]
    assert take.spans[1].end == take.count
    assert {(one.confidence, one.source) for one in take.spans} == {(0.7, "dtw")}


@pytest.mark.parametrize("edge", [0, 3000, 12_900, RATE])
def test_a_word_that_is_not_heard_has_no_time(tmp_path: Path, edge: int) -> None:
    (take,) = takes(Reciter(spans=(span(0, edge, edge),)), tmp_path, "The")
    (only,) = take.spans
    assert only.start == only.end
    assert 0 <= only.start <= take.count


def test_silence_is_a_take_of_no_length(tmp_path: Path) -> None:
    (take,) = takes(Reciter(first=0, last=0, spans=(span(0, 100, 200),)), tmp_path, "The")
    assert (take.count, take.length, len(take.samples())) == (0, 0, 0)
    assert (take.spans[0].start, take.spans[0].end) == (0, 0)


def test_every_line_is_spoken_once_in_order_into_a_file_of_its_own(tmp_path: Path) -> None:
    engine = Reciter()
    found = takes(engine, tmp_path, "No.", "No.", "Yes.")
    assert engine.said == ["v0", "v1", "v2"] == [take.line.id for take in found]
    assert len({take.path for take in found}) == 3
    assert {take.path.parent for take in found} == {tmp_path}


def test_no_lines_leave_nothing_behind(tmp_path: Path) -> None:
    assert takes(Reciter(), tmp_path) == []
    assert list(tmp_path.iterdir()) == []
