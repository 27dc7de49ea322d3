"""From an order over HTTP to a private download, through the servers of production."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from renderer.backends.storage.s3.place import S3Place
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server, wait_until
from tests.support.production.stub_pipeline import content

pytestmark = pytest.mark.services


@pytest.fixture(params=["rabbit", "redis_server"])
def rig(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    postgres_server_url: str,
    swift_place: Callable[[], S3Place],
) -> Iterator[Rig]:
    broker: Server = request.getfixturevalue(request.param)
    made = Rig(
        folder=tmp_path,
        database_url=fresh_database(postgres_server_url),
        broker_url=broker.url,
        place=swift_place(),
        settings={"CLIPWRIGHT_LEASE_SECONDS": "4"},
    )
    with rig_running(made) as running:
        yield running


def noted(rig: Rig, word: str) -> int:
    """How often the diary has this word."""
    return rig.diary.read_text().split().count(word) if rig.diary.exists() else 0


def test_an_order_becomes_a_private_download(rig: Rig) -> None:
    rig.start_worker("w1")
    caller, topic = rig.account(), "ticks=5 mb=9"
    video = caller.wait(caller.create(topic), "completed")
    whole = content(topic)
    address = f"{rig.url}/api/v1/videos/{video['id']}/download"
    assert caller.request("GET", address).content == whole
    part = caller.request("GET", address, headers={"Range": "bytes=8000000-8999999"})
    assert (part.status_code, part.content) == (206, whole[8_000_000:])
    assert httpx.get(address, trust_env=False).status_code == 401
    assert rig.account().request("GET", address).status_code == 404
    keys = list(rig.store().keys(f"videos/{video['id']}/"))
    assert [key.rsplit("/", 1)[1] for key in keys] == ["video.mp4", "video.srt"]
    for key in keys:
        place = rig.place
        open_address = f"{place.endpoint}/{place.bucket}/{place.prefix}/{key}"
        assert httpx.get(open_address, trust_env=False).status_code in {400, 401, 403}


def test_a_killed_worker_costs_an_attempt_and_no_stage_that_was_done(rig: Rig) -> None:
    rig.start_worker("w1")
    caller = rig.account()
    job = caller.create("ticks=150")
    wait_until(lambda: caller.video(job)["progress"]["stage"] == "sound", seconds=90, what=rig.log("w1"))
    wait_until(lambda: noted(rig, "kept") == 1, seconds=30, what="the plan in the bucket")
    rig.kill("w1")
    rig.start_worker("w2")
    caller.wait(job, "completed", seconds=60)
    wait_until(lambda: noted(rig, "kept") == 3, seconds=30, what="all results in the bucket")
    assert noted(rig, "missed") == 4  # plan, sound, sound again after the kill, film
    assert caller.request("GET", "/usage").json()["videos"]["used"] == 1


def test_a_stopped_worker_hands_its_job_back_within_the_grace_period(rig: Rig) -> None:
    rig.start_worker("w1", CLIPWRIGHT_DRAIN_SECONDS="1")
    caller = rig.account()
    job = caller.create("ticks=100 fault=hang")
    wait_until(lambda: caller.video(job)["progress"]["stage"] == "sound", seconds=90, what=rig.log("w1"))
    rig.kill("w1", signal.SIGTERM)
    assert '"kind": "released"' in rig.log("w1")
    assert not list((rig.folder / "w1" / "scratch").iterdir())
    assert caller.video(job)["status"] == "processing"


def test_an_api_that_is_away_longer_than_a_lease_costs_no_stage_and_no_report(rig: Rig) -> None:
    rig.start_worker("w1")
    caller = rig.account()
    job = caller.create("ticks=100")
    wait_until(lambda: caller.video(job)["progress"]["stage"] == "sound", seconds=90, what=rig.log("w1"))
    rig.stop_api(signal.SIGKILL)
    wait_until(lambda: "job_completed" in rig.log("w1"), seconds=90, what=rig.log("w1"))
    rig.start_api()
    caller.wait(job, "completed", seconds=60)
    wait_until(lambda: noted(rig, "kept") == 3, seconds=30, what="all results in the bucket")
    assert noted(rig, "missed") == 3
    assert caller.request("GET", "/usage").json()["videos"]["used"] == 1
    assert sum(key.endswith(".mp4") for key in rig.store().keys(f"videos/{job}/")) in {1, 2}
