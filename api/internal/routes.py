"""`POST /internal/v1/jobs/{job_id}/attempts/{attempt}/events`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from api.auth import bearer_token
from api.bodies import BodyLimits, read_json
from api.direct import DirectRoute
from api.problems import ApiProblem
from api.report_token import is_report_token
from renderer.contract.event import JOB_EVENT, JobEvent

if TYPE_CHECKING:
    from api.services import Services

EVENT_BYTES: Final = 16 * 1024
_ATTEMPT: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


def router(services: Services) -> APIRouter:
    """The route, outside the published document."""
    routes = APIRouter(prefix="/internal/v1", include_in_schema=False, route_class=DirectRoute)
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
    try:
        return JOB_EVENT.validate_python(body)
    except ValidationError as error:
        raise ApiProblem("invalid_request", "The event is not one of the worker protocol.") from error
