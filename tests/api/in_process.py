"""Requests to an application in this process, with one thread switch each.

Starlette's client passes an answer on piece by piece: eight thread switches a request, which take longer than
most requests. Here the loop's thread runs the whole request and returns the answer once it is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import anyio
import httpx2
from fastapi.testclient import TestClient

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Message, Scope


class InProcessClient(TestClient):
    """A `TestClient` that takes answers whole; it follows no redirects."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(app, follow_redirects=False)
        self._transport = _WholeAnswers(self)

    def answer_to(self, request: httpx2.Request) -> httpx2.Response:
        """The application's complete answer to a request."""
        with self._portal_factory() as portal:
            return portal.call(_Exchange(self.app, request, dict(self.app_state)).run)


class _WholeAnswers(httpx2.BaseTransport):
    def __init__(self, client: InProcessClient) -> None:
        self._client = client

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._client.answer_to(request)


class _Exchange:
    """One request and its answer, as ASGI messages."""

    def __init__(self, app: Any, request: httpx2.Request, state: dict[str, Any]) -> None:
        self._app, self._request, self._state = app, request, state
        self._asked = False
        self._start: Message = {}
        self._body: list[bytes] = []
        self._complete = anyio.Event()

    async def run(self) -> httpx2.Response:
        await self._app(self._scope(), self._receive, self._send)
        assert self._complete.is_set(), "the answer has no end"
        headers = [(name.decode(), value.decode()) for name, value in self._start.get("headers", [])]
        # as a stream: a body given as content would get a length header that the application did not send
        content = b"" if self._request.method == "HEAD" else b"".join(self._body)
        return httpx2.Response(
            self._start["status"],
            headers=headers,
            stream=httpx2.ByteStream(content),
            request=self._request,
        )

    def _scope(self) -> Scope:
        url = self._request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self._request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in self._request.headers.raw],
            "client": ("testclient", 50000),
            "server": [url.raw_host.decode(), url.port or 80],
            "extensions": {},
            "state": self._state,
        }

    async def _receive(self) -> Message:
        if self._asked:
            await self._complete.wait()
            return {"type": "http.disconnect"}
        self._asked = True
        return {"type": "http.request", "body": self._request.read()}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            assert not self._start, "the answer begins twice"
            self._start = message
        elif message["type"] == "http.response.body":
            assert self._start, "the answer has a body before its head"
            assert not self._complete.is_set(), "the answer goes on behind its end"
            self._body.append(bytes(message.get("body", b"")))
            if not message.get("more_body", False):
                self._complete.set()
