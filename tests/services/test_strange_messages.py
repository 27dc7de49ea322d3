"""Bytes in the queue that are no message of ours are put aside, with a line in the log."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import amqp
import pytest
import redis

from renderer.backends.storage.s3.place import S3Place
from renderer.contract.queues import RUN_JOB, queue_name
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server, wait_until

pytestmark = [pytest.mark.services, pytest.mark.timeout(240)]

QUEUE = queue_name("short", "cpu")


def running(broker: Server, database_url: str, place: S3Place, folder: Path) -> Rig:
    return Rig(folder=folder, database_url=fresh_database(database_url), broker_url=broker.url, place=place)


def goes_on(rig: Rig) -> None:
    """Check that the same worker process still completes a job."""
    worker = rig.workers["w1"]
    caller = rig.account()
    caller.wait(caller.create("ticks=1"), "completed")
    assert worker.poll() is None


def envelope(**changes: Any) -> dict[str, Any]:
    """The envelope that kombu puts around a message in Redis."""
    properties = {
        "correlation_id": "1",
        "delivery_mode": 2,
        "delivery_info": {"exchange": QUEUE, "routing_key": QUEUE},
        "priority": 0,
        "body_encoding": "base64",
        "delivery_tag": "tag",
    }
    whole = {
        "body": base64.b64encode(b"[[], {}, {}]").decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {"task": RUN_JOB, "id": "1", "lang": "py"},
        "properties": properties,
    }
    return whole | changes


REDIS = {
    "text": b"not json",
    "binary": bytes(range(256)),
    "empty": b"",
    "a number": b"5",
    "a list": b"[1, 2]",
    "an object": b"{}",
    "deep": b"[" * 100_000,
    "no properties": json.dumps({"body": "", "headers": {}}).encode(),
    "another encoding": json.dumps(envelope(**{"content-type": "application/x-python-serialize"})).encode(),
    "no base64": json.dumps(envelope(body="%%%")).encode(),
    "body no json": json.dumps(envelope(body=base64.b64encode(b"nonsense").decode())).encode(),
    "another task": json.dumps(envelope(headers={"task": "os.system", "id": "1"})).encode(),
    "body null": json.dumps(envelope(body=base64.b64encode(b"null").decode())).encode(),
    "body a number": json.dumps(envelope(body=base64.b64encode(b"7").decode())).encode(),
    "headers no object": json.dumps(envelope(headers=5)).encode(),
    "arguments missing": json.dumps(envelope()).encode(),
}


@pytest.fixture
def redis_rig(
    redis_server: Server, postgres_server_url: str, swift_place: Callable[[], S3Place], tmp_path: Path
) -> Rig:
    return running(redis_server, postgres_server_url, swift_place(), tmp_path)


def test_redis_entries_that_are_no_messages(redis_rig: Rig) -> None:
    with rig_running(redis_rig) as rig, redis.Redis.from_url(rig.broker_url) as client:
        rig.start_worker("w1")
        rig.wait_for_worker("w1")
        for item in REDIS.values():
            client.lpush(QUEUE, item)
        wait_until(lambda: client.llen(QUEUE) == 0, seconds=60, what="an empty queue")
        goes_on(rig)
        assert client.llen(QUEUE) == 0
        assert "message_put_aside" in rig.log("w1")


RABBIT: dict[str, tuple[bytes, dict[str, Any]]] = {
    "text": (b"not json", {"content_type": "text/plain"}),
    "said to be json": (b"not json", {"content_type": "application/json", "content_encoding": "utf-8"}),
    "binary": (bytes(range(256)), {}),
    "empty": (b"", {}),
    "a number": (b"5", {"content_type": "application/json", "content_encoding": "utf-8"}),
    "pickled": (b"cos\nsystem\n", {"content_type": "application/x-python-serialize"}),
    "no such encoding": (b"x", {"content_type": "application/json", "content_encoding": "klingon"}),
    "ours, body no json": (
        b"nonsense",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": RUN_JOB, "id": "1"},
        },
    ),
    "ours, empty": (
        b"",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": RUN_JOB, "id": "1"},
        },
    ),
    "ours, null": (
        b"null",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": RUN_JOB, "id": "1"},
        },
    ),
    "ours, a number": (
        b"7",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": RUN_JOB, "id": "1"},
        },
    ),
    "ours, pickled": (
        b"nonsense",
        {
            "content_type": "application/x-python-serialize",
            "content_encoding": "binary",
            "application_headers": {"task": RUN_JOB, "id": "1"},
        },
    ),
    "another task": (
        b"[[], {}, {}]",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": "os.system", "id": "1"},
        },
    ),
    "headers of other types": (
        b"[[], {}, {}]",
        {
            "content_type": "application/json",
            "content_encoding": "utf-8",
            "application_headers": {"task": 5, "id": ["x"]},
        },
    ),
}


def test_rabbit_messages_that_are_not_ours(rig: Rig, rabbit: Server) -> None:
    rig.start_worker("w1")
    rig.wait_for_worker("w1")
    host = rabbit.url.split("@")[1].rstrip("/")
    with amqp.Connection(host, userid="guest", password="guest") as connection:
        channel = connection.channel()
        for body, properties in RABBIT.values():
            channel.basic_publish(amqp.Message(body, **properties), exchange=QUEUE, routing_key=QUEUE)

        def is_empty() -> bool:
            declared = channel.queue_declare(QUEUE, passive=True)
            return declared is not None and declared[1] == 0

        wait_until(
            is_empty,
            seconds=60,
            what="an empty queue",
        )
    goes_on(rig)
