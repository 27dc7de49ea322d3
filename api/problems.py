"""Every problem that the service can answer with, in one table, and the response body for it (RFC 9457).

A kind fixes status, code, title and the page behind `type`; only `detail` differs between occurrences, and
it never exposes internals.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final
from uuid import UUID

MEDIA_TYPE: Final = "application/problem+json"
BASE: Final = "/api/v1"
"""Path under which the public contract applies."""
API_PREFIX: Final = f"{BASE}/"
_MAX_INSTANCE: Final = 512


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One row: HTTP status, title, and what a caller should know and do."""

    status: int
    title: str
    advice: str


KINDS: Final[dict[str, ProblemKind]] = {
    "invalid_request": ProblemKind(
        400, "Invalid request", "Something in the address, the headers or the body does not fit the contract."
    ),
    "idempotency_required": ProblemKind(
        400, "Idempotency key required", "Send an Idempotency-Key header, fresh for every new video."
    ),
    "invalid_idempotency_key": ProblemKind(
        400, "Invalid idempotency key", "An Idempotency-Key has 16 to 128 visible ASCII characters."
    ),
    "invalid_cursor": ProblemKind(
        400,
        "Invalid cursor",
        "Use next_cursor of the latest page as it is, with the same filter, or start again without.",
    ),
    "invalid_api_key": ProblemKind(
        401,
        "Invalid API key",
        "The key is missing, malformed, unknown, revoked or expired. Use the current key.",
    ),
    "api_access_required": ProblemKind(
        403, "API access required", "The account's plan has no API access; Creator and Pro have."
    ),
    "quota_exceeded": ProblemKind(
        403, "Allowance exhausted", "Wait until the allowance window resets, or upgrade the plan."
    ),
    "video_not_found": ProblemKind(
        404, "Video not found", "The video does not exist, or not any more, or belongs to someone else."
    ),
    "not_found": ProblemKind(
        404, "Not found", "There is nothing at this address; the OpenAPI document lists every address."
    ),
    "method_not_allowed": ProblemKind(
        405, "Method not allowed", "The Allow header lists the methods that this address understands."
    ),
    "idempotency_conflict": ProblemKind(
        409, "Idempotency conflict", "The key was used with different input; use a new key for a new video."
    ),
    "too_many_outstanding_jobs": ProblemKind(
        409, "Too many outstanding jobs", "Wait until a queued or processing video has finished."
    ),
    "long_form_quota_exceeded": ProblemKind(
        409,
        "Long-form allowance exhausted",
        "Wait until the allowance window resets, or upgrade the plan; the other meters are unaffected.",
    ),
    "remix_quota_exceeded": ProblemKind(
        403,
        "Remix minutes exhausted",
        "Not enough Remix minutes are left; wait until the allowance window resets, or upgrade the plan.",
    ),
    "invalid_chunk": ProblemKind(
        400, "Invalid chunk", "Send exactly one chunk: chunk_bytes, or whatever is left if that is less."
    ),
    "source_unreadable": ProblemKind(
        400, "Source not readable", "The uploaded file is not an MP4, MOV or WebM that can be decoded."
    ),
    "no_video": ProblemKind(400, "No video", "The uploaded file has no picture track that can be decoded."),
    "source_too_long": ProblemKind(
        400, "Source too long", "The uploaded video plays for longer than capabilities allow."
    ),
    "offset_mismatch": ProblemKind(
        409,
        "Offset mismatch",
        "Continue at the offset given by Upload-Offset in this response, or by HEAD.",
    ),
    "upload_incomplete": ProblemKind(
        409, "Upload not complete", "Send the missing chunks before the upload is completed."
    ),
    "revision_conflict": ProblemKind(
        409, "Revision conflict", "Read the project and try again with its current revision."
    ),
    "operation_in_progress": ProblemKind(
        409, "Operation in progress", "Poll the project until its phase is ready, then try again."
    ),
    "project_final": ProblemKind(
        409, "Project is final", "A completed, failed, cancelled or expired project can no longer be changed."
    ),
    "video_not_ready": ProblemKind(409, "Video not ready", "Poll the video until its status is completed."),
    "output_unverified": ProblemKind(
        409, "Output not verified", "The reported object is not in storage with that size and digest."
    ),
    "payload_too_large": ProblemKind(
        413,
        "Body too large",
        "The body has more bytes than the operation accepts; capabilities state the limit.",
    ),
    "unsupported_media_type": ProblemKind(
        415, "Unsupported media type", "Send Content-Type: application/json."
    ),
    "invalid_range": ProblemKind(
        416, "Invalid range", "Ask for exactly one bytes range that begins inside the file, or for none."
    ),
    "rate_limited": ProblemKind(
        429, "Rate limited", "Wait as many seconds as Retry-After says, then try again."
    ),
    "internal_error": ProblemKind(
        500, "Internal error", "It is our fault and has been recorded; try again later."
    ),
    "service_unavailable": ProblemKind(
        503, "Service unavailable", "Try again with back-off; for a create use the same key and input."
    ),
}


class ApiProblem(Exception):  # noqa: N818 - RFC 9457 calls it a problem
    """A problem to answer with; `headers` are added to the response."""

    def __init__(self, code: str, detail: str = "", /, **headers: str) -> None:
        self.code = code
        self.kind = KINDS[code]
        self.detail = detail or self.kind.advice
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        super().__init__(code)


def kebab(code: str) -> str:
    """The code in kebab case, as the last segment of `type`."""
    return code.replace("_", "-")


def problem_body(problem: ApiProblem, *, base: str, path: str, request_id: UUID) -> bytes:
    """The JSON body with its seven members; `path` is the percent-encoded path of the request."""
    body = {
        "type": f"{base}/{kebab(problem.code)}",
        "title": problem.kind.title,
        "status": problem.kind.status,
        "code": problem.code,
        "detail": problem.detail,
        "instance": path[:_MAX_INSTANCE] if path.startswith(API_PREFIX) else API_PREFIX,
        "request_id": str(request_id),
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def service_unavailable(detail: str = "") -> ApiProblem:
    """The problem for a dependency that is unavailable for the moment."""
    return ApiProblem("service_unavailable", detail, retry_after="5")
