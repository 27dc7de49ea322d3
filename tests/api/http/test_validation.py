"""What is wrong with a body, field by field: the sentence names the field and what it must be."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pydantic import BaseModel

from api.http.validation import validated
from api.long_form.schemas import CreateLongFormVideo
from api.problems import ApiProblem
from api.remix.projects.schemas import AtRevision, ChangeRemixProject, ReplaceCaptions, TranslateCaptions
from api.remix.projects.settings import default_settings
from api.remix.uploads.schemas import MOST_BYTES, CreateRemixUpload
from api.videos.schemas import CreateVideo

UPLOAD = {"file_name": "clip.mp4", "mime_type": "video/mp4", "byte_length": 1000}
CUE = {"start_ms": 0, "end_ms": 1000, "text": "One."}


def told(model: type[BaseModel], body: dict[str, Any]) -> str:
    with pytest.raises(ApiProblem) as caught:
        validated(model, body)
    assert caught.value.code == "invalid_request"
    return caught.value.detail


@pytest.mark.parametrize(
    ("model", "body", "sentence"),
    [
        (AtRevision, {}, "revision is required."),
        (AtRevision, {"revision": "2"}, "revision must be a whole number."),
        (AtRevision, {"revision": True}, "revision must be a whole number."),
        (AtRevision, {"revision": 2.5}, "revision must be a whole number."),
        (AtRevision, {"revision": 0}, "revision must be at least 1."),
        (TranslateCaptions, {"revision": 1}, "targetLanguage is required."),
        (
            TranslateCaptions,
            {"revision": 1, "targetLanguage": "tlh"},
            "targetLanguage must be one of 'en', 'es', 'zh', 'hi', 'ar', 'pt', 'fr', 'ja', 'de' or 'ru'.",
        ),
        (
            CreateRemixUpload,
            UPLOAD | {"byte_length": MOST_BYTES + 1},
            "byte_length must be at most 314572800.",
        ),
        (CreateRemixUpload, UPLOAD | {"byte_length": 1e300}, "byte_length must be at most 314572800."),
        (CreateRemixUpload, UPLOAD | {"file_name": 5}, "file_name must be a string."),
        (ReplaceCaptions, {"revision": 1, "cues": {}}, "cues must be a list."),
        (ReplaceCaptions, {"revision": 1, "cues": [CUE, 5]}, "cues.1 must be an object."),
        (
            ReplaceCaptions,
            {"revision": 1, "cues": [CUE, CUE | {"end_ms": 600_001}]},
            "cues.1.end_ms must be at most 600000.",
        ),
        (ReplaceCaptions, {"revision": 1, "cues": [CUE | {"text": ""}]}, "cues.0.text must not be empty."),
        (
            ReplaceCaptions,
            {"revision": 1, "cues": [CUE | {"text": "a" * 301}]},
            "cues.0.text is too long.",
        ),
        (ReplaceCaptions, {"revision": 1, "cues": [CUE] * 2001}, "cues has too many entries."),
        (CreateVideo, {"topic": "Bees", "voice": None}, "voice must be one of"),
        (
            CreateLongFormVideo,
            {"script": "Rivers. " * 400, "rights_attested": 1},
            "rights_attested must be the literal true: you attest that you may use the script.",
        ),
        (
            CreateLongFormVideo,
            {"script": "Rivers. " * 400, "rights_attested": True, "target_minutes": 15.5},
            "target_minutes must be at most 15.",
        ),
    ],
)
def test_the_field_and_what_it_must_be_are_named(
    model: type[BaseModel], body: dict[str, Any], sentence: str
) -> None:
    assert told(model, body).startswith(sentence)


def test_fields_inside_of_settings_are_named_by_their_whole_way() -> None:
    settings = default_settings().model_dump(mode="json")
    settings["framing"]["zoom"] = 4.25
    settings["ducking"]["depth_db"] = "12"
    settings["original_audio"]["enabled"] = "yes"
    assert told(ChangeRemixProject, {"revision": 3, "settings": settings}) == (
        "settings.framing.zoom must be at most 4. settings.original_audio.enabled must be true or false. "
        "settings.ducking.depth_db must be a number."
    )


@pytest.mark.parametrize("way", [("aspect",), ("framing", "zoom"), ("voiceover", "script")])
def test_no_key_of_the_settings_may_be_left_out(way: tuple[str, ...]) -> None:
    settings: dict[str, Any] = deepcopy(default_settings().model_dump(mode="json"))
    inner = settings
    for name in way[:-1]:
        inner = inner[name]
    del inner[way[-1]]
    shown = ".".join(("settings", *way))
    assert told(ChangeRemixProject, {"revision": 3, "settings": settings}) == f"{shown} is required."


@pytest.mark.parametrize("name", ["a b", "ключ", "x" * 41, "a.b", "<b>", "sk-12345", "Secret", ""])
def test_a_name_that_only_a_caller_would_write_is_not_repeated(name: str) -> None:
    assert told(AtRevision, {"revision": 1, name: 2}) == "(unknown) is not a known field."


def test_of_many_faults_the_first_three_are_told_each_once() -> None:
    cues = [{"start_ms": -1, "end_ms": 5, "text": 7} for _ in range(4)]
    assert told(ReplaceCaptions, {"cues": cues}) == (
        "revision is required. cues.0.start_ms must be at least 0. cues.0.text must be a string."
    )


@pytest.mark.parametrize("written", [2, 2.0])
def test_two_and_two_point_nothing_are_one_whole_number(written: float) -> None:
    assert validated(AtRevision, {"revision": written}).revision == 2
