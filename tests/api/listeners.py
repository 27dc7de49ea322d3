"""True servers that go on listening from test to test, each with the application of its test behind it.

To start and stop one takes uvicorn a quarter of a second, in which it mostly sleeps.
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
"""Those that listen for nobody now."""


class Listener:
    """A server in a thread of its own, and the application that answers there now."""

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
        """While this application answers there; when it ends every connection is over and nothing runs on."""
        self._app = app
        try:
            yield
        finally:
            self._server.servers[0].get_loop().call_soon_threadsafe(self._end_connections)
            state = self._server.server_state
            wait_until(lambda: not state.connections and not state.tasks)
            self._app = None

    def stop(self) -> None:
        """Listen no more."""
        self._server.should_exit = True
        self._thread.join()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    def _end_connections(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.shutdown()


@contextmanager
def listen(made: Service) -> Iterator[int]:
    """The port of a service behind the true server."""
    listener = IDLE.pop() if IDLE else Listener()
    with listener.answering(made.client.app):
        yield listener.port
    IDLE.append(listener)


def stop_all() -> None:
    """No server listens any more."""
    while IDLE:
        IDLE.pop().stop()
