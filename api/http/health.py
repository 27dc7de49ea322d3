"""Liveness, readiness and metrics: for the operators of the service, not for its callers."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

import structlog
from fastapi import APIRouter, Request, Response

from api.http.auth import bearer_token
from api.http.raw_route import RawRoute
from api.problems import ApiProblem
from api.readiness import WriteProbe

if TYPE_CHECKING:
    from api.assembly import AllServices

_log: Final = structlog.get_logger("api.health")


def router(services: AllServices) -> APIRouter:
    """`/healthz`, `/readyz`, `/metrics`."""
    routes = APIRouter(include_in_schema=False, route_class=RawRoute)
    probe = WriteProbe(services.database, services.clock)

    @routes.get("/healthz")
    async def healthy(_: Request) -> Response:
        """The process answers."""
        return Response("ok\n", media_type="text/plain")

    @routes.get("/readyz")
    def ready(_: Request) -> Response:
        """Database and storage can be written, and an embedded worker takes jobs; 503 otherwise."""
        probe.check()
        services.store.ready()
        if trouble := services.dispatcher.job_queue.trouble:
            _log.warning("worker_not_ready", trouble=trouble)
            raise ApiProblem("service_unavailable", f"The worker takes no jobs: {trouble}", retry_after="5")
        return Response("ready\n", media_type="text/plain")

    @routes.get("/metrics")
    def metrics(request: Request) -> Response:
        """Prometheus exposition, for the bearer of the token; for everybody where the settings say so."""
        if not services.settings.metrics_open:
            _authorise(request, services.settings.metrics_token.get_secret_value())
        return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return routes


def _authorise(request: Request, token: str) -> None:
    given = bearer_token([value for name, value in request.scope["headers"] if name == b"authorization"])
    # as bytes: of texts it compares only ASCII, and raises for a token with anything else in it
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise ApiProblem("not_found")
