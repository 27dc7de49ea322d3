"""How soon a cancellation reaches a running stage through a real broker; the promise is two seconds."""

from __future__ import annotations

import json
import statistics
import sys
import time
from contextlib import closing
from uuid import UUID

import psutil
import pytest

from api.db.database import Database
from api.jobs import repository
from tests.support.production.busy_machine import slowness
from tests.support.production.rig import Client, Rig
from tests.support.production.servers import wait_until

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(400)]

PROMISED = 2.0
TIMES = 3


@pytest.fixture
def rig_settings() -> dict[str, str]:
    return {"CLIPWRIGHT_FRAME": json.dumps({"width": 1080, "height": 1920, "fps": 30})}


def seconds_to_stop(rig: Rig, caller: Client, topic: str, stage: str) -> float:
    """Time from the cancellation's commit until the running stage's scratch is gone."""
    job = caller.create(topic)
    wait_until(lambda: stage_of(caller, job) == stage, seconds=120, what=rig.log("w1")[-3000:])
    time.sleep(0.5)
    scratch = rig.folder / "w1" / "scratch"
    assert list(scratch.iterdir())
    with closing(Database(rig.database_url)) as database, database.write() as connection:
        repository.update(connection, UUID(job), cancel_requested=True)
    asked = time.monotonic()
    wait_until(lambda: not list(scratch.iterdir()), seconds=90, what="scratch")
    took = time.monotonic() - asked
    caller.wait(job, "cancelled", seconds=30)
    return took


def stage_of(caller: Client, job: str) -> str:
    return str(caller.video(job).get("progress", {}).get("stage", ""))


@pytest.mark.parametrize("fault", ["hang", "deaf"])
def test_a_stage_is_stopped_whether_it_looks_up_or_not(rig: Rig, fault: str) -> None:
    rig.start_worker("w1")
    caller = rig.account()
    took = [seconds_to_stop(rig, caller, f"ticks=1 fault={fault} {n}", "sound") for n in range(TIMES)]
    sys.stderr.write(f"\n{fault} stopped after {[round(each, 2) for each in took]} s\n")
    assert statistics.median(took) <= PROMISED * slowness(), took
    videos = caller.request("GET", "/usage").json()["videos"]
    assert (videos["used"], videos["reserved"]) == (0, 0)
    caller.wait(caller.create("ticks=1"), "completed")


def test_the_encoder_is_stopped_and_its_file_removed(rig: Rig) -> None:
    rig.start_worker("w1", STUB_REAL="1", CLIPWRIGHT_ENCODER="libx264")
    caller = rig.account()
    topic = "Why octopuses have three hearts"
    took = [seconds_to_stop(rig, caller, topic, "render_video") for _ in range(TIMES)]
    sys.stderr.write(f"\nencoder stopped after {[round(each, 2) for each in took]} s\n")
    assert statistics.median(took) <= PROMISED * slowness(), took
    family = psutil.Process(rig.workers["w1"].pid).children(recursive=True)
    before = sum(sum(process.cpu_times()[:2]) for process in family)
    time.sleep(1.0)
    assert sum(sum(process.cpu_times()[:2]) for process in family) - before < 0.5
    assert "Traceback" not in rig.log("w1")
