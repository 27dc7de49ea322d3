"""`GET /usage` and `GET /capabilities`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from api.accounts import service
from api.direct import DirectRoute
from api.documents import reply
from api.gateway import admit
from api.openapi import BASE
from api.openapi_parts import CAPABILITIES, USAGE

if TYPE_CHECKING:
    from api.database import Desk
    from api.services import Services


def router(services: Services) -> APIRouter:
    """Both operations."""
    routes = APIRouter(prefix=BASE, tags=["Account"], route_class=DirectRoute)

    @routes.get("/usage", **USAGE)
    async def read_usage(request: Request) -> Response:
        """Read what the account has used and reserved."""

        def answer(desk: Desk) -> Response:
            caller = admit(request.scope, desk)
            return reply(service.usage(desk, caller, now=services.clock.now()))

        return await services.database.promptly(answer)

    @routes.get("/capabilities", **CAPABILITIES)
    async def read_capabilities(request: Request) -> Response:
        """Read what the account can ask for."""
        caller = await services.database.promptly(partial(admit, request.scope))
        return reply(service.capabilities(caller))

    return routes
