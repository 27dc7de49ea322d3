"""OpenAPI metadata of the operations on Remix projects that the code's types do not provide."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from api.http.request_body import CREATE_BODY_BYTES
from api.openapi.parts import (
    SOMETIMES,
    Answers,
    Part,
    content_of,
    file_head_operation,
    file_operation,
    header,
    json_answer,
    problems,
    request_body,
)
from api.remix.projects.schemas import RemixProject
from api.remix.projects.subtitles import SRT, VTT

_CONTENT_BYTES: Final = 8 << 20
_FILES: Final = content_of("video/mp4", "video/quicktime", "video/webm", "image/jpeg", "audio/mp4")
_MISSING: Final = ("video_not_found",)
_BODY: Final = ("invalid_request", "video_not_found", "payload_too_large", "unsupported_media_type")
_CHANGE: Final = (*_BODY, "revision_conflict", "operation_in_progress", "project_final")
_TEXT: Final[dict[str, Any]] = {"schema": {"type": "string"}}


def _project(description: str) -> Answers:
    return {200: json_answer(RemixProject, description, Retry_After=SOMETIMES)}


def _operation(name: str, summary: str, model: str, *codes: str) -> Part:
    """An operation that responds with the project, whether the work is done or still under way."""
    return {
        "operation_id": name,
        "summary": summary,
        "response_model": None,
        "responses": _project("The project: ready with a new revision, or in the operation's phase.")
        | problems(*_CHANGE, *codes),
        "openapi_extra": {"requestBody": request_body(model, size=CREATE_BODY_BYTES)},
    }


RETRIEVE_REMIX: Final[Part] = {
    "operation_id": "retrieveRemixProject",
    "summary": "Retrieve a project",
    "response_model": None,
    "responses": _project("The project.") | problems("video_not_found"),
}
CHANGE_REMIX: Final[Part] = {
    "operation_id": "changeRemixProject",
    "summary": "Change all settings",
    "response_model": None,
    "responses": _project("The project at its new revision.") | problems(*_CHANGE),
    "openapi_extra": {"requestBody": request_body("ChangeRemixProject", size=_CONTENT_BYTES)},
}
PUT_CAPTIONS: Final[Part] = {
    "operation_id": "replaceRemixCaptions",
    "summary": "Replace all captions",
    "response_model": None,
    "responses": _project("The project at its new revision.") | problems(*_CHANGE),
    "openapi_extra": {
        "parameters": [
            {
                "name": "revision",
                "in": "query",
                "description": "With SRT and WebVTT: the revision that the captions are for.",
                "schema": {"type": "integer", "minimum": 1},
            }
        ],
        "requestBody": {
            "required": True,
            "description": f"At most {_CONTENT_BYTES} bytes. Subtitle files need `revision` in the address.",
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/ReplaceCaptions"}},
                SRT: _TEXT,
                VTT: _TEXT,
            },
        },
    },
}
TRANSLATE_CAPTIONS: Final = _operation(
    "translateRemixCaptions", "Translate the captions", "TranslateCaptions"
)
VOICEOVER_DRAFT: Final = _operation("draftRemixVoiceover", "Draft a voiceover", "AtRevision")
AUDIO_PREVIEW: Final = _operation(
    "previewRemixAudio", "Preview the sound", "AtRevision", "remix_quota_exceeded"
)
EXPORT_REMIX: Final[Part] = {
    "operation_id": "exportRemixProject",
    "summary": "Export the video",
    "status_code": 202,
    "response_model": None,
    "responses": {
        202: json_answer(
            RemixProject,
            "The export is queued, or under way, or done.",
            Location=header("Canonical address of the project.", type="string", format="uri"),
            Retry_After=SOMETIMES,
        )
    }
    | problems(*_CHANGE, "remix_quota_exceeded"),
    "openapi_extra": {"requestBody": request_body("AtRevision", size=CREATE_BODY_BYTES)},
}
CANCEL_REMIX: Final[Part] = {
    "operation_id": "cancelRemixProject",
    "summary": "Cancel a project",
    "response_model": None,
    "responses": _project("The project as it is now.") | problems(*_BODY),
    "openapi_extra": {
        "requestBody": {
            "required": False,
            "description": "Not needed; any JSON object is ignored.",
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
}
REMIX_MEDIA: Final = file_operation(
    "readRemixMedia",
    "Read source, thumbnail, voiceover or mix",
    answer=Response,
    content=_FILES,
    codes=_MISSING,
)
REMIX_MEDIA_HEAD: Final = file_head_operation(
    "headRemixMedia", "Read the headers of a file", answer=Response, content=_FILES, codes=_MISSING
)
