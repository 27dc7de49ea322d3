"""OpenAPI metadata of the operations on uploads that the code's types do not provide."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from api.http.request_body import CREATE_BODY_BYTES
from api.openapi.parts import RETRY, Answers, Part, header, headers, json_answer, problems, request_body
from api.remix.projects.schemas import RemixProject
from api.remix.uploads.schemas import CHUNK_BYTES, RemixUpload

_COUNT: Final[dict[str, Any]] = {"type": "integer", "minimum": 0}
_STATE: Final = {
    "Upload_Offset": header("How many bytes are durable.", **_COUNT),
    "Upload_Length": header("How many bytes the file has.", **_COUNT),
    "Upload_Expires": header("When the upload is given up (HTTP date)."),
    "Cache_Control": header("`no-store`.", type="string", const="no-store"),
}
_TRUE_OFFSET: Final = header("How many bytes are durable.", required=False, **_COUNT)


def _state(description: str) -> Part:
    return {"description": description, "headers": headers(**_STATE)}


def _with_true_offset(answers: Answers) -> Answers:
    """Add the header with which a 409 for a wrong offset names the right one."""
    answers["409"]["headers"]["Upload-Offset"] = _TRUE_OFFSET
    return answers


_DURABLE: Final[Answers] = {204: _state("The chunk is durable.")}
CREATE_UPLOAD: Final[Part] = {
    "operation_id": "createRemixUpload",
    "summary": "Open an upload",
    "status_code": 201,
    "response_model": None,
    "responses": {
        201: json_answer(
            RemixUpload,
            "The upload is open.",
            Location=header("Canonical address of the upload.", type="string", format="uri"),
        )
    }
    | problems(
        "invalid_request",
        "remix_quota_exceeded",
        "too_many_outstanding_jobs",
        "payload_too_large",
        "unsupported_media_type",
    ),
    "openapi_extra": {"requestBody": request_body("CreateRemixUpload", size=CREATE_BODY_BYTES)},
}
HEAD_UPLOAD: Final[Part] = {
    "operation_id": "headRemixUpload",
    "summary": "Read the offset",
    "response_class": Response,
    "response_model": None,
    "responses": {200: _state("The upload as it is.")} | problems("video_not_found"),
}
PUT_CHUNK: Final[Part] = {
    "operation_id": "putRemixChunk",
    "summary": "Append a chunk",
    "status_code": 204,
    "response_class": Response,
    "response_model": None,
    "responses": _with_true_offset(
        _DURABLE
        | problems(
            "invalid_request",
            "invalid_chunk",
            "video_not_found",
            "offset_mismatch",
            "unsupported_media_type",
        )
    ),
    "openapi_extra": {
        "parameters": [
            {
                "name": "Upload-Offset",
                "in": "header",
                "required": True,
                "description": "Where the chunk begins: the offset that the upload is at.",
                "schema": {"type": "integer", "minimum": 0},
            },
            {
                "name": "Content-Digest",
                "in": "header",
                "description": "SHA-256 of the chunk as in RFC 9530; it is checked where it is given.",
                "schema": {"type": "string", "pattern": "^sha-256=:[A-Za-z0-9+/]{43}=:$"},
            },
        ],
        "requestBody": {
            "required": True,
            "description": f"{CHUNK_BYTES} bytes, or the rest where less is left; Content-Length says it.",
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
}
DELETE_UPLOAD: Final[Part] = {
    "operation_id": "deleteRemixUpload",
    "summary": "Abandon an upload",
    "status_code": 204,
    "response_class": Response,
    "response_model": None,
    "responses": {204: _state("The upload as it was.")} | problems("video_not_found"),
}
COMPLETE_UPLOAD: Final[Part] = {
    "operation_id": "completeRemixUpload",
    "summary": "Complete an upload",
    "status_code": 202,
    "response_model": None,
    "responses": {
        202: json_answer(
            RemixProject,
            "The source is published; it is analysed, or still probed.",
            Location=header("Canonical address of the project.", type="string", format="uri"),
            Retry_After=RETRY | {"required": False},
        )
    }
    | problems(
        "invalid_request",
        "source_unreadable",
        "no_video",
        "source_too_long",
        "remix_quota_exceeded",
        "video_not_found",
        "upload_incomplete",
        "revision_conflict",
        "payload_too_large",
        "unsupported_media_type",
    ),
    "openapi_extra": {
        "requestBody": {
            "required": False,
            "description": "Empty, or the settings that the project begins with.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CompleteRemixUpload"}}},
        }
    },
}
