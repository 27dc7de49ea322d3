from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from renderer.backends.storage.memory import MemoryStore
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.order import ShortOrder
from renderer.runtime.clock import SystemClock
from renderer.runtime.workspace import open_workspace
from renderer.worker.run_job import Bench
from tests.support.stub_pipeline import stub_pipeline, stub_ports

JOB = UUID("11111111-2222-4333-8444-555555555555")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def bench(tmp_path: Path, store: MemoryStore) -> Bench:
    return Bench(
        store=store,
        workspace=open_workspace(tmp_path / "workspace"),
        clock=SystemClock(),
        ports=stub_ports,
        name="test",
        pipelines=stub_pipeline,
    )


def job_message(topic: str = "a topic", attempt: int = 1) -> JobMessage:
    return JobMessage(
        job_id=JOB,
        attempt=attempt,
        order=ShortOrder(topic=topic),
        output=OutputTarget(key=f"videos/{JOB}/{attempt}/video.mp4"),
        report=ReportTarget(url="http://127.0.0.1:9/never", token="t" * 32),
    )
