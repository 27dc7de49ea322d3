"""The gate that every request passes: request id, credential, rate limit, headers, the last-resort answers.

It stands outside the router, so unknown routes, wrong methods, streams and 304s carry the same headers as
everything else, and no failure leaves in another form than a problem. Admission itself is done by the
operation, at the desk where it then does its work (to change threads in between would cost as much as the
work); the gate stops every answer that was not admitted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.requests import ClientDisconnect

from api.auth import Caller, authenticate, bearer_token, require_api_access
from api.clock import stopwatch
from api.problems import API_PREFIX, MEDIA_TYPE, ApiProblem, problem_body, service_unavailable
from api.ratelimit import count_request
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from api.database import Desk
    from api.services import Services

_log: Final = structlog.get_logger("api.request")


@dataclass(slots=True)
class Visit:
    """One request on its way through."""

    scope: Scope
    request_id: UUID = field(default_factory=uuid4)
    began: float = field(default_factory=stopwatch)
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    account_id: str = ""
    is_judged: bool = False
    is_admitted: bool = False
    status: int = 0

    @property
    def path(self) -> str:
        """The path as it came, percent-encoded."""
        raw = self.scope.get("raw_path") or self.scope["path"].encode()
        return str(raw.decode("ascii", "backslashreplace"))

    @property
    def has_hidden_slash(self) -> bool:
        """Whether a segment, once decoded, would be more than one: no address of ours is written so."""
        return "%2f" in self.path.lower()

    @property
    def is_api(self) -> bool:
        """Whether the public contract applies."""
        return str(self.scope["path"]).startswith(API_PREFIX) or self.scope["path"] == API_PREFIX[:-1]


class Gateway:
    """ASGI middleware; see the module."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one connection through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = Visit(scope)
        scope.setdefault("state", {})["admit"] = partial(self._admit, visit)

        async def marked_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._mark(visit, message)
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=str(visit.request_id)):
            await self._answer(visit, receive, marked_send)
            self._record(visit)

    async def _answer(self, visit: Visit, receive: Receive, send: Send) -> None:
        try:
            if visit.has_hidden_slash:
                raise ApiProblem("not_found")  # noqa: TRY301 - refused as the router would
            await self._app(visit.scope, receive, send)
        except ClientDisconnect:
            _log.info("client_left")
        except Exception as error:  # the last resort
            if visit.status:
                _log.exception("response_broken_off")
                raise
            await self._refuse(visit, await self._weighed(visit, as_problem(error)), send)

    async def _weighed(self, visit: Visit, problem: ApiProblem) -> ApiProblem:
        """What the router refuses is told only to those who may ask at all."""
        if not visit.is_api or visit.is_judged:
            return problem
        try:
            await self._services.database.promptly(partial(self._admit, visit))
        except Exception as error:  # noqa: BLE001 - any reason not to admit comes first
            return as_problem(error)
        return problem

    def _admit(self, visit: Visit, desk: Desk) -> Caller:
        """Who asks, whether too often, whether with a right to: in this order."""
        visit.is_judged = True
        settings, now = self._services.settings, self._services.clock.now()
        values = [value for name, value in visit.scope["headers"] if name == b"authorization"]
        with desk.read() as connection:
            caller = authenticate(connection, token=bearer_token(values), now=now)
        with desk.tick() as connection:
            rate = count_request(
                connection,
                account_id=caller.account_id,
                now=now,
                limit=settings.rate_limit,
                window_seconds=settings.rate_window_seconds,
            )
        visit.account_id = str(caller.account_id)
        visit.headers += [(name.lower().encode(), value.encode()) for name, value in rate.headers().items()]
        rate.check()
        require_api_access(caller.plan)
        visit.is_admitted = True
        return caller

    def _mark(self, visit: Visit, message: Message) -> None:
        """Put our headers on the response; nothing but a refusal leaves without admission."""
        if visit.is_api and message["status"] < HTTPStatus.BAD_REQUEST and not visit.is_admitted:
            raise PermissionError(visit.path)
        visit.status = message["status"]
        headers = [
            *message.get("headers", ()),
            *visit.headers,
            (b"x-request-id", str(visit.request_id).encode()),
        ]
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"private, no-store"))
        headers.append((b"x-content-type-options", b"nosniff"))
        message["headers"] = headers

    async def _refuse(self, visit: Visit, problem: ApiProblem, send: Send) -> None:
        """Send a problem."""
        body = problem_body(
            problem, base=self._services.settings.problem_base, path=visit.path, request_id=visit.request_id
        )
        headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body))} | problem.headers
        raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": problem.kind.status, "headers": raw})
        shown = b"" if visit.scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": shown})

    def _record(self, visit: Visit) -> None:
        seconds = stopwatch() - visit.began
        route = _template(visit.scope)
        self._services.metrics.request(
            method=visit.scope["method"], route=route, status=visit.status, seconds=seconds
        )
        _log.info(
            "request",
            method=visit.scope["method"],
            route=route,
            status=visit.status,
            ms=round(seconds * 1000, 1),
            account_id=visit.account_id,
        )


def as_problem(error: Exception) -> ApiProblem:
    """What to answer for whatever went wrong."""
    match error:
        case ApiProblem():
            return error
        case PoolTimeout() | OperationalError() | InterfaceError():
            _log.error("database_away", error=type(error).__name__)
            return service_unavailable()
        case ClipwrightError() if error.spec.retryable:
            _log.error("dependency_away", code=error.code)
            return service_unavailable()
        case _:
            _log.error("unhandled", exc_info=error)
            return ApiProblem("internal_error")


def admit(scope: Scope, desk: Desk) -> Caller:
    """The caller of a request under the API prefix; every operation's first step, at its own desk.

    Raises `invalid_api_key`, `rate_limited` or `api_access_required`; without it the gate stops the answer.
    """
    caller: Caller = scope["state"]["admit"](desk)
    return caller


def _template(scope: Scope) -> str:
    """The route's pattern, never the path: ids and slips of the tongue do not belong into labels and logs."""
    return str(getattr(scope.get("route"), "path", "(none)"))
