"""Documents between the API and workers: what a result contains, what an operation gets, what is shown."""

from __future__ import annotations

import pytest

from api.http.auth import Caller
from api.problems import ApiProblem
from api.remix.operations.brought import bring, shown_analysis
from api.remix.operations.documents import input_objects, read_document
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures
from renderer.contract.remix.timed_text import CueList
from renderer.contract.results import AnalysisResult, ResultFile, SoundResult, VideoResult
from tests.api.harness import Service
from tests.api.rows import CUES, MEASURES, a_job, an_account, ready


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def stored(light: Service, name: str, content: bytes) -> ResultFile:
    kept_object = light.store.put_bytes(f"videos/x/1/{name}", content)
    return ResultFile(
        key=kept_object.key, size=kept_object.size, sha256=kept_object.sha256, media_type="application/json"
    )


def test_results_of_another_kind_and_documents_of_another_form_are_refused(
    light: Service, owner: Caller
) -> None:
    good = stored(light, "a.json", SourceMeasures.model_validate(MEASURES).model_dump_json().encode())
    for operation, result in (
        ("probe", VideoResult(file=good, duration_seconds=1, width=2, height=2)),
        ("preview", AnalysisResult(file=good, duration_seconds=1)),
        ("export", SoundResult(file=good, duration_seconds=1)),
        ("analyse", AnalysisResult(file=good, duration_seconds=1)),
        ("translate", AnalysisResult(file=stored(light, "b.json", b"{"), duration_seconds=1)),
        ("trim", AnalysisResult(file=good, duration_seconds=1)),
    ):
        with pytest.raises(ApiProblem, match="output_unverified"):
            bring(light.store, a_job(owner, order={"operation": operation}), result)
    work = a_job(owner, order={"operation": "probe"})
    found = bring(light.store, work, AnalysisResult(file=good, duration_seconds=1))
    assert found.document == SourceMeasures.model_validate(MEASURES)
    with pytest.raises(ApiProblem, match="output_unverified"):
        read_document(light.store, good.model_copy(update={"size": (32 << 20) + 1}), CueList)
    light.store.broken = True
    with pytest.raises(ApiProblem, match="service_unavailable"):
        read_document(light.store, good, SourceMeasures)


def test_equal_inputs_are_one_stored_document(light: Service, owner: Caller) -> None:
    project = ready(light, owner)
    first = input_objects(light.store, project)
    assert first == input_objects(light.store, project)
    assert list(first) == ["cues"]
    assert len(list(light.store.keys(f"remix/{project.id}/"))) == 1
    whole = b"".join(light.store.read(first["cues"].key, start=0, stop=first["cues"].size))
    assert [each.model_dump() for each in CueList.model_validate_json(whole).cues] == CUES


def test_what_is_shown_of_an_analysis_counts_words_and_seconds() -> None:
    words = [{"start_ms": 0, "end_ms": 5, "text": each} for each in ("one", "two", "three")]
    analysis = SourceAnalysis.model_validate(
        {
            "source": MEASURES,
            "transcript": [
                {"start_ms": 0, "end_ms": 900, "text": "One two three.", "words": words},
                {"start_ms": 900, "end_ms": 1500, "text": "Without single words"},
            ],
            "speech": [{"start_ms": 0, "end_ms": 900}, {"start_ms": 1000, "end_ms": 1500}],
        }
    )
    shown = shown_analysis(analysis)
    assert (shown["words"], shown["speech_seconds"], shown["engine"]) == (6, 1.4, "none")
    assert [set(line) for line in shown["transcript"]] == [{"start_ms", "end_ms", "text", "speaker"}] * 2
