"""`clipwright serve` alone, with no other server: the same crashes, the same promises."""

from __future__ import annotations

import json
import os
import signal
import sys
import urllib.request
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path

import psutil
import pytest

from tests.api.served import Credentials, Served, new_account, serving
from tests.support.servers import wait_until
from tests.support.stub_pipeline import content

pytestmark = [pytest.mark.services, pytest.mark.timeout(200)]
WORKER = json.dumps([sys.executable, "-m", "tests.support.stub_worker", "embedded"])


def create(served: Served, topic: str) -> str:
    key = "key-" + topic.replace(" ", "-").replace("=", "-") + "-0123456789"
    status, _, body = served.call("POST", "/api/v1/videos", {"topic": topic}, **{"Idempotency-Key": key})
    assert status == 202, body
    return f"/api/v1/videos/{body['id']}"


def worker_of(served: Served) -> psutil.Process:
    """The worker child, once it is there."""

    def found() -> list[psutil.Process]:
        everybody = psutil.Process(served.process.pid).children(recursive=True)
        return [each for each in everybody if "embedded" in " ".join(each.cmdline())]

    wait_until(lambda: bool(found()), seconds=30, what="the worker")
    return found()[0]


def service(folder: Path, credentials: Credentials) -> AbstractContextManager[Served]:
    return serving(
        folder,
        credentials,
        CLIPWRIGHT_WORKER_COMMAND=WORKER,
        CLIPWRIGHT_WORKSPACE=str(folder / "workspace"),
    )


def stage(served: Served, link: str) -> str:
    return str(served.call("GET", link)[2]["progress"]["stage"])


def download(served: Served, link: str) -> bytes:
    request = urllib.request.Request(  # noqa: S310 - the address comes from the test's own service
        f"{served.url}{link}/download", headers={"Authorization": f"Bearer {served.credentials.key}"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - as above
        return bytes(answer.read())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_dies_costs_only_its_running_stage(tmp_path: Path, how: signal.Signals) -> None:
    topic = "ticks=60"
    with service(tmp_path, new_account(tmp_path)) as served:
        link = create(served, topic)
        wait_until(lambda: stage(served, link) == "sound", seconds=30, what="the second stage")
        kept = set((tmp_path / "workspace" / "keys").iterdir())
        worker_of(served).send_signal(how)
        served.wait_for(link, "completed", seconds=60)
        assert kept
        assert kept <= set((tmp_path / "workspace" / "keys").iterdir())
        assert download(served, link) == content(topic)
        assert served.call("GET", "/api/v1/usage")[2]["videos"]["used"] == 1


def test_a_service_that_is_killed_goes_on_when_it_is_started_again(tmp_path: Path) -> None:
    credentials = new_account(tmp_path)
    topics = [f"number {number} ticks=30" for number in range(4)]
    with service(tmp_path, credentials) as served:
        links = [create(served, topic) for topic in topics]
        wait_until(lambda: stage(served, links[0]) == "sound", seconds=30, what="the second stage")
        child = worker_of(served)
        os.kill(served.process.pid, signal.SIGKILL)
        # the guardian takes the worker along
        wait_until(lambda: not child.is_running() or child.status() == "zombie", seconds=10, what="the child")
    with service(tmp_path, credentials) as served:
        for topic, link in zip(topics, links, strict=True):
            served.wait_for(link, "completed", seconds=60)
            assert download(served, link) == content(topic)
        assert served.call("GET", "/api/v1/usage")[2]["videos"]["used"] == len(topics)
    videos = Counter(path.parent.parent.name for path in tmp_path.rglob("video.mp4"))
    assert set(videos.values()) == {1}
    assert list((tmp_path / "workspace" / "scratch").iterdir()) == []
