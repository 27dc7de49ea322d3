"""OpenAPI metadata of the operations on videos and accounts that the code's types do not provide."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from api.accounts.schemas import Capabilities, Usage
from api.http.cursor import MAX_CURSOR
from api.http.request_body import CREATE_BODY_BYTES
from api.openapi.parts import (
    IDEMPOTENCY_KEY,
    SOMETIMES,
    Part,
    accepted_answer,
    content_of,
    file_head_operation,
    file_operation,
    json_answer,
    problems,
    request_body,
)
from api.videos.schemas import AcceptedJob, Video, VideoList
from renderer.contract.vocabulary import Status

_MP4: Final = content_of("video/mp4")


class Mp4Response(Response):
    """Gives the framework the media type of downloads."""

    media_type = "video/mp4"


CREATE: Final[Part] = {
    "operation_id": "createVideo",
    "summary": "Create a video",
    "status_code": 202,
    "response_model": None,
    "responses": {
        202: accepted_answer(AcceptedJob),
    }
    | problems(
        "invalid_request",
        "idempotency_required",
        "invalid_idempotency_key",
        "quota_exceeded",
        "idempotency_conflict",
        "too_many_outstanding_jobs",
        "payload_too_large",
        "unsupported_media_type",
    ),
    "openapi_extra": {
        "parameters": [IDEMPOTENCY_KEY],
        "requestBody": request_body("CreateVideo", size=CREATE_BODY_BYTES),
    },
}

LIST: Final[Part] = {
    "operation_id": "listVideos",
    "summary": "List videos",
    "response_model": None,
    "responses": {200: json_answer(VideoList, "One page.")} | problems("invalid_request", "invalid_cursor"),
    "openapi_extra": {
        "parameters": [
            {
                "name": "limit",
                "in": "query",
                "description": "Videos on one page.",
                "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
            },
            {
                "name": "cursor",
                "in": "query",
                "description": "`next_cursor` of the page before, with the same status filter.",
                "schema": {"type": "string", "minLength": 1, "maxLength": MAX_CURSOR},
            },
            {
                "name": "status",
                "in": "query",
                "description": "Only videos with exactly this status.",
                "schema": {"type": "string", "enum": [status.value for status in Status]},
            },
        ]
    },
}

RETRIEVE: Final[Part] = {
    "operation_id": "retrieveVideo",
    "summary": "Retrieve a video",
    "response_model": None,
    "responses": {200: json_answer(Video, "The video.", Retry_After=SOMETIMES)} | problems("video_not_found"),
}

DOWNLOAD: Final = file_operation("downloadVideo", "Download the MP4", answer=Mp4Response, content=_MP4)
DOWNLOAD_HEAD: Final = file_head_operation(
    "headVideoDownload", "Read the download's headers", answer=Mp4Response, content=_MP4
)
USAGE: Final[Part] = {
    "operation_id": "readUsage",
    "summary": "Read usage",
    "response_model": None,
    "responses": {200: json_answer(Usage, "The usage.")} | problems(),
}
CAPABILITIES: Final[Part] = {
    "operation_id": "readCapabilities",
    "summary": "Read capabilities",
    "response_model": None,
    "responses": {200: json_answer(Capabilities, "The capabilities.")} | problems(),
}
