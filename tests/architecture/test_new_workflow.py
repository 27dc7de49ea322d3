"""A new workflow needs only its own files (order, pipeline, result) and a row of the registry."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.storage.memory import MemoryStore
from renderer.clock import SystemClock
from renderer.contract.event import JOB_EVENT, Completed, EventReply, Failed
from renderer.contract.job import InputObject, JobMessageOf, OutputTarget, ReportTarget
from renderer.contract.results import AnalysisResult
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.stored_inputs import StoredInputs
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process.embedded import work_on
from tests.support.word_count import ENTRY, WORD_COUNT, WordCountOrder
from tests.unit.worker.test_bad_input import HttpPeer, peer

ROOT = Path(__file__).parents[2]
JOB = UUID("99999999-2222-4333-8444-555555555555")
TEXT = b"To be, or not to be: that is the question. Be quick; be"
REGISTRY = {**PIPELINES, "word_count": ENTRY}


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    made.put_bytes("uploads/1/text", TEXT)
    return made


@pytest.fixture
def worker(tmp_path: Path, store: MemoryStore) -> WorkerContext:
    return WorkerContext(
        store=store,
        workspace=open_workspace(tmp_path / "workspace"),
        clock=SystemClock(),
        capabilities=lambda _, rim: CapabilitySet(rim),
        name="test",
        pipelines=REGISTRY,
    )


def text_of(store: MemoryStore) -> InputObject:
    stored = store.stat("uploads/1/text")
    return InputObject(key=stored.key, size=stored.size, sha256=stored.sha256)


def line(api: HttpPeer, inputs: dict[str, InputObject], **order: Any) -> str:
    message = JobMessageOf[WordCountOrder](
        job_id=JOB,
        attempt=1,
        order=WordCountOrder(**order),
        inputs=inputs,
        output=OutputTarget(prefix=f"analyses/{JOB}/1/", main="count.json"),
        report=ReportTarget(url=f"{api.url}/events", token="t" * 32),
    )
    return message.model_dump_json()


def done(worker: WorkerContext, inputs: dict[str, InputObject], **order: Any) -> Completed | Failed:
    """The last event of a job that came over the embedded worker's pipe."""
    reply = EventReply(accepted=True, lease_seconds=30).model_dump_json().encode()
    with peer(lambda _: (200, reply)) as api:
        work_on(line(api, inputs, **order), context=worker)
    last = JOB_EVENT.validate_json(api.bodies[-1])
    assert isinstance(last, Completed | Failed)
    return last


def test_it_runs_through_the_runner(tmp_path: Path, store: MemoryStore) -> None:
    workspace = open_workspace(tmp_path / "workspace")
    inputs = StoredInputs(objects={"text": text_of(store)}, source=store)
    capabilities = CapabilitySet(
        {Inputs: lambda: inputs, Publisher: lambda: FolderPublisher(tmp_path / "count.json")}
    )
    run = Run(order=WordCountOrder(word="be", fold=True), capabilities=capabilities, workspace=workspace)
    first, second = run_pipeline(WORD_COUNT.stages, run), run_pipeline(WORD_COUNT.stages, run)
    assert json.loads((tmp_path / "count.json").read_text()) == {"count": 2}
    assert [report.cached for report in (*first.reports, *second.reports)] == [False, False, True, False]


def test_a_message_becomes_a_result_in_the_store(worker: WorkerContext, store: MemoryStore) -> None:
    event = done(worker, {"text": text_of(store)}, word="be", fold=True)
    assert isinstance(event, Completed), event
    assert isinstance(event.result, AnalysisResult)
    stored = store.stat(f"analyses/{JOB}/1/count.json")
    assert (event.result.file.key, event.result.file.sha256) == (stored.key, stored.sha256)
    assert json.loads(b"".join(store.read(stored.key, start=0, stop=stored.size))) == {"count": 2}
    assert not list(worker.workspace.scratch.iterdir())
    assert (worker.workspace.root / "history-word_count.json").exists()


def test_an_input_that_is_not_named_fails_the_job_by_the_table(worker: WorkerContext) -> None:
    event = done(worker, {}, word="be")
    assert isinstance(event, Failed)
    assert (event.code, event.retryable) == ("input_missing", False)


@pytest.mark.parametrize("change", [{"sha256": "0" * 64}, {"size": 3}])
def test_an_input_that_is_not_what_the_message_says_is_refused(
    worker: WorkerContext, store: MemoryStore, change: dict[str, Any]
) -> None:
    wrong = text_of(store).model_copy(update=change)
    event = done(worker, {"text": wrong}, word="be")
    assert isinstance(event, Failed)
    assert event.code == "input_changed"
    assert not list(worker.workspace.scratch.iterdir())


def test_an_input_is_fetched_once(worker: WorkerContext, store: MemoryStore) -> None:
    inputs = StoredInputs(objects={"text": text_of(store)}, source=store)
    artifacts = ArtifactStore(worker.workspace)
    path = inputs.fetch("text", artifacts)
    assert path.read_bytes() == TEXT
    store.delete("uploads/1/text")
    assert inputs.fetch("text", artifacts) == path
    with pytest.raises(ClipwrightError) as caught:
        inputs.digest("other")
    assert caught.value.code == "input_missing"


def test_an_analysis_loads_nothing_that_paints_draws_or_sounds(tmp_path: Path) -> None:
    """The embedded worker imports only what the job's pipeline needs and opens only what its stages want."""
    code = f"""
import sys
from pathlib import Path
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.job import InputObject
from renderer.clock import SystemClock
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.job.stored_inputs import StoredInputs
from renderer.worker.process import embedded
from renderer.worker.settings import WorkerSettings
from renderer.runtime.inputs import Inputs
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from tests.support.word_count import WORD_COUNT, WordCountOrder
place = open_workspace(Path({str(tmp_path)!r}))
store = MemoryStore()
stored = store.put_bytes("text", b"one two one")
given = InputObject(key=stored.key, size=stored.size, sha256=stored.sha256)
inputs = StoredInputs(objects={{"text": given}}, source=store)
order = WordCountOrder(word="one")
settings = WorkerSettings(workspace=place.root)
engines = build_capabilities(order, rim={{Inputs: lambda: inputs}}, settings=settings)
made = run_pipeline(WORD_COUNT.stages[:1], Run(order=order, capabilities=engines, workspace=place))
print([one.count for one in made.documents.values()], sorted(port.__name__ for port in engines.opened))
print(" ".join(sys.modules))
"""
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()
    assert said[0] == "[2] ['Inputs']"
    loaded = set(said[1].split())
    rooms = ("painters", "visuals", "captions", "audio", "compositor", "rendering")
    heavy = {name for name in loaded if name.startswith(tuple(f"renderer.{room}" for room in rooms))}
    assert not heavy - {"renderer.visuals", "renderer.visuals.style_packs"}  # a port, which loads nothing
    assert "pipelines.short" not in loaded
