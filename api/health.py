"""Liveness, readiness, metrics: for those who run the service, not for its callers."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from api.auth import bearer_token
from api.direct import DirectRoute
from api.problems import ApiProblem

if TYPE_CHECKING:
    from api.services import Services

_LOCAL: Final = frozenset({"127.0.0.1", "::1"})


def router(services: Services) -> APIRouter:
    """`/healthz`, `/readyz`, `/metrics`."""
    routes = APIRouter(include_in_schema=False, route_class=DirectRoute)

    @routes.get("/healthz")
    async def healthy(_: Request) -> Response:
        """The process answers."""
        return Response("ok\n", media_type="text/plain")

    @routes.get("/readyz")
    def ready(_: Request) -> Response:
        """Database and storage answer too; 503 otherwise."""
        with services.database.read() as connection:
            connection.execute(sa.text("SELECT 1"))
        services.store.ready()
        return Response("ready\n", media_type="text/plain")

    @routes.get("/metrics")
    def metrics(request: Request) -> Response:
        """Prometheus exposition, for the bearer of the token or, without one, for this machine alone."""
        _authorise(request, services.settings.metrics_token.get_secret_value())
        return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return routes


def _authorise(request: Request, token: str) -> None:
    given = bearer_token([value for name, value in request.scope["headers"] if name == b"authorization"])
    is_local = request.client is not None and request.client.host in _LOCAL
    if not (hmac.compare_digest(given, token) if token else is_local):
        raise ApiProblem("not_found")
