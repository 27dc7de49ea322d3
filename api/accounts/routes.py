"""`GET /usage` and `GET /capabilities`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from api.accounts.capabilities import capabilities
from api.accounts.usage import usage
from api.http.admission import admit
from api.http.raw_route import RawRoute
from api.http.responses import reply
from api.openapi.operation_parts import CAPABILITIES, USAGE
from api.problems import BASE

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.services import Services


def router(services: Services) -> APIRouter:
    """Both operations."""
    routes = APIRouter(prefix=BASE, tags=["Account"], route_class=RawRoute)

    @routes.get("/usage", **USAGE)
    async def read_usage(request: Request) -> Response:
        """Read what the account has used and reserved."""

        def answer(connections: ConnectionSource) -> Response:
            caller = admit(request.scope, connections)
            return reply(usage(connections, caller, now=services.clock.now()))

        return await services.database.inline_or_thread(answer)

    @routes.get("/capabilities", **CAPABILITIES)
    async def read_capabilities(request: Request) -> Response:
        """Read what the account can ask for."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        settings = services.settings
        return reply(
            capabilities(
                caller,
                adapts=settings.adapts,
                translates=settings.translates_into,
                transcribes=settings.transcribes,
            )
        )

    return routes
