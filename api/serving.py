"""The application as a server process: protocol, limits, and what keeps its answers prompt."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

import uvicorn

from api.http_protocol import problem_protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_DRAIN_SECONDS: Final = 10
_KEEP_ALIVE_SECONDS: Final = 30
"""Longer than clients wait between polls, or each poll would race with the end of its connection."""


def run(app: ASGIApp, *, host: str, port: int, problem_base: str) -> None:
    """Serve until told to stop."""
    # what is there before the first request stays: the collector need not walk through it again and again,
    # which would hold up every answer for as long
    gc.collect()
    gc.freeze()
    uvicorn.run(
        app,
        host=host,
        port=port,
        http=problem_protocol(problem_base),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
    )
