"""The sound preview with real engines and composed sources, judged by the resulting files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipelines.project.documents import Dub
from renderer.backends.rewriting.base import LineRewriter
from renderer.backends.rewriting.fake import FakeRewriter
from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.fake import FakeSpeech
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.contract.orders.remix import (
    Ducking,
    OriginalAudio,
    RemixPreview,
    RemixSettings,
    Voiceover,
    VoiceoverMode,
)
from renderer.contract.remix.analysis import TimeSpan
from renderer.contract.remix.spoken_lines import SpokenVoiceover
from renderer.contract.remix.timed_text import VoiceoverScript
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line, display_text
from renderer.errors import ClipwrightError
from renderer.media.loudness import measure_loudness
from renderer.net.response_cache import FolderResponseCache
from renderer.runtime.execution.run import Outcome
from tests.support.remix.projects import (
    Composed,
    analysis,
    delivered,
    heard,
    moving,
    run_remix,
    timed,
    tones,
    write_source,
)

SECONDS = 12.0
SIZE = (160, 90)
LINES = timed(
    (1000, 3500, "The sea is full of small lights."),
    (4000, 5200, "Nobody knows for certain how many of them are really there."),
    (8000, 11_000, "In 1848 a ship saw 2 of them."),
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sound = tones(SECONDS, (330, 0.1, 0, SECONDS))
    path = tmp_path_factory.mktemp("source") / "source.mov"
    return write_source(path, Composed(pictures=moving(*SIZE, SECONDS), sound=sound))


def order(mode: VoiceoverMode = VoiceoverMode.MIX, **changes: Any) -> RemixPreview:
    spoken = Voiceover(mode=mode, language=Language.EN)
    return RemixPreview(settings=RemixSettings(**{"voiceover": spoken, **changes}))


def preview(
    source: Path, folder: Path, given: RemixPreview, lines: Any = LINES, **more: Any
) -> tuple[Outcome, dict[str, Path]]:
    texts = {
        "analysis": analysis(SECONDS, SIZE, speech=(TimeSpan(start_ms=1000, end_ms=3000),)),
        "voiceover_script": VoiceoverScript(lines=lines),
    }
    outcome = run_remix(given, folder, source, texts=texts, main="mix.m4a", **more)
    return outcome, delivered(outcome)


def test_mix_voiceover_and_fits_come_out(source: Path, tmp_path: Path) -> None:
    outcome, files = preview(source, tmp_path, order())
    assert set(files) == {"mix.m4a", "voiceover.m4a", "voiceover.json"}
    found = measure_loudness(files["mix.m4a"])
    assert found.lufs == pytest.approx(-14, abs=0.5)
    assert found.true_peak_dbtp <= -1.0
    assert float(found.duration) == pytest.approx(SECONDS, abs=0.03)
    spoken = SpokenVoiceover.model_validate_json(files["voiceover.json"].read_text("utf-8"))
    assert [line.text for line in spoken.lines] == [line.text for line in LINES]
    assert spoken.lines[0].fit.rate == 1.0
    crowded = spoken.lines[1].fit
    assert crowded.rate == pytest.approx(1.25, abs=0.01)
    assert crowded.overrun_ms > 0
    assert spoken.lines[2].fit.shift_ms == 0
    dub: Dub = outcome.documents[Dub]
    sound = np.abs(heard(files["voiceover.m4a"])[0])
    for line in dub.lines:
        start, end = (round(float(edge) * 48_000) for edge in (line.span.start, line.span.end))
        assert sound[start:end].max() > 0.05
        assert sound[end + 1500 : end + 4000].max() < 0.02
        assert all(
            line.span.start <= word.span.start <= word.span.end <= line.span.end for word in line.words
        )


def test_the_same_preview_is_made_once_and_another_volume_speaks_nothing_again(
    source: Path, tmp_path: Path
) -> None:
    preview(source, tmp_path, order())
    again, _ = preview(source, tmp_path, order())
    assert {report.name for report in again.reports if not report.cached} == {"read_texts", "publish_sound"}
    louder, _ = preview(source, tmp_path, order(ducking=Ducking(depth_db=20)))
    assert next(report.cached for report in louder.reports if report.name == "speak_lines")


def test_a_shorter_wording_is_spoken_where_somebody_finds_one(source: Path, tmp_path: Path) -> None:
    _, files = preview(source, tmp_path, order(), rim={LineRewriter: FakeRewriter})
    spoken = SpokenVoiceover.model_validate_json(files["voiceover.json"].read_text("utf-8"))
    assert [line.fit.reworded for line in spoken.lines] == [False, True, False]
    assert len(spoken.lines[1].text) < len(LINES[1].text)
    assert spoken.lines[1].fit.overrun_ms == 0


def test_without_a_voiceover_there_is_the_mix_alone(source: Path, tmp_path: Path) -> None:
    _, files = preview(source, tmp_path, order(VoiceoverMode.OFF))
    assert set(files) == {"mix.m4a"}
    assert measure_loudness(files["mix.m4a"]).lufs == pytest.approx(-14, abs=0.5)


def test_a_source_without_sound_and_one_that_is_switched_off(tmp_path: Path) -> None:
    silent = write_source(tmp_path / "silent.mov", Composed(pictures=moving(*SIZE, 4)))
    _, files = preview(silent, tmp_path / "one", order(), LINES[:1])
    assert measure_loudness(files["mix.m4a"]).lufs == pytest.approx(-14, abs=0.5)
    quiet = order(VoiceoverMode.OFF, original_audio=OriginalAudio(enabled=False))
    _, files = preview(silent, tmp_path / "two", quiet, ())
    assert np.abs(heard(files["mix.m4a"])).max() < 1e-3


def test_lines_that_cannot_be_said_and_windows_of_80_ms_are_declared(source: Path, tmp_path: Path) -> None:
    entries = [(80 * number, 80 * number + 80, "…" if number == 3 else "Of course.") for number in range(100)]
    _, files = preview(source, tmp_path, order(), timed(*entries))
    spoken = json.loads(files["voiceover.json"].read_text("utf-8"))["lines"]
    assert len(spoken) == 100
    assert not spoken[3]["fit"]["heard"]
    heard_lines = [line for line in spoken if line["fit"]["heard"]]
    starts = [line["start_ms"] + line["fit"]["shift_ms"] for line in heard_lines]
    ends = [line["end_ms"] + line["fit"]["overrun_ms"] for line in heard_lines]
    assert all(end <= start + 1 for end, start in zip(ends, starts[1:], strict=False))
    assert 10 < len(heard_lines) < 40
    assert max(ends) <= SECONDS * 1000


def test_a_cancelled_preview_stops_between_two_lines(source: Path, tmp_path: Path) -> None:
    spoken: list[str] = []

    class Counted(FakeSpeech, frozen=True):
        def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
            spoken.append(line.id)
            return super().speak(line, language=language, voice=voice)

    entries = timed(*((100 * number, 100 * number + 90, "Word.") for number in range(100)))
    rim = {SpeechEngine: Counted}
    with pytest.raises(ClipwrightError) as caught:
        preview(source, tmp_path, order(), entries, rim=rim, cancelled=lambda: len(spoken) > 5)
    assert caught.value.code == "cancelled"
    assert len(spoken) < 10
    assert not list(tmp_path.glob("mix*"))


def test_a_changed_line_is_spoken_again_and_no_other(source: Path, tmp_path: Path) -> None:
    """Paid engines' lines are kept, so none is asked for the same line twice, at whatever pace."""
    asked: list[str] = []

    class Paid(FakeSpeech, frozen=True):
        def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
            asked.append(display_text(line))
            return super().speak(line, language=language, voice=voice)

    kept = CachedSpeech(engine=Paid(), cache=FolderResponseCache(tmp_path / "paid"))
    preview(source, tmp_path / "one", order(), rim={SpeechEngine: lambda: kept})
    assert sorted(asked) == sorted(line.text for line in LINES)
    changed = (*LINES[:2], LINES[2].model_copy(update={"text": "Another line."}))
    preview(source, tmp_path / "two", order(), changed, rim={SpeechEngine: lambda: kept})
    assert asked[3:] == ["Another line."]
