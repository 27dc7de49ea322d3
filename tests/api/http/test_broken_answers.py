"""Answers that break off after their status was sent: each is counted and logged once, under that status."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import ClientDisconnect
from structlog.testing import capture_logs

from api.http.admission import AdmissionMiddleware

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

    from tests.api.harness import Service

SCOPE: dict[str, Any] = {"type": "http", "method": "GET", "path": "/file", "headers": []}


def counted(service: Service) -> dict[tuple[str, str], float]:
    """How many requests there were, by method and status."""
    families = text_string_to_metric_families(service.services.metrics.text().decode())
    (requests,) = (family for family in families if family.name == "clipwright_requests")
    return {
        (each.labels["method"], each.labels["status"]): each.value
        for each in requests.samples
        if each.name.endswith("_total")
    }


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _unheard(message: Message) -> None:
    del message


async def _to_a_client_that_leaves(message: Message) -> None:
    if message["type"] == "http.response.body":
        raise ConnectionResetError


def asked(service: Service, error: BaseException | None, send: Send = _unheard) -> None:
    """Let an application answer with status 206, and fail in the middle of the body."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 206, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": error is not None})
        if error:
            raise error

    asyncio.run(AdmissionMiddleware(app, service.services)(dict(SCOPE), _nothing, send))


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        pytest.param(RuntimeError("torn"), RuntimeError, id="the file cannot be read on"),
        pytest.param(asyncio.CancelledError(), asyncio.CancelledError, id="the server ends the request"),
    ],
)
def test_an_answer_that_we_break_off_is_counted_under_its_status(
    light: Service, error: BaseException, raised: type[BaseException]
) -> None:
    with capture_logs() as lines, pytest.raises(raised):
        asked(light, error)
    assert counted(light) == {("GET", "206"): 1}
    assert [line["status"] for line in lines if line["event"] == "request"] == [206]


def test_an_answer_to_a_client_that_leaves_is_counted_under_its_status(light: Service) -> None:
    with pytest.raises(ConnectionResetError):
        asked(light, None, send=_to_a_client_that_leaves)
    asked(light, ClientDisconnect())
    asked(light, None)
    assert counted(light) == {("GET", "206"): 3}
