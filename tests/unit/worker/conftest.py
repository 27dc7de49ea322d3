from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from renderer.backends.storage.memory import MemoryStore
from renderer.clock import SystemClock
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.worker_context import WorkerContext
from tests.support.leaks import plant, searched_logs
from tests.support.production.stub_pipeline import STUB_PIPELINES, stub_capabilities

TOKEN = "report-token-" + "t" * 30
JOB = UUID("11111111-2222-4333-8444-555555555555")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def worker_context(tmp_path: Path, store: MemoryStore) -> WorkerContext:
    return WorkerContext(
        store=store,
        workspace=open_workspace(tmp_path / "workspace"),
        clock=SystemClock(),
        capabilities=stub_capabilities,
        name="test",
        pipelines=STUB_PIPELINES,
    )


@pytest.fixture(autouse=True)
def _logs_tell_nothing() -> Iterator[None]:
    with searched_logs():
        yield


def job_message(topic: str = "a topic", attempt: int = 1) -> JobMessage:
    plant(topic, TOKEN)
    return JobMessage(
        job_id=JOB,
        attempt=attempt,
        order=ShortOrder(topic=topic),
        output=OutputTarget(prefix=f"videos/{JOB}/{attempt}/", main="video.mp4"),
        report=ReportTarget(url="http://127.0.0.1:9/never", token=TOKEN),
    )
