"""`POST /internal/v1/jobs/{job_id}/attempts/{attempt}/events`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from api.http.auth import bearer_token
from api.http.raw_route import RawRoute
from api.http.request_body import BodyLimits, read_json
from api.problems import ApiProblem
from api.worker_events.report_token import is_report_token
from renderer.contract.event import JOB_EVENT, JobEvent
from renderer.contract.job import VERSION
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from api.assembly import AllServices

EVENT_BYTES: Final = 256 * 1024
"""Largest event: that of a completed film contains its description and its chapters."""
_ATTEMPT: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


def router(services: AllServices) -> APIRouter:
    """The route, outside the published document."""
    routes = APIRouter(prefix="/internal/v1", include_in_schema=False, route_class=RawRoute)
    limits = BodyLimits(size=EVENT_BYTES, seconds=services.settings.body_timeout_seconds)

    @routes.post("/jobs/{job_id}/attempts/{attempt}/events")
    async def report(request: Request, job_id: str, attempt: str) -> Response:
        job, number = _authorise(request, services.secret, job_id=job_id, attempt=attempt)
        event = _event(await read_json(request, limits))
        reply = await run_in_threadpool(services.reports.report, event, job_id=job, attempt=number)
        return Response(reply.model_dump_json(), media_type="application/json")

    return routes


def _authorise(request: Request, secret: bytes, *, job_id: str, attempt: str) -> tuple[UUID, int]:
    token = bearer_token([value for name, value in request.scope["headers"] if name == b"authorization"])
    if not (_UUID.fullmatch(job_id) and _ATTEMPT.fullmatch(attempt)):
        raise ApiProblem("not_found")
    job, number = UUID(job_id), int(attempt)
    if not is_report_token(token, secret=secret, job_id=job, attempt=number):
        raise ApiProblem("invalid_api_key", "The report token is not that of this attempt.")
    return job, number


def _event(body: dict[str, object]) -> JobEvent:
    """The event in the body; an event without a version is of version 1."""
    if (version := body.get("version", 1)) != VERSION:
        said = version if isinstance(version, int) else "?"
        unknown = ClipwrightError("unknown_version", what="worker event", version=said, known=VERSION)
        raise ApiProblem("invalid_request", unknown.sentence)
    try:
        return JOB_EVENT.validate_python(body)
    except ValidationError as error:
        raise ApiProblem("invalid_request", "The event is not one of the worker protocol.") from error
