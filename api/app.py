"""Assembles the application: routes, admission middleware, background tasks and worker child."""

from __future__ import annotations

from contextlib import ExitStack, asynccontextmanager
from http import HTTPStatus
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from pydantic import SecretStr
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.accounts import routes as account_routes
from api.assembly import AllServices, build_services, default_adapters
from api.http import health
from api.http.admission import AdmissionMiddleware
from api.long_form import routes as long_form_routes
from api.openapi import routes as pages
from api.periodic_tasks import PeriodicTasks
from api.problems import ApiProblem
from api.queue.base import UnavailableQueue
from api.remix import routes as remix_routes
from api.remix.uploads import routes as upload_routes
from api.settings import ServiceSettings
from api.videos import routes as video_routes
from api.worker_events import routes as internal_routes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractContextManager

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute


def create_app(
    services: AllServices, *, companions: Callable[[], AbstractContextManager[object]] = ExitStack
) -> FastAPI:
    """The ASGI application; the `companions` context is entered at startup and left at shutdown."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with ExitStack() as stack:
            stack.callback(services.close)
            if services.settings.background:
                background = PeriodicTasks(services)
                background.start()
                stack.callback(background.stop)
            stack.enter_context(companions())
            yield

    app = FastAPI(
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry=_TELEMETRY,
    )
    for part in (
        video_routes.router(services),
        long_form_routes.router(services),
        upload_routes.router(services),
        remix_routes.router(services),
        account_routes.router(services),
        internal_routes.router(services),
        health.router(services),
        pages.router(app, origin=services.settings.public_url),
    ):
        # one flat list: an included router would be matched anew on each request, twice
        app.router.routes.extend(part.routes)
    for kind in (HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _to_problem)
    app.add_middleware(AdmissionMiddleware, services=services)
    return app


def document_app() -> FastAPI:
    """An application that only serves to generate the OpenAPI document."""
    settings = ServiceSettings(database_url="sqlite://", secret_key=SecretStr(token_hex(32)))
    return create_app(build_services(settings, default_adapters(settings, UnavailableQueue())))


async def _to_problem(request: Request, error: Exception) -> Response:
    """Raise one of the framework's own errors as a problem, which the admission middleware sends."""
    status = error.status_code if isinstance(error, HTTPException) else 400
    headers = {"allow": _allowed(request)} if status == HTTPStatus.METHOD_NOT_ALLOWED else {}
    raise ApiProblem(_CODES.get(status, "invalid_request"), **headers) from error


def _allowed(request: Request) -> str:
    """The methods of all routes that match this path; the framework lists only those of the first."""
    routes: list[BaseRoute] = request.app.router.routes
    return ", ".join(
        method
        for method in _METHODS
        if any(route.matches(dict(request.scope, method=method))[0] is Match.FULL for route in routes)
    )


_TELEMETRY: Final[TelemetryConfig] = {"tracing": False, "metrics": False, "logs": False}
_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_CODES: Final = {404: "not_found", 405: "method_not_allowed", 413: "payload_too_large"}
