"""The published document is the authority: compared with the code, the contract's tables, and itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.app import document_app
from api.jobs.phases import LongFormPhase, RemixPhase
from api.openapi.document import build_openapi
from api.openapi.examples import EXAMPLES
from api.problems import KINDS
from api.remix.uploads.schemas import SourceMime
from renderer.contract import vocabulary as words
from renderer.contract.orders.long_form import ChapterStyle
from renderer.contract.orders.remix import Aspect, FramingMode, VoiceoverMode
from tests.api.harness import Account, Service, problem
from tests.api.served import ROOT

STATUSES = {
    ("post", "/videos"): {202, 400, 409, 413, 415},
    ("get", "/videos"): {200, 400},
    ("get", "/videos/{video_id}"): {200, 404},
    ("get", "/videos/{video_id}/download"): {200, 206, 304, 404, 409, 416},
    ("head", "/videos/{video_id}/download"): {200, 404, 409},
    ("post", "/long-form/videos"): {202, 400, 409, 413, 415},
    ("get", "/long-form/videos/{video_id}"): {200, 404},
    ("post", "/long-form/videos/{video_id}/cancel"): {200, 400, 404, 413, 415},
    ("get", "/long-form/videos/{video_id}/media/{asset}"): {200, 206, 304, 404, 409, 416},
    ("head", "/long-form/videos/{video_id}/media/{asset}"): {200, 404, 409},
    ("post", "/remix/uploads"): {201, 400, 409, 413, 415},
    ("head", "/remix/uploads/{upload_id}"): {200, 404},
    ("put", "/remix/uploads/{upload_id}"): {204, 400, 404, 409, 415},
    ("delete", "/remix/uploads/{upload_id}"): {204, 404},
    ("post", "/remix/uploads/{upload_id}/complete"): {202, 400, 404, 409, 413, 415},
    ("get", "/remix/projects/{video_id}"): {200, 404},
    ("patch", "/remix/projects/{video_id}"): {200, 400, 404, 409, 413, 415},
    ("put", "/remix/projects/{video_id}/captions"): {200, 400, 404, 409, 413, 415},
    ("post", "/remix/projects/{video_id}/translate-captions"): {200, 400, 404, 409, 413, 415},
    ("post", "/remix/projects/{video_id}/voiceover-draft"): {200, 400, 404, 409, 413, 415},
    ("post", "/remix/projects/{video_id}/audio-preview"): {200, 400, 404, 409, 413, 415},
    ("post", "/remix/projects/{video_id}/export"): {202, 400, 404, 409, 413, 415},
    ("post", "/remix/projects/{video_id}/cancel"): {200, 400, 404, 413, 415},
    ("get", "/remix/projects/{video_id}/media/{asset}"): {200, 206, 304, 404, 416},
    ("head", "/remix/projects/{video_id}/media/{asset}"): {200, 404},
    ("get", "/usage"): {200},
    ("get", "/capabilities"): {200},
}
ALWAYS = {401, 403, 429, 500, 503}
FIELDS = {
    # schema: (required, optional), as the contract's tables list them
    "AcceptedJob": ("id object status created_at queue settings usage links", ""),
    "Video": (
        "id object status source created_at updated_at expires_at progress links",
        "settings queue output failure workflow",
    ),
    "Settings": ("video_mode style_pack voice language captions", ""),
    "SettingsCaptions": ("style position", ""),
    "Progress": ("percent stage detail", ""),
    "Queue": ("position", ""),
    "Output": ("duration_seconds", ""),
    "Links": ("self download", ""),
    "VideoList": ("object data has_more next_cursor", ""),
    "AcceptedUsage": ("used reserved remaining limit", ""),
    "Usage": ("plan api_access window videos outstanding_jobs meters", ""),
    "UsageWindow": ("type start end evaluated_at", ""),
    "VideoCounts": ("limit used reserved remaining by_source", ""),
    "Outstanding": ("limit current", ""),
    "Capabilities": ("api_version plan generation long_form remix limits retention polling", ""),
    "RemixCapabilities": (
        (
            "mime_types max_bytes chunk_bytes max_minutes aspects framings voiceover_modes "
            "translate_languages transcribe_languages upload_hours"
        ),
        "",
    ),
    "CreateRemixUpload": ("file_name mime_type byte_length", ""),
    "RemixUpload": (
        "object upload_id video_id chunk_bytes offset byte_length expires_at links",
        "",
    ),
    "UploadLinks": ("self complete project", ""),
    "CompleteRemixUpload": ("", "settings"),
    "RemixProject": (
        (
            "id object workflow status phase revision created_at updated_at expires_at source analysis "
            "settings captions voiceover progress minutes media output failure links"
        ),
        "",
    ),
    "RemixSource": (
        "file_name mime_type byte_length duration_seconds width height frame_rate has_audio minutes",
        "",
    ),
    "RemixAnalysis": (
        "state language transcript words speech_seconds loudness_lufs shots engine",
        "",
    ),
    "TranscriptLine": ("start_ms end_ms text speaker", ""),
    "ProjectSettings": ("aspect framing captions original_audio voiceover ducking", ""),
    "ProjectFraming": ("mode x y zoom", ""),
    "ProjectCaptionSettings": ("enabled style position", ""),
    "ProjectOriginalAudio": ("enabled volume", ""),
    "ProjectVoiceover": ("mode voice language script volume", ""),
    "ProjectDucking": ("enabled depth_db", ""),
    "TimedLine": ("start_ms end_ms text", ""),
    "ProjectCaptions": ("origin language cues", ""),
    "CueDocument": ("start_ms end_ms text", ""),
    "VoiceoverReport": ("state fingerprint duration_seconds lines", ""),
    "RemixMinutes": ("source charged limit used reserved remaining", ""),
    "RemixMedia": ("source thumbnail voiceover mix", ""),
    "RemixOutput": ("duration_seconds width height", ""),
    "RemixFailure": ("code message", ""),
    "RemixLinks": ("self video export cancel download", ""),
    "ChangeRemixProject": ("revision settings", ""),
    "ReplaceCaptions": ("revision cues", ""),
    "AtRevision": ("revision", ""),
    "TranslateCaptions": ("revision targetLanguage", ""),
    "LongFormCapabilities": (
        "script_characters target_minutes languages chapter_styles body_bytes adapts",
        "",
    ),
    "CreateLongFormVideo": (
        "script rights_attested",
        "title target_minutes video_mode style_pack voice language captions chapters",
    ),
    "LongFormVideo": (
        (
            "id object workflow status phase source created_at updated_at expires_at title settings progress "
            "script allowance links"
        ),
        "queue output failure",
    ),
    "LongFormVideoSettings": (
        "target_minutes video_mode style_pack voice language captions chapters",
        "",
    ),
    "LongFormVideoCaptions": ("burn_in style position", ""),
    "ScriptReport": ("characters", "adaptation spoken_characters estimated_seconds"),
    "LongFormAllowance": ("unit limit used reserved remaining", ""),
    "LongFormOutput": ("duration_seconds width height chapters description", ""),
    "FilmChapterStart": ("title start_seconds", ""),
    "LongFormFailure": ("code message", ""),
    "LongFormLinks": ("self video download cancel captions_srt captions_vtt thumbnail", ""),
    "Problem": ("type title status code detail instance request_id", ""),
    "CreateVideo": ("topic", "video_mode style_pack voice language captions"),
}
ENUMS = {
    "VideoMode": words.VideoMode,
    "StylePack": words.StylePack,
    "Voice": words.Voice,
    "Language": words.Language,
    "CaptionStyle": words.CaptionStyle,
    "CaptionPosition": words.CaptionPosition,
    "Status": words.Status,
    "Source": words.Source,
    "ChapterStyle": ChapterStyle,
    "LongFormPhase": LongFormPhase,
    "RemixPhase": RemixPhase,
    "Aspect": Aspect,
    "FramingMode": FramingMode,
    "VoiceoverMode": VoiceoverMode,
    "SourceMime": SourceMime,
    "Plan": words.Plan,
    "WindowType": words.WindowType,
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_openapi(document_app(), origin="http://127.0.0.1:8000")


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method, path): operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def test_it_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_a_built_document_shares_nothing_with_the_next() -> None:
    """A caller, such as the fuzzer, may change the document it was given."""
    one, other = (build_openapi(document_app(), origin="http://127.0.0.1:8000") for _ in range(2))
    example = one["paths"]["/videos"]["post"]["requestBody"]["content"]["application/json"]["example"]
    example["topic"] = "another"
    assert one != other


def test_the_committed_file_is_the_document(document: dict[str, Any]) -> None:
    committed = yaml.safe_load((ROOT / "api" / "openapi.yaml").read_text())
    assert committed == document, "run make generated"


def test_operations_and_statuses_are_those_of_the_contract(document: dict[str, Any]) -> None:
    found = {key: {int(status) for status in each["responses"]} for key, each in operations(document).items()}
    assert found == {key: statuses | ALWAYS for key, statuses in STATUSES.items()}


def test_every_error_is_a_problem_and_every_answer_has_its_headers(document: dict[str, Any]) -> None:
    for operation in operations(document).values():
        for status, answer in operation["responses"].items():
            headers = set(answer["headers"])
            assert "X-Request-Id" in headers
            if status != "401":
                assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"} <= headers
            if int(status) >= 400:
                (media,) = answer["content"].values()
                assert set(answer["content"]) == {"application/problem+json"}
                assert media["schema"] == {"$ref": "#/components/schemas/Problem"}
                assert all(
                    example["value"]["status"] == int(status) for example in media["examples"].values()
                )


@pytest.mark.parametrize("name", FIELDS)
def test_objects_have_the_fields_of_the_contract_and_no_others(document: dict[str, Any], name: str) -> None:
    schema = document["components"]["schemas"][name]
    required, optional = (set(names.split()) for names in FIELDS[name])
    assert set(schema["properties"]) == required | optional
    assert set(schema.get("required", ())) == required
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("name", ENUMS)
def test_enumerations_are_those_of_the_contract(document: dict[str, Any], name: str) -> None:
    assert document["components"]["schemas"][name]["enum"] == [each.value for each in ENUMS[name]]


def test_only_bearer_keys_are_offered(document: dict[str, Any]) -> None:
    assert document["components"]["securitySchemes"] == {"apiKey": {"type": "http", "scheme": "bearer"}}
    assert document["security"] == [{"apiKey": []}]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_fit_their_schemas_and_are_shown(document: dict[str, Any], name: str) -> None:
    root = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft202012Validator(root).validate(EXAMPLES[name])
    assert any(
        media.get("example") == EXAMPLES[name]
        for operation in operations(document).values()
        for part in (operation.get("requestBody", {}), *operation["responses"].values())
        for media in part.get("content", {}).values()
    )


def test_problems_are_documented_where_they_occur_and_nowhere_else(document: dict[str, Any]) -> None:
    found = {
        key: {
            code
            for answer in operation["responses"].values()
            for code in answer.get("content", {}).get("application/problem+json", {}).get("examples", ())
        }
        for key, operation in operations(document).items()
    }
    shared = set.intersection(*found.values())
    assert shared == {
        "invalid_api_key",
        "api_access_required",
        "rate_limited",
        "internal_error",
        "service_unavailable",
    }
    own = {path: codes - shared for path, codes in found.items()}
    assert own["get", "/usage"] == own["get", "/capabilities"] == set()
    assert own["get", "/videos/{video_id}"] == {"video_not_found"}
    assert own["get", "/videos/{video_id}/download"] == {
        "video_not_found",
        "video_not_ready",
        "invalid_range",
    }
    assert own["get", "/videos"] == {"invalid_request", "invalid_cursor"}
    assert own["post", "/long-form/videos"] == (
        own["post", "/videos"] - {"quota_exceeded"} | {"long_form_quota_exceeded"}
    )
    assert (
        own["get", "/long-form/videos/{video_id}/media/{asset}"] == own["get", "/videos/{video_id}/download"]
    )
    assert {"quota_exceeded", "too_many_outstanding_jobs", "idempotency_conflict"} < own["post", "/videos"]


def test_the_page_shows_every_operation_schema_and_problem(light: Service) -> None:
    text = light.client.get("/docs").text
    document = light.client.get("/openapi.json").json()
    for operation in operations(document).values():
        assert f"id='{operation['operationId']}'" in text
        for answer in operation["responses"].values():
            for media in answer.get("content", {}).values():
                assert all(
                    f"/problems/{code.replace('_', '-')}" in text for code in media.get("examples", ())
                )
    for name in document["components"]["schemas"]:
        assert f"<h3 id='{name}'>" in text
    targets = set(re.findall("href='#([A-Za-z]+)'", text))
    assert all(f"id='{target}'" in text or f"id={target}" in text for target in targets)


def test_nothing_of_the_framework_is_left(document: dict[str, Any]) -> None:
    text = str(document)
    assert "HTTPValidationError" not in text
    assert "'422'" not in text


def test_every_code_fits_the_pattern_and_every_status_has_a_code() -> None:
    assert all(re.fullmatch("[a-z][a-z0-9_]*", code) for code in KINDS)
    assert {kind.status for kind in KINDS.values()} >= ALWAYS | {400, 404, 405, 409, 413, 415, 416}


def test_answers_fit_their_schemas(document: dict[str, Any], account: Account, service: Service) -> None:
    def fits(name: str, body: object) -> None:
        root = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(root).validate(body)

    fits("AcceptedJob", account.create().json())
    done, failed, working = (account.new_video() for _ in range(3))
    service.finish(done)
    service.fail(failed)
    service.claim(working)
    for video_id in (done, failed, working):
        fits("Video", account.video(video_id))
    accepted = account.order_film().json()
    fits("LongFormVideo", accepted)
    film = accepted["id"]
    fits("LongFormVideo", account.film(film))
    service.finish_film(film)
    fits("LongFormVideo", account.film(film))
    fits("LongFormVideo", account.cancel(film))
    short_script = account.new_film(title="Rivers")
    service.fail(short_script, code="script_too_short")
    fits("LongFormVideo", account.film(short_script))
    fits("Video", account.video(film))
    listing = account.get("/videos?limit=2").json()
    fits("VideoList", listing)
    fits("Usage", account.usage())
    fits("Capabilities", account.get("/capabilities").json())
    fits("Problem", problem(account.get("/nowhere"), 404, "not_found"))
    service.clock.advance(days=8)
    fits("VideoList", account.get("/videos").json())
    fits("LongFormVideo", account.film(film))


def test_the_pages_for_people_need_nothing_from_elsewhere(light: Service) -> None:
    page = light.client.get("/docs")
    assert page.status_code == 200
    assert "/api/v1/videos/{video_id}/download" in page.text
    assert not re.search(r"<(script|link|img|iframe)", page.text)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert light.client.get("/").headers["location"] == "/docs"
    assert light.client.get("/openapi.json").json()["servers"] == [{"url": "http://testserver/api/v1"}]
    assert light.client.get("/problems").text.count("<tr>") == len(KINDS) + 1
    problem(light.client.get("/problems/nothing"), 404, "not_found")
