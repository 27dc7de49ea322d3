"""What the published document says beyond the code's own types: headers, bodies, problems, per operation."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from api.accounts.schemas import Capabilities, Usage
from api.cursor import MAX_CURSOR
from api.openapi_examples import problem
from api.problems import KINDS, MEDIA_TYPE
from api.videos.schemas import AcceptedJob, CreateVideo, Video, VideoList
from renderer.contract.vocabulary import Status

Part = dict[str, Any]


class Mp4Response(Response):
    """Tells the framework the media type of downloads."""

    media_type = "video/mp4"


_PROBLEM: Final[Part] = {"$ref": "#/components/schemas/Problem"}
_ALWAYS: Final = (
    *("invalid_api_key", "api_access_required", "rate_limited", "internal_error", "service_unavailable"),
)
_RATE: Final = {
    "RateLimit-Limit": "Requests that the account may make in one window.",
    "RateLimit-Remaining": "Requests left in this window.",
    "RateLimit-Reset": "Seconds until the window resets.",
}


def _header(description: str, *, required: bool = True, **schema: object) -> Part:
    return {"description": description, "required": required, "schema": schema or {"type": "string"}}


def _headers(**extra: Part) -> Part:
    rate = {name: _header(text, type="integer", minimum=0) for name, text in _RATE.items()}
    request_id = _header("Id of this request.", type="string", format="uuid")
    return (
        rate | {"X-Request-Id": request_id} | {name.replace("_", "-"): part for name, part in extra.items()}
    )


def _problem(status: int, codes: list[str]) -> Part:
    headers = _headers()
    if status == 401:  # noqa: PLR2004 - the status that the line is about
        headers = {"X-Request-Id": headers["X-Request-Id"], "WWW-Authenticate": _header("`Bearer`.")}
    if status in {429, 503}:
        headers["Retry-After"] = _header("Seconds to wait.", type="integer", minimum=1)
    if status == 503:  # noqa: PLR2004 - the database may be away before anyone is known
        headers = {name: part | {"required": name == "X-Request-Id"} for name, part in headers.items()}
    if status == 416:  # noqa: PLR2004 - the status that the line is about
        headers["Content-Range"] = _header("`bytes */N`, N being the size.")
    described = " ".join(f"`{code}`: {KINDS[code].advice}" for code in codes)
    examples = {code: {"summary": KINDS[code].title, "value": problem(code)} for code in codes}
    content = {MEDIA_TYPE: {"schema": _PROBLEM, "examples": examples}}
    return {"description": described, "headers": headers, "content": content}


def _problems(*codes: str) -> Part:
    """The operation's own problems, and those that every operation has."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes, *_ALWAYS):
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {str(status): _problem(status, by_status[status]) for status in sorted(by_status)}


def _json(model: type, description: str, **headers: Part) -> Part:
    return {"model": model, "description": description, "headers": _headers(**headers)}


_RETRY: Final = _header("Wait at least so many seconds between polls.", type="integer", minimum=1)
_SOMETIMES: Final = _RETRY | {"required": False}

CREATE: Final[Part] = {
    "operation_id": "createVideo",
    "summary": "Create a video",
    "status_code": 202,
    "response_model": None,
    "responses": {
        202: _json(
            AcceptedJob,
            "Accepted and queued.",
            Location=_header("Canonical address of the job.", type="string", format="uri"),
            Retry_After=_RETRY,
            Idempotent_Replayed=_header(
                "`true` on an exact replay, else absent.", required=False, type="string", enum=["true"]
            ),
        )
    }
    | _problems(
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
        "parameters": [
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": True,
                "description": "16 to 128 visible ASCII characters; kept 24 hours.",
                "schema": {"type": "string", "minLength": 16, "maxLength": 128, "pattern": "^[!-~]{16,128}$"},
            }
        ],
        "requestBody": {
            "required": True,
            "description": "At most 32768 bytes.",
            "content": {
                "application/json": {
                    "schema": {"$ref": "#/components/schemas/CreateVideo"},
                }
            },
        },
    },
}

LIST: Final[Part] = {
    "operation_id": "listVideos",
    "summary": "List videos",
    "response_model": None,
    "responses": {200: _json(VideoList, "One page.")} | _problems("invalid_request", "invalid_cursor"),
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
    "responses": {200: _json(Video, "The video.", Retry_After=_SOMETIMES)} | _problems("video_not_found"),
}

_FILE: Final[dict[str, Part]] = {
    "Content_Length": _header("Bytes in this response.", type="integer", minimum=0),
    "ETag": _header("Strong; the digest of the file."),
    "Last_Modified": _header("When the file was finished."),
    "Accept_Ranges": _header("`bytes`.", type="string", const="bytes"),
    "Content_Disposition": _header("An attachment file name."),
    "Cache_Control": _header("`private, no-store`.", type="string", const="private, no-store"),
}
_MP4: Final[Part] = {"video/mp4": {"schema": {"type": "string", "format": "binary"}}}


def _file(description: str, **extra: Part) -> Part:
    return {"description": description, "headers": _headers(**_FILE, **extra), "content": _MP4}


def _optional_header(name: str, description: str) -> Part:
    return {"name": name, "in": "header", "description": description, "schema": {"type": "string"}}


DOWNLOAD: Final[Part] = {
    "operation_id": "downloadVideo",
    "summary": "Download the MP4",
    "response_class": Mp4Response,
    "response_model": None,
    "responses": {
        200: _file("The complete file."),
        206: _file("The range.", Content_Range=_header("`bytes first-last/size`.")),
        304: {"description": "Not modified.", "headers": _headers(ETag=_FILE["ETag"])},
    }
    | _problems("video_not_found", "video_not_ready", "invalid_range"),
    "openapi_extra": {
        "parameters": [
            _optional_header("Range", "Exactly one bytes range."),
            _optional_header("If-None-Match", "Entity tags that the client has."),
            _optional_header("If-Range", "Honour Range only for this entity tag or date."),
        ]
    },
}
DOWNLOAD_HEAD: Final[Part] = {
    "operation_id": "headVideoDownload",
    "summary": "Read the download's headers",
    "response_class": Mp4Response,
    "response_model": None,
    "responses": {200: _file("As GET, without a body.")} | _problems("video_not_found", "video_not_ready"),
}
USAGE: Final[Part] = {
    "operation_id": "readUsage",
    "summary": "Read usage",
    "response_model": None,
    "responses": {200: _json(Usage, "The usage.")} | _problems(),
}
CAPABILITIES: Final[Part] = {
    "operation_id": "readCapabilities",
    "summary": "Read capabilities",
    "response_model": None,
    "responses": {200: _json(Capabilities, "The capabilities.")} | _problems(),
}
REQUEST_MODELS: Final = (CreateVideo,)
