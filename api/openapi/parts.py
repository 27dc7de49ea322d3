"""OpenAPI building blocks for the operations of all resources: headers, bodies, problems."""

from __future__ import annotations

from typing import Any, Final

from api.openapi.problem_examples import problem
from api.problems import KINDS, MEDIA_TYPE

Part = dict[str, Any]
Answers = dict[int | str, Any]
"""Responses by status; the framework expects models under numbers and complete parts under strings."""

_PROBLEM: Final[Part] = {"$ref": "#/components/schemas/Problem"}
_ALWAYS: Final = (
    *("invalid_api_key", "api_access_required", "rate_limited", "internal_error", "service_unavailable"),
)
_RATE: Final = {
    "RateLimit-Limit": "Requests that the account may make in one window.",
    "RateLimit-Remaining": "Requests left in this window.",
    "RateLimit-Reset": "Seconds until the window resets.",
}


def header(description: str, *, required: bool = True, **schema: object) -> Part:
    """A header of an answer; a string unless `schema` says otherwise."""
    return {"description": description, "required": required, "schema": schema or {"type": "string"}}


def headers(**extra: Part) -> Part:
    """The headers of every answer and those in `extra`, where an underscore stands for a hyphen."""
    rate = {name: header(text, type="integer", minimum=0) for name, text in _RATE.items()}
    request_id = header("Id of this request.", type="string", format="uuid")
    return (
        rate | {"X-Request-Id": request_id} | {name.replace("_", "-"): part for name, part in extra.items()}
    )


def _problem(status: int, codes: list[str]) -> Part:
    given = headers()
    if status == 401:  # noqa: PLR2004 - the status that the line is about
        given = {"X-Request-Id": given["X-Request-Id"], "WWW-Authenticate": header("`Bearer`.")}
    if status in {429, 503}:
        given["Retry-After"] = header("Seconds to wait.", type="integer", minimum=1)
    if status == 503:  # noqa: PLR2004 - the database may fail before the caller is known
        given = {name: part | {"required": name == "X-Request-Id"} for name, part in given.items()}
    if status == 416:  # noqa: PLR2004 - the status that the line is about
        given["Content-Range"] = header("`bytes */N`, N being the size.")
    described = " ".join(f"`{code}`: {KINDS[code].advice}" for code in codes)
    examples = {code: {"summary": KINDS[code].title, "value": problem(code)} for code in codes}
    content = {MEDIA_TYPE: {"schema": _PROBLEM, "examples": examples}}
    return {"description": described, "headers": given, "content": content}


def problems(*codes: str) -> Answers:
    """Responses for the operation's own problems and for those that every operation has."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes, *_ALWAYS):
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {str(status): _problem(status, by_status[status]) for status in sorted(by_status)}


def json_answer(model: type, description: str, **extra: Part) -> Part:
    """A response with a JSON body of this model."""
    return {"model": model, "description": description, "headers": headers(**extra)}


RETRY: Final = header("Wait at least so many seconds between polls.", type="integer", minimum=1)
SOMETIMES: Final = RETRY | {"required": False}

_FILE: Final[dict[str, Part]] = {
    "Content_Length": header("Bytes in this response.", type="integer", minimum=0),
    "ETag": header("Strong; the digest of the file."),
    "Last_Modified": header("When the file was finished."),
    "Accept_Ranges": header("`bytes`.", type="string", const="bytes"),
    "Content_Disposition": header("An attachment file name."),
    "Cache_Control": header("`private, no-store`.", type="string", const="private, no-store"),
}


def content_of(*media_types: str) -> Part:
    """Content of a response with bytes of one of these media types."""
    return {each: {"schema": {"type": "string", "format": "binary"}} for each in media_types}


_UNFINISHED: Final = ("video_not_found", "video_not_ready")


def _file_answers(content: Part, codes: tuple[str, ...]) -> Answers:
    return {
        200: _file("The complete file.", content),
        206: _file("The range.", content, Content_Range=header("`bytes first-last/size`.")),
        304: {"description": "Not modified.", "headers": headers(ETag=_FILE["ETag"])},
    } | problems(*codes, "invalid_range")


def file_operation(
    operation_id: str, summary: str, *, answer: type, content: Part, codes: tuple[str, ...] = _UNFINISHED
) -> Part:
    """A GET operation for a stored file; `answer` is the class of its response."""
    return {
        "operation_id": operation_id,
        "summary": summary,
        "response_class": answer,
        "response_model": None,
        "responses": _file_answers(content, codes),
        "openapi_extra": {"parameters": _FILE_HEADERS},
    }


def file_head_operation(
    operation_id: str, summary: str, *, answer: type, content: Part, codes: tuple[str, ...] = _UNFINISHED
) -> Part:
    """The HEAD operation for a stored file."""
    whole = {200: _file("As GET, without a body.", content)}
    return {
        "operation_id": operation_id,
        "summary": summary,
        "response_class": answer,
        "response_model": None,
        "responses": whole | problems(*codes),
    }


def _file(description: str, content: Part, **extra: Part) -> Part:
    return {"description": description, "headers": headers(**_FILE, **extra), "content": content}


def _optional_header(name: str, description: str) -> Part:
    return {"name": name, "in": "header", "description": description, "schema": {"type": "string"}}


_FILE_HEADERS: Final = [
    _optional_header("Range", "Exactly one bytes range."),
    _optional_header("If-None-Match", "Entity tags that the client has."),
    _optional_header("If-Range", "Honour Range only for this entity tag or date."),
]
IDEMPOTENCY_KEY: Final[Part] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "16 to 128 visible ASCII characters; kept 24 hours.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 128, "pattern": "^[!-~]{16,128}$"},
}


def accepted_answer(model: type) -> Part:
    """The 202 response of a create operation."""
    return json_answer(
        model,
        "Accepted and queued.",
        Location=header("Canonical address of the job.", type="string", format="uri"),
        Retry_After=RETRY,
        Idempotent_Replayed=header(
            "`true` on an exact replay, else absent.", required=False, type="string", enum=["true"]
        ),
    )


def request_body(schema: str, *, size: int, note: str = "") -> Part:
    """A required JSON body of this schema, with at most `size` bytes."""
    return {
        "required": True,
        "description": f"At most {size} bytes.{note}",
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
    }
