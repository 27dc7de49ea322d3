"""Offers of segments: a broker that hangs costs a render a few seconds, once, and the help."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from celery import Celery
from kombu import Connection
from structlog.testing import capture_logs

from renderer.worker.job.segment_offers import QueuedSegmentHelpers
from renderer.worker.process import offer_sending
from renderer.worker.process.offer_sending import offer_sender
from tests.unit.worker.conftest import job_message

SEGMENTS = [range(at, at + 60) for at in range(0, 6000, 60)]


@pytest.fixture
def silent_port() -> Iterator[int]:
    """The port of a server that accepts connections (its kernel does) and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as server:
        yield int(server.getsockname()[1])


@pytest.mark.parametrize("url", ["amqp://guest:guest@127.0.0.1:{port}//", "redis://127.0.0.1:{port}/0"])
def test_a_broker_that_accepts_and_never_answers_is_given_up_within_seconds(
    silent_port: int, url: str
) -> None:
    helpers = QueuedSegmentHelpers(message=job_message(), send=offer_sender(url.format(port=silent_port)))
    began = time.monotonic()
    with capture_logs() as lines:
        helpers.offer("0" * 64, SEGMENTS)
    assert time.monotonic() - began < 3.5
    assert [line["event"] for line in lines] == ["segments_not_offered"]


def test_a_broker_that_answers_slowly_gets_no_more_messages_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(offer_sending, "stopwatch", iter(range(100)).__next__)
    sent: list[str] = []
    monkeypatch.setattr(Celery, "send_task", lambda _, name, **__: sent.append(name))
    helpers = QueuedSegmentHelpers(message=job_message(), send=offer_sender("memory://"))
    with capture_logs() as lines:
        helpers.offer("0" * 64, SEGMENTS)
    assert len(sent) == offer_sending.MOST_SECONDS - 1
    assert [(line["event"], line["error"]) for line in lines] == [("segments_not_offered", "TimeoutError")]


def test_offers_are_messages_of_the_segment_task() -> None:
    helpers = QueuedSegmentHelpers(message=job_message(), send=offer_sender("memory://"))
    helpers.offer("0" * 64, SEGMENTS[:2])
    with Connection("memory://") as connection:
        taken = [connection.SimpleQueue("segments").get(timeout=1) for _ in range(2)]
    assert [each.headers["task"] for each in taken] == ["clipwright.render_segment"] * 2
    assert [each.payload[0][0]["first"] for each in taken] == [0, 60]
