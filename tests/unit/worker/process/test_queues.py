from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kombu import Producer, pools

from api.queue.celery_queue import CeleryQueue
from pipelines.registry import PIPELINES
from renderer.cli.worker import DEFAULT_QUEUES
from renderer.contract.orders.short import ShortOrder
from renderer.contract.queues import (
    LONGEST_SECONDS,
    RENDER_SEGMENT,
    RUN_JOB,
    SEGMENTS,
    queue_name,
    task_id,
    time_limits,
    transport_options,
)
from renderer.errors import ClipwrightError
from renderer.worker.composition.context import make_worker_context
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.process.celery_app import build_app
from renderer.worker.process.liveness import ALIVE, check_alive
from renderer.worker.settings import WorkerSettings
from tests.unit.worker.conftest import job_message

MAKE_CONTEXT = partial(make_worker_context, capabilities=build_capabilities)


def test_limits_follow_the_length_and_have_an_end() -> None:
    short = time_limits(ShortOrder(topic="x"))
    long = time_limits(ShortOrder(script="word " * 2000))
    longest = time_limits(ShortOrder(script="x" * 60_000))
    assert short < long < longest
    assert longest[0] == LONGEST_SECONDS
    assert all(soft < hard for soft, hard in (short, long, longest))


def test_a_worker_serves_every_workflow_unless_it_is_told_which() -> None:
    served = set(DEFAULT_QUEUES.split(","))
    assert {queue_name(name.partition(".")[0], "cpu") for name in PIPELINES} | {SEGMENTS} == served


def test_redis_gives_back_quickly_what_is_lost_and_never_what_is_worked_on() -> None:
    options = transport_options("redis://127.0.0.1/0")
    assert options["visibility_timeout"] > time_limits(ShortOrder(script="x" * 60_000))[1]
    assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (1, 1)
    assert transport_options("amqp://127.0.0.1//") == {"confirm_publish": True}


def test_the_task_id_is_of_the_attempt() -> None:
    assert task_id(job_message("a")) == task_id(job_message("b"))
    assert task_id(job_message(attempt=1)) != task_id(job_message(attempt=2))


def test_queues_are_named_by_workflow_and_need() -> None:
    assert queue_name("short", "gpu") == "short.gpu"


def test_the_worker_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    settings = WorkerSettings.model_validate({"workspace": tmp_path, "broker_url": "amqp://127.0.0.1//"})
    app = build_app(settings, pipelines=PIPELINES, make_context=MAKE_CONTEXT)
    assert {RUN_JOB, RENDER_SEGMENT} <= set(app.tasks)
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert list(app.conf.accept_content) == ["json"]
    assert app.conf.worker_max_memory_per_child == settings.child_memory_mb * 1024
    assert not app.conf.worker_enable_remote_control


def test_a_worker_without_a_broker_says_what_to_set() -> None:
    with pytest.raises(ClipwrightError, match="CLIPWRIGHT_BROKER_URL"):
        build_app(WorkerSettings(), pipelines=PIPELINES, make_context=MAKE_CONTEXT)


@pytest.mark.parametrize("url", ["amqp://guest:guest@127.0.0.1:9//", "redis://127.0.0.1:9/0"])
def test_a_broker_that_is_down_refuses_the_ring_at_once(url: str) -> None:
    job_queue = CeleryQueue(url, needs={"short": "gpu"})
    with pytest.raises(Exception, match=r"refused|Connection"):
        job_queue.publish(job_message())
    job_queue.close()


def test_health_is_the_age_of_the_last_word_with_the_broker(tmp_path: Path) -> None:
    settings = WorkerSettings(workspace=tmp_path)
    assert not check_alive(settings, now=0)
    (tmp_path / ALIVE).touch()
    seen = (tmp_path / ALIVE).stat().st_mtime
    assert check_alive(settings, now=seen + 59)
    assert not check_alive(settings, now=seen + 61)


def test_threads_that_publish_first_at_the_same_time_all_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    pools.reset()
    pools.set_limit(10)
    monkeypatch.setattr(pools, "set_limit", _delayed(pools.set_limit, seconds=0.05))
    monkeypatch.setattr(Producer, "publish", _delayed(Producer.publish, seconds=0.2))
    queue = CeleryQueue("memory://", needs={})
    with ThreadPoolExecutor(queue.concurrency) as threads:
        list(threads.map(queue.publish, [job_message(str(number)) for number in range(queue.concurrency)]))
    queue.close()


def _delayed(call: Callable[..., Any], *, seconds: float) -> Callable[..., Any]:
    def delayed(*args: Any, **options: Any) -> Any:
        time.sleep(seconds)
        return call(*args, **options)

    return delayed
