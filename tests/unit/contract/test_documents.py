"""Results, events, targets and documents of Remix as they cross a process border: bounds and names."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from renderer.contract.beat import Beat
from renderer.contract.event import JOB_EVENT
from renderer.contract.job import InputObject, OutputTarget
from renderer.contract.remix.timed_text import (
    CUES,
    MILLISECONDS,
    SCRIPT_LINES,
    TEXT,
    CueList,
    VoiceoverScript,
)
from renderer.contract.results import RESULT, SIDECARS
from renderer.contract.vocabulary import Language

FILE = {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}


def entry(start: int, end: int, text: str = "Text.") -> dict[str, Any]:
    return {"start_ms": start, "end_ms": end, "text": text}


@pytest.mark.parametrize(
    ("model", "field", "most"), [(CueList, "cues", CUES), (VoiceoverScript, "lines", SCRIPT_LINES)]
)
def test_entries_stand_in_order_touch_and_do_not_overlap(
    model: type[BaseModel], field: str, most: int
) -> None:
    touching = [entry(0, 500), entry(500, 501), entry(MILLISECONDS - 1, MILLISECONDS)]
    assert len(getattr(model.model_validate({field: touching}), field)) == 3
    full = [entry(each, each + 1) for each in range(most)]
    assert len(getattr(model.model_validate({field: full}), field)) == most
    wrong = [
        [entry(0, 500), entry(499, 600)], [entry(500, 600), entry(0, 400)], [entry(5, 5)], [entry(6, 5)],
        [entry(-1, 5)], [entry(0, MILLISECONDS + 1)], [entry(0, 5, "")], [entry(0, 5, "x" * (TEXT + 1))],
        [*full, entry(most, most + 1)], [entry(0, 5) | {"speaker": "x"}],
    ]  # fmt: skip
    for entries in wrong:
        with pytest.raises(ValidationError):
            model.model_validate({field: entries})


def test_a_result_knows_all_its_files_the_main_one_first() -> None:
    sidecars = {f"file-{each}.srt": FILE | {"key": f"a/{each}"} for each in range(SIDECARS)}
    facts = {"file": FILE, "sidecars": sidecars, "duration_seconds": 1}
    made = RESULT.validate_python({"kind": "sound"} | facts)
    assert [file.key for file in made.files] == [FILE["key"], *(f"a/{each}" for each in range(SIDECARS))]
    for wrong in (
        {"kind": "picture"}, {"kind": "sound", "width": 5}, {"kind": "video", "width": 16_385, "height": 2},
        {"kind": "sound", "sidecars": sidecars | {"one-more": FILE}},
        {"kind": "sound", "sidecars": {"A": FILE}},
        {"kind": "sound", "file": FILE | {"size": 0}}, {"kind": "sound", "file": FILE | {"sha256": "0" * 63}},
        {"kind": "sound", "file": FILE | {"key": "a b"}}, {"kind": "sound", "duration_seconds": -1},
    ):  # fmt: skip
        with pytest.raises(ValidationError):
            RESULT.validate_python(facts | wrong)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "progressed", "percent": 100, "stage": "x", "detail": "y"},
        {"kind": "progressed", "percent": 5, "stage": "Not A Name", "detail": "y"},
        {"kind": "progressed", "percent": 5, "stage": "x", "detail": ""},
        {"kind": "claimed", "worker": ""},
        {"kind": "failed", "code": "Bad Code", "sentence": "x", "retryable": False},
        {"kind": "heartbeat", "sequence": 0},
        {"kind": "heartbeat", "stored": -1},
        {"kind": "heartbeat", "version": 1},
        {"kind": "paused"},
    ],
)
def test_what_is_no_event_is_refused(event: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        JOB_EVENT.validate_python({"sequence": 1} | event)


@pytest.mark.parametrize("prefix", ["videos/x", "/videos/", "../videos/", "vid eos/", "", "./x/"])
def test_an_output_lies_in_a_folder_of_the_store(prefix: str) -> None:
    with pytest.raises(ValidationError):
        OutputTarget(prefix=prefix, main="video.mp4")
    assert OutputTarget(prefix="videos/x/1/", main="video.mp4").key == "videos/x/1/video.mp4"


def test_an_input_has_at_least_a_byte_and_a_whole_digest() -> None:
    for wrong in ({"size": 0}, {"sha256": "0" * 65}, {"sha256": "G" * 64}, {"key": ""}, {"key": "a?b"}):
        with pytest.raises(ValidationError):
            InputObject.model_validate({"key": "a", "size": 1, "sha256": "0" * 64} | wrong)


def test_a_beat_holds_a_sentence() -> None:
    assert Beat.model_validate_json(b"{}") == Beat(trouble="")
    for wrong in (b'{"trouble": 5}', b'{"other": ""}', b"[]", b'{"trouble": "' + b"x" * 501 + b'"}'):
        with pytest.raises(ValidationError):
            Beat.model_validate_json(wrong)
    assert {language.value for language in Language} == {
        "en",
        "es",
        "zh",
        "hi",
        "ar",
        "pt",
        "fr",
        "ja",
        "de",
        "ru",
    }
