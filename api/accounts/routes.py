"""`GET /usage` and `GET /capabilities`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from api.accounts import service
from api.documents import reply
from api.gateway import admit
from api.openapi_parts import CAPABILITIES, USAGE

if TYPE_CHECKING:
    from api.services import Services


def router(services: Services) -> APIRouter:
    """Both operations."""
    routes = APIRouter(tags=["Account"])

    @routes.get("/usage", **USAGE)
    def read_usage(request: Request) -> Response:
        """Read what the account has used and reserved."""
        caller = admit(request.scope)
        return reply(service.usage(services.database, caller, now=services.clock.now()))

    @routes.get("/capabilities", **CAPABILITIES)
    def read_capabilities(request: Request) -> Response:
        """Read what the account can ask for."""
        return reply(service.capabilities(admit(request.scope)))

    return routes
