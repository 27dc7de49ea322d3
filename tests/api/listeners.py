"""Real servers that keep listening from test to test, each serving the application of the current test.

Starting and stopping one takes uvicorn a quarter of a second, in which it mostly sleeps.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from api.http.protocol import problem_protocol
from tests.api.harness import Service
from tests.api.served import free_port, wait_until

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

IDLE: Final[list[Listener]] = []
"""Servers that serve no application now."""


class Listener:
    """A server in a thread of its own, and the application that it serves now."""

    def __init__(self) -> None:
        self.port = free_port()
        self._app: Any = None
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._answer,
                port=self.port,
                http=problem_protocol("http://testserver/problems"),
                interface="asgi3",
                lifespan="off",
                log_config=None,
            )
        )
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started)

    @contextmanager
    def answering(self, app: Any) -> Iterator[None]:
        """Serve this application; on leaving, every connection is closed and no request still runs."""
        self._app = app
        try:
            yield
        finally:
            self._server.servers[0].get_loop().call_soon_threadsafe(self._end_connections)
            state = self._server.server_state
            wait_until(lambda: not state.connections and not state.tasks)
            self._app = None

    def stop(self) -> None:
        """Stop listening and end the thread."""
        self._server.should_exit = True
        self._thread.join()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    def _end_connections(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.shutdown()


@contextmanager
def listen(made: Service) -> Iterator[int]:
    """Serve a service on a real server; returns its port."""
    listener = IDLE.pop() if IDLE else Listener()
    with listener.answering(made.client.app):
        yield listener.port
    IDLE.append(listener)


def stop_all() -> None:
    """Stop every idle server."""
    while IDLE:
        IDLE.pop().stop()
