"""OpenAPI metadata of the operations on Long-form videos that the code's types do not provide."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from api.http.request_body import LONG_FORM_BODY_BYTES
from api.long_form.assets import ASSETS
from api.long_form.schemas import LongFormVideo
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

_NOTE: Final = (
    " The script of the example is about the shortest that is accepted, and too short for a film in English: "
    "eleven minutes take about 9,000 characters of it, or 3,000 of Chinese."
)
_FILES: Final = content_of(*(asset.media_type for asset in ASSETS.values()))

CREATE_LONG_FORM: Final[Part] = {
    "operation_id": "createLongFormVideo",
    "summary": "Create a Long-form video",
    "status_code": 202,
    "response_model": None,
    "responses": {202: accepted_answer(LongFormVideo)}
    | problems(
        "invalid_request",
        "idempotency_required",
        "invalid_idempotency_key",
        "idempotency_conflict",
        "long_form_quota_exceeded",
        "too_many_outstanding_jobs",
        "payload_too_large",
        "unsupported_media_type",
    ),
    "openapi_extra": {
        "parameters": [IDEMPOTENCY_KEY],
        "requestBody": request_body("CreateLongFormVideo", size=LONG_FORM_BODY_BYTES, note=_NOTE),
    },
}
RETRIEVE_LONG_FORM: Final[Part] = {
    "operation_id": "retrieveLongFormVideo",
    "summary": "Retrieve a Long-form video",
    "response_model": None,
    "responses": {200: json_answer(LongFormVideo, "The Long-form video.", Retry_After=SOMETIMES)}
    | problems("video_not_found"),
}
CANCEL_LONG_FORM: Final[Part] = {
    "operation_id": "cancelLongFormVideo",
    "summary": "Cancel a Long-form video",
    "response_model": None,
    "responses": {200: json_answer(LongFormVideo, "The Long-form video as it is now.", Retry_After=SOMETIMES)}
    | problems("invalid_request", "video_not_found", "payload_too_large", "unsupported_media_type"),
    "openapi_extra": {
        "requestBody": {
            "required": False,
            "description": "Not needed; any JSON object is ignored.",
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
}
LONG_FORM_MEDIA: Final = file_operation(
    "readLongFormMedia", "Read captions or thumbnail", answer=Response, content=_FILES
)
LONG_FORM_MEDIA_HEAD: Final = file_head_operation(
    "headLongFormMedia", "Read the headers of captions or thumbnail", answer=Response, content=_FILES
)
