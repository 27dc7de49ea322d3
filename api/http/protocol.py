"""uvicorn's HTTP/1.1, but unparsable requests are answered with a problem and slow ones are cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.http.lingering import LingeringTransport
from api.problems import MEDIA_TYPE, ApiProblem, problem_body

if TYPE_CHECKING:
    import asyncio

HEAD_SECONDS: Final = 20.0


def problem_protocol(problem_base: str) -> type[H11Protocol]:
    """The protocol class for `uvicorn.Config(http=…)`."""

    class ProblemProtocol(H11Protocol):
        """uvicorn's h11 protocol with the changes that the module docstring describes."""

        _head_timer: asyncio.TimerHandle
        _lingering: LingeringTransport

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn
            """Start the timer for the first request line and headers to arrive."""
            self._lingering = LingeringTransport(transport, self.conn, loop=self.loop)
            super().connection_made(self._lingering)  # type: ignore[arg-type]  # it stands for the transport
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._end)

        def data_received(self, data: bytes) -> None:
            """Time the headers of every later request too: its first byte ends the keep-alive timer."""
            if self._lingering.is_lingering:
                return
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._head_timer.cancel()
            elif self._head_timer.cancelled():
                self._head_timer = self.loop.call_later(HEAD_SECONDS, self._end)

        def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the parser's message stays internal
            """Answer a request that is not valid HTTP."""
            request_id = uuid4()
            problem = ApiProblem("invalid_request", "The request is not valid HTTP/1.1.")
            body = problem_body(problem, base=problem_base, path="", request_id=request_id)
            headers = {
                "content-type": MEDIA_TYPE,
                "content-length": str(len(body)),
                "x-request-id": str(request_id),
                "connection": "close",
            }
            start = h11.Response(
                status_code=400,
                headers=[(k.encode(), v.encode()) for k, v in headers.items()],
                reason=b"Bad Request",
            )
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
            self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            """Cancel the timer: the connection is closed already."""
            self._head_timer.cancel()
            super().connection_lost(exc)

        def _end(self) -> None:
            self.transport.close()

    return ProblemProtocol
