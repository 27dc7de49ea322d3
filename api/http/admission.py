"""Admission middleware: request id, credential, rate limit, headers, and problems for unhandled errors.

It wraps the router, so unknown routes, wrong methods, streams and 304s carry the same headers as everything
else, and every failure is answered with a problem. Each operation performs the admission itself, on the
connections that it then works on (switching threads in between would cost as much as the work); the
middleware blocks every successful answer to a request that was not admitted.
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

from api.deadline import within_request
from api.http.auth import Caller, authenticate, bearer_token, require_api_access, well_formed
from api.http.rate_limit import RateState, count_request
from api.problems import API_PREFIX, MEDIA_TYPE, ApiProblem, problem_body, service_unavailable
from api.wrong_keys import WrongKeys
from renderer.clock import stopwatch
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from api.db.database import ConnectionSource
    from api.services import Services

_log: Final = structlog.get_logger("api.request")


@dataclass(slots=True)
class RequestContext:
    """State of one request in the middleware; `is_judged` once admission was tried, whatever came of it."""

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
        """The path as received, percent-encoded."""
        raw = self.scope.get("raw_path") or self.scope["path"].encode()
        return str(raw.decode("ascii", "backslashreplace"))

    @property
    def has_hidden_slash(self) -> bool:
        """Whether decoding would split a path segment in two; none of our paths is written that way."""
        return "%2f" in self.path.lower()

    @property
    def address(self) -> str:
        """The peer's IP address: the client's, or that of the proxy in front of the service."""
        client = self.scope.get("client")
        return str(client[0]) if client else ""

    def limit(self, rate: RateState) -> None:
        """Add the rate limit headers to the answer; raise `rate_limited` for a request beyond the limit."""
        self.headers += [(name.lower().encode(), value.encode()) for name, value in rate.headers().items()]
        rate.check()

    @property
    def is_api(self) -> bool:
        """Whether the public contract applies to the path."""
        return str(self.scope["path"]).startswith(API_PREFIX) or self.scope["path"] == API_PREFIX[:-1]


class AdmissionMiddleware:
    """ASGI middleware; see the module."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._wrong_keys = WrongKeys(
            limit=services.settings.wrong_key_limit,
            window_seconds=services.settings.rate_window_seconds,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; connections other than HTTP pass through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        context = RequestContext(scope)
        scope.setdefault("state", {})["admit"] = partial(self._admit, context)

        async def marked_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._mark(context, message)
            await send(message)

        bound = structlog.contextvars.bound_contextvars(request_id=str(context.request_id))
        with bound, within_request(self._services.settings.database_wait_seconds):
            try:
                await self._answer(context, receive, marked_send)
            finally:
                self._record(context)

    async def _answer(self, context: RequestContext, receive: Receive, send: Send) -> None:
        try:
            if context.has_hidden_slash:
                raise ApiProblem("not_found")  # noqa: TRY301 - refused as the router would
            await self._app(context.scope, receive, send)
        except ClientDisconnect:
            _log.info("client_left")
        except Exception as error:  # the last resort
            if context.status:
                _log.exception("response_broken_off")
                raise
            await self._refuse(context, await self._weighed(context, as_problem(error)), send)

    async def _weighed(self, context: RequestContext, problem: ApiProblem) -> ApiProblem:
        """The problem to answer with: a refusal by the router is shown only to callers who are admitted."""
        if not context.is_api or context.is_judged:
            return problem
        try:
            await self._services.database.inline_or_thread(partial(self._admit, context))
        except Exception as error:  # noqa: BLE001 - any reason not to admit takes precedence
            return as_problem(error)
        return problem

    def _admit(self, context: RequestContext, connections: ConnectionSource) -> Caller:
        """Check credential, rate limit and API access, in this order; the caller."""
        context.is_judged = True
        settings, now = self._services.settings, self._services.clock.now()
        values = [value for name, value in context.scope["headers"] if name == b"authorization"]
        token = bearer_token(values)
        try:
            with connections.read() as connection:
                caller = authenticate(connection, token=token, now=now)
        except ApiProblem:
            if well_formed(token):
                self._hold_back(context)
            raise
        with connections.autocommit() as connection:
            rate = count_request(
                connection,
                account_id=caller.account_id,
                now=now,
                limit=settings.rate_limit,
                window_seconds=settings.rate_window_seconds,
            )
        context.account_id = str(caller.account_id)
        context.limit(rate)
        require_api_access(caller.plan)
        context.is_admitted = True
        return caller

    def _hold_back(self, context: RequestContext) -> None:
        """Count a wrong key; raise `rate_limited` for an address that has sent too many."""
        rate = self._wrong_keys.count(context.address)
        if rate.requests > rate.limit:
            context.limit(rate)

    def _mark(self, context: RequestContext, message: Message) -> None:
        """Add our headers to the response; raise for a successful API answer without admission."""
        if context.is_api and message["status"] < HTTPStatus.BAD_REQUEST and not context.is_admitted:
            raise PermissionError(context.path)
        context.status = message["status"]
        headers = [
            *message.get("headers", ()),
            *context.headers,
            (b"x-request-id", str(context.request_id).encode()),
        ]
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"private, no-store"))
        headers.append((b"x-content-type-options", b"nosniff"))
        message["headers"] = headers

    async def _refuse(self, context: RequestContext, problem: ApiProblem, send: Send) -> None:
        """Send a problem as the response."""
        body = problem_body(
            problem,
            base=self._services.settings.problem_base,
            path=context.path,
            request_id=context.request_id,
        )
        headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body))} | problem.headers
        raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": problem.kind.status, "headers": raw})
        shown = b"" if context.scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": shown})

    def _record(self, context: RequestContext) -> None:
        seconds = stopwatch() - context.began
        route = _template(context.scope)
        self._services.metrics.request(
            method=context.scope["method"], route=route, status=context.status, seconds=seconds
        )
        _log.info(
            "request",
            method=context.scope["method"],
            route=route,
            status=context.status,
            ms=round(seconds * 1000, 1),
            account_id=context.account_id,
        )


def as_problem(error: Exception) -> ApiProblem:
    """The problem to answer with for any exception."""
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


def admit(scope: Scope, connections: ConnectionSource) -> Caller:
    """Admit a request under the API prefix: the first step of every operation, on its own connections.

    Raises `invalid_api_key`, `rate_limited` or `api_access_required`. Without this call the middleware blocks
    the answer.
    """
    caller: Caller = scope["state"]["admit"](connections)
    return caller


def _template(scope: Scope) -> str:
    """The route's pattern, never the path: ids and mistyped paths do not belong in labels and logs."""
    return str(getattr(scope.get("route"), "path", "(none)"))
