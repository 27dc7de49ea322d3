"""Raw routes: endpoints that take the request and return a response, without the framework's parsing.

The operation does admission, parsing and serialising itself, in the one thread that it runs in; the
framework's dependency solver and response validation would have nothing to do. Signatures still feed the
OpenAPI document.
"""

from __future__ import annotations

from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class RawRoute(APIRoute):
    """Calls `endpoint(request, **path_parameters)`, in a thread unless it is a coroutine."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler that the framework mounts."""
        endpoint = self.endpoint
        if iscoroutinefunction(endpoint):

            async def awaited(request: Request) -> Response:
                answer: Response = await endpoint(request, **request.path_params)
                return answer

            return awaited

        async def threaded(request: Request) -> Response:
            answer: Response = await run_in_threadpool(endpoint, request, **request.path_params)
            return answer

        return threaded
