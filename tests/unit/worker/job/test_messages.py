from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from pipelines.registry import PIPELINES
from renderer.contract.orders import ORDER
from renderer.contract.segment import SegmentMessage
from renderer.errors import ClipwrightError
from renderer.worker.job.messages import read_message, refuse
from renderer.worker.job.segment_offers import QueuedSegmentHelpers, read_segment
from tests.unit.worker.conftest import JOB, job_message
from tools.schemas import FOLDER, PUBLISHED, text


def document(**changes: Any) -> dict[str, Any]:
    return dict(job_message().model_dump(mode="json") | changes)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schemas_are_those_of_the_code(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == text(PUBLISHED[name]), "run python -m tools.schemas"


def test_a_message_comes_back_whole() -> None:
    assert read_message(json.loads(job_message("ü 𝄞").model_dump_json()), PIPELINES) == job_message("ü 𝄞")


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": "2"},
        {"version": None},
        {"colour": "red"},
        {"attempt": 0},
        {"order": {"workflow": "../etc"}},
        {"order": {"workflow": ["short"]}},
        {"order": {"workflow": "short", "media_dir": "/home"}},
        {"inputs": {"source": {"key": "a", "size": 0, "sha256": "0" * 64}}},
        {"inputs": {"Source File": {"key": "a", "size": 1, "sha256": "0" * 64}}},
        {"order": {"topic": "secret words", "settings": {"voice": "nobody"}}},
        {"output": {"prefix": "a key with spaces/", "main": "video.mp4"}},
        {"output": {"prefix": "videos/", "main": "../video.mp4"}},
        {"report": {"url": "http://x/", "token": ""}},
        {"job_id": "x"},
    ],
)
def test_anything_else_is_refused_without_repeating_what_it_says(wrong: dict[str, Any]) -> None:
    with pytest.raises(ClipwrightError) as caught:
        read_message(document(**wrong), PIPELINES)
    assert caught.value.code == "invalid_message"
    assert not caught.value.spec.retryable
    assert "secret" not in caught.value.sentence


@pytest.mark.parametrize("version", [0, 1, 3])
def test_a_message_of_another_version_is_refused_by_a_sentence(version: int) -> None:
    old = {
        "version": version,
        "job_id": str(JOB),
        "attempt": 1,
        "order": {"topic": "x"},
        "output": {"key": "x"},
    }
    with pytest.raises(ClipwrightError) as caught:
        read_message(old, PIPELINES)
    assert caught.value.code == "unknown_version"
    assert f"version {version}" in caught.value.sentence
    assert caught.value.spec.retryable


@pytest.mark.parametrize(
    ("order", "name"),
    [
        ({"workflow": "podcast"}, "podcast"),
        ({"workflow": "remix", "operation": "sing"}, "remix.sing"),
    ],
)
def test_a_workflow_without_a_pipeline_is_refused_by_a_sentence(order: dict[str, str], name: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        read_message(document(order=order), PIPELINES)
    assert caught.value.code == "unknown_workflow"
    assert name in caught.value.sentence
    assert "short" in caught.value.sentence


@pytest.mark.parametrize(
    ("given", "pipeline"),
    [
        ({"workflow": "short", "topic": "x"}, "short"),
        ({"workflow": "long_form", "script": "x" * 3000}, "long_form"),
        ({"workflow": "remix", "operation": "analyse"}, "remix.analyse"),
        ({"workflow": "remix", "operation": "export", "settings": {"aspect": "1:1"}}, "remix.export"),
        ({"workflow": "remix", "operation": "translate", "target_language": "ar"}, "remix.translate"),
    ],
)
def test_an_order_of_every_workflow_comes_back_whole(given: dict[str, Any], pipeline: str) -> None:
    order = ORDER.validate_python(given)
    assert order.pipeline == pipeline
    assert ORDER.validate_json(ORDER.dump_json(order)) == order


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"workflow": "short", "target_minutes": 13},
        {"workflow": "long_form", "script": "x" * 2999},
        {"workflow": "long_form", "script": "x" * 60_001},
        {"workflow": "long_form", "script": "x" * 3000, "settings": {"target_minutes": 10.9}},
        {"workflow": "long_form", "script": "x" * 3000, "settings": {"chapters": "many"}},
        {"workflow": "remix"},
        {"workflow": "remix", "operation": "translate"},
        {"workflow": "remix", "operation": "export", "settings": {"framing": {"zoom": 0.5}}},
        {"workflow": "remix", "operation": "preview", "settings": {"ducking": {"depth_db": 31}}},
    ],
)
def test_an_order_out_of_bounds_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ORDER.validate_python(wrong)


@pytest.mark.parametrize("nonsense", [None, 3, "x", [], {}])
def test_nonsense_is_refused_and_nobody_is_told(nonsense: object) -> None:
    with pytest.raises(ClipwrightError) as caught:
        read_message(nonsense, PIPELINES)
    assert not refuse(nonsense, caught.value)


def test_a_refusal_that_cannot_be_told_is_only_logged() -> None:
    strange = document(version=9, report={"url": "http://127.0.0.1:9/", "token": "t" * 32})
    assert not refuse(strange, ClipwrightError("invalid_message", reason="version"))


def test_segments_are_offered_in_the_order_asked_for() -> None:
    sent: list[SegmentMessage] = []
    QueuedSegmentHelpers(message=job_message(), send=sent.extend).offer(
        "0" * 64, [range(60, 90), range(30, 60)]
    )
    assert [(offer.first, offer.stop) for offer in sent] == [(60, 90), (30, 60)]
    assert {offer.job_id for offer in sent} == {JOB}


def test_a_broker_that_is_away_only_costs_the_help() -> None:
    def fail(_: object) -> None:
        raise ConnectionRefusedError

    QueuedSegmentHelpers(message=job_message(), send=fail).offer("0" * 64, [range(30)])


@pytest.mark.parametrize("wrong", [{}, {"plan": "x"}, {"version": 2}])
def test_a_segment_of_another_kind_is_refused(wrong: dict[str, Any]) -> None:
    good = SegmentMessage(job_id=JOB, attempt=1, plan="0" * 64, first=0, stop=30).model_dump(mode="json")
    assert read_segment(good).stop == 30
    with pytest.raises(ClipwrightError):
        read_segment(good | wrong if wrong else wrong)


def test_frozen_messages_stay_as_they_are() -> None:
    with pytest.raises(ValidationError):
        setattr(job_message(), "attempt", 2)  # noqa: B010 - that is the point
