"""Uploads on PostgreSQL and Swift's s3api: the service is killed, the client resumes, no byte is wrong."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from renderer.backends.storage.s3.connection import connect
from renderer.backends.storage.s3.place import S3Place
from tests.api.remix.resuming import Killer, ResumingClient
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server

pytestmark = pytest.mark.services

LONG = bool(os.environ.get("CHAOS_LONG"))
SIZE, KILLS = (300_000_000, 20) if LONG else (60_000_000, 6)


@pytest.fixture
def rig(
    tmp_path: Path,
    postgres_server_url: str,
    redis_server: Server,
    swift_place: Callable[[], S3Place],
) -> Iterator[Rig]:
    """A rig without workers; its broker is the one that starts fastest."""
    made = Rig(
        folder=tmp_path,
        database_url=fresh_database(postgres_server_url),
        broker_url=redis_server.url,
        place=swift_place(),
        settings={"CLIPWRIGHT_PROBE_WAIT_SECONDS": "0.1"},
    )
    with rig_running(made) as running:
        yield running


def client_of(rig: Rig, revive: Callable[[], None] = lambda: None) -> ResumingClient:
    return ResumingClient(url=rig.url, key=rig.account().key, revive=revive)


def unfinished(place: S3Place) -> list[object]:
    return list(connect(place).list_multipart_uploads(Bucket=place.bucket).get("Uploads", []))


@pytest.mark.timeout(1200)
def test_an_upload_survives_services_that_are_killed(rig: Rig) -> None:
    """Kills the service `KILLS` times, during as many uploads as that takes."""
    killer = Killer(kill=lambda: rig.stop_api(signal.SIGKILL), times=KILLS, within=0.4)
    uploads = 0
    while killer.done < KILLS and uploads < KILLS:
        uploads += 1
        check_arrives(rig, killer, os.urandom(1 << 20) * (SIZE >> 20) + os.urandom(SIZE % (1 << 20)))
    sys.stderr.write(f"\n{uploads} uploads of {SIZE} bytes, killed {killer.done} times\n")
    assert killer.done == KILLS


def check_arrives(rig: Rig, killer: Killer, content: bytes) -> None:
    """Send an upload through the kills, complete it, and check that it is stored unchanged."""

    def revive() -> None:
        if rig.api is None:
            rig.start_api()
            killer.up.set()

    client = client_of(rig, revive)
    upload = client.open(len(content))
    killer.up.set()
    with killer.at_work():
        client.send(upload, content)
    revive()
    path = f"/remix/uploads/{upload['upload_id']}/complete"
    status, _, body = client.persistently("POST", path)
    assert (status, json.loads(body)["phase"]) == (202, "probing")
    status, headers, stored = client.persistently("GET", f"/remix/projects/{upload['video_id']}/media/source")
    assert (status, stored == content) == (200, True)
    assert headers["etag"] == f'"{hashlib.sha256(content).hexdigest()}"'
    assert unfinished(rig.place) == []


def test_a_hundred_writers_append_once_and_nothing_is_left(rig: Rig) -> None:
    client, content = client_of(rig), os.urandom(200_000)
    upload = client.open(len(content))
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    headers = {
        "Content-Type": "application/octet-stream",
        "Upload-Offset": "0",
        "Content-Digest": f"sha-256=:{digest}:",
    }

    def send(_: int) -> int:
        return client.ask("PUT", f"/remix/uploads/{upload['upload_id']}", content, **headers)[0]

    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(send, range(100)))
    assert (statuses.count(204), set(statuses)) == (1, {204, 409})
    assert len(unfinished(rig.place)) == 1
    assert client.ask("DELETE", f"/remix/uploads/{upload['upload_id']}")[0] == 204
    assert unfinished(rig.place) == []
