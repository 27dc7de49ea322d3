"""Operators' commands, cancellation, refused messages and shared rendering, through the real broker."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from celery import Celery

from renderer.contract.queues import RENDER_SEGMENT, RUN_JOB, transport_options
from tests.support.production.rig import ROOT, Rig
from tests.support.production.servers import free_port, wait_until

pytestmark = pytest.mark.services


@pytest.fixture
def rig_settings() -> dict[str, str]:
    return {"CLIPWRIGHT_LEASE_SECONDS": "3", "CLIPWRIGHT_MAX_TRIES": "3"}


def command(rig: Rig, *arguments: str) -> str:
    """Run `clipwright jobs …`; returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", "from renderer.cli.main import main; main()", "jobs", *arguments],
        cwd=ROOT, env=rig.environment(), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout


def shown(rig: Rig, job: str) -> dict[str, Any]:
    return dict(json.loads(command(rig, "show", job)))


def test_a_job_that_kills_three_workers_is_parked_and_can_be_sent_again(rig: Rig) -> None:
    rig.start_worker("w1")
    caller = rig.account()
    poison, good = caller.create("fault=kill ticks=1"), caller.create("ticks=1")
    caller.wait(good, "completed")
    caller.wait(poison, "failed", seconds=90)
    facts = shown(rig, poison)
    assert (facts["tries"], facts["failure_code"]) == (3, "lease_lost")
    assert facts["attempt"] in {3, 4}  # the first costs no try if its worker could report what it had stored
    assert facts["failure_sentence"]
    assert poison in command(rig, "list", "--status", "failed")
    assert good not in command(rig, "list", "--status", "failed")
    assert caller.request("GET", "/usage").json()["videos"]["used"] == 1
    command(rig, "retry", poison)
    assert caller.video(poison)["status"] in {"queued", "processing"}
    wait_until(
        lambda: shown(rig, poison)["attempt"] > facts["attempt"] + 1, seconds=60, what="the next attempt"
    )


def test_a_queued_job_can_be_cancelled_at_once(rig: Rig) -> None:
    caller = rig.account()
    job = caller.create("ticks=1")
    command(rig, "cancel", job)
    assert caller.video(job)["status"] == "cancelled"
    assert caller.request("GET", "/usage").json()["videos"]["reserved"] == 0
    rig.start_worker("w1")
    later = caller.create("ticks=1")
    caller.wait(later, "completed")
    assert caller.video(job)["status"] == "cancelled"


def test_strange_messages_are_refused_and_the_worker_goes_on(rig: Rig) -> None:
    rig.start_worker("w1", queues="short.cpu,segments")
    sender = Celery("test", broker=rig.broker_url, set_as_current=False)
    sender.conf.update(broker_transport_options=transport_options(rig.broker_url))
    for strange in (
        {},
        {"version": 7},
        "text",
        None,
        {"report": {"url": "http://127.0.0.1:9", "token": "x" * 20}},
    ):
        sender.send_task(RUN_JOB, args=(strange,), queue="short.cpu")
        sender.send_task(RENDER_SEGMENT, args=(strange,), queue="segments")
    offer = {"version": 1, "job_id": str(uuid4()), "attempt": 1, "plan": "0" * 64, "first": 0, "stop": 30}
    sender.send_task(RENDER_SEGMENT, args=(offer,), queue="segments")
    sender.close()
    caller = rig.account()
    caller.wait(caller.create("ticks=1"), "completed")
    wait_until(lambda: rig.log("w1").count("segment_given_up") >= 6, seconds=90, what=rig.log("w1"))
    assert rig.log("w1").count("message_refused") == 5
    assert "Traceback" not in rig.log("w1")


def test_the_worker_shows_its_metrics_and_its_health(rig: Rig) -> None:
    port = free_port()
    rig.start_worker("w1", CLIPWRIGHT_METRICS_PORT=str(port))
    caller = rig.account()
    caller.wait(caller.create("ticks=1"), "completed")
    page = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    assert 'clipwright_worker_jobs_ended_total{kind="completed"} 1.0' in page
    assert 'clipwright_worker_stage_runs_total{stage="film"} 1.0' in page
    healthy = [sys.executable, "-c", "from renderer.cli.main import main; main()", "worker", "--healthy"]
    environment = rig.environment(CLIPWRIGHT_WORKSPACE=str(rig.folder / "w1"))
    assert subprocess.run(healthy, cwd=ROOT, env=environment, check=False, timeout=60).returncode == 0


def test_a_job_that_kills_its_process_is_not_running_any_more_and_is_counted(rig: Rig) -> None:
    port = free_port()
    rig.start_worker("w1", CLIPWRIGHT_METRICS_PORT=str(port))
    rig.account().create("ticks=1 fault=segfault")

    def page() -> str:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        return ""

    crashed = 'clipwright_worker_jobs_ended_total{kind="crashed"} 1.0'
    wait_until(lambda: crashed in page(), seconds=90, what=rig.log("w1"))
    assert "clipwright_worker_jobs_running 0.0" in page()
    assert "clipwright_worker_lease_losses_total 1.0" in page()
