"""The embedded worker as a process, with an API in a thread: crash, stop, nonsense on its input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from renderer.contract.event import EventReply
from renderer.contract.job import JobMessage, ReportTarget
from tests.support.leaks import check_log
from tests.unit.worker.conftest import TOKEN, job_message

ROOT = Path(__file__).parents[4]


@dataclass
class Api:
    """Accepts everything and lets a test wait for an event."""

    events: list[dict[str, Any]] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)
    cancel: bool = False
    url: str = ""

    def take(self, event: dict[str, Any]) -> EventReply:
        with self.changed:
            self.events.append(event)
            self.changed.notify_all()
        return EventReply(accepted=True, lease_seconds=30, cancel=self.cancel)

    def wait_for(self, **facts: object) -> dict[str, Any]:
        def found() -> list[dict[str, Any]]:
            return [event for event in self.events if facts.items() <= event.items()]

        with self.changed:
            assert self.changed.wait_for(lambda: bool(found()), timeout=40), (facts, self.events[-3:])
            return found()[0]

    @contextmanager
    def serving(self) -> Iterator[None]:
        api = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["Content-Length"]))
                answer = api.take(json.loads(content)).model_dump_json().encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            self.url = f"http://127.0.0.1:{server.server_port}/events"
            try:
                yield
            finally:
                server.shutdown()
                thread.join()


@pytest.fixture
def api() -> Iterator[Api]:
    made = Api()
    with made.serving():
        yield made


@dataclass
class Worker:
    """A worker process and its workspace."""

    folder: Path
    process: subprocess.Popen[str]

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> int:
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(timeout=30)

    def scratch(self) -> list[Path]:
        return list((self.folder / "workspace" / "scratch").iterdir())


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    environment = os.environ | {
        "CLIPWRIGHT_WORKSPACE": str(tmp_path / "workspace"),
        "CLIPWRIGHT_STORAGE_ROOT": str(tmp_path / "objects"),
        "PYTHONPATH": str(ROOT),
    }
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.production.stub_worker", "embedded"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log, text=True,
        )  # fmt: skip
    yield Worker(tmp_path, process)
    if process.stdin and not process.stdin.closed:
        process.stdin.close()
    process.kill()
    process.wait()
    check_log((tmp_path / "log").read_text("utf-8"))


def message(api: Api, topic: str, attempt: int = 1) -> str:
    made = job_message(topic, attempt)
    target = ReportTarget(url=api.url, token=TOKEN)
    return JobMessage.model_validate(made.model_dump() | {"report": target}).model_dump_json()


def test_a_line_becomes_a_video_and_nonsense_is_refused_on_the_way(api: Api, worker: Worker) -> None:
    worker.tell("not json")
    worker.tell("[" * 100_000)
    worker.tell('{"version": 1}')
    strange = json.loads(message(api, "x"))
    worker.tell(json.dumps(strange | {"attempt": 0}))
    refused = api.wait_for(kind="failed")
    assert (refused["code"], refused["retryable"]) == ("invalid_message", False)
    worker.tell(json.dumps(strange | {"colour": "red"}))
    worker.tell(message(api, "a topic"))
    done = api.wait_for(kind="completed")
    file = done["result"]["file"]
    assert (worker.folder / "objects" / file["key"]).stat().st_size == file["size"]
    assert worker.end() == 0
    assert worker.scratch() == []
    assert len([event for event in api.events if event["kind"] == "failed"]) == 2


def test_a_crash_is_logged_as_json_without_topic_token_or_local_variables(
    api: Api, worker: Worker, tmp_path: Path
) -> None:
    worker.tell("{not json, but a private matter")
    strange = json.loads(message(api, "a private matter of mine"))
    worker.tell(json.dumps(strange | {"colour": "a private matter"}))
    worker.tell(message(api, "fault=crash a private matter of mine"))
    failed = api.wait_for(kind="failed", code="internal")
    assert failed["retryable"]
    assert worker.end() == 0
    log = (tmp_path / "log").read_text()
    events = [json.loads(line) for line in log.splitlines()]
    (crash,) = [event for event in events if event["event"] == "job_crashed"]
    assert crash["exception"][0]["type"] == "builtins.RuntimeError"
    assert any("stub_pipeline.py" in place for place in crash["exception"][0]["at"])
    assert "private matter" not in log
    assert TOKEN not in log
    assert len(log) < 20_000


def test_sigterm_hands_the_job_back_at_once(api: Api, worker: Worker) -> None:
    worker.tell(message(api, "fault=hang"))
    api.wait_for(stage="sound")
    worker.process.send_signal(signal.SIGTERM)
    api.wait_for(kind="released")
    assert worker.process.wait(timeout=20) == 0
    assert worker.scratch() == []


def test_sigterm_ends_a_worker_that_waits(api: Api, worker: Worker) -> None:
    worker.tell(message(api, "a topic"))
    api.wait_for(kind="completed")
    threading.Event().wait(0.5)
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(timeout=20) == 128 + signal.SIGTERM


def test_a_cancellation_ends_the_running_stage_within_two_seconds(api: Api, worker: Worker) -> None:
    worker.tell(message(api, "fault=hang"))
    api.wait_for(stage="sound")
    api.cancel = True
    first = len(api.events)
    failed = api.wait_for(kind="failed")
    assert failed["code"] == "cancelled"
    # one event brought the cancellation (at most 1.5 s later), the next is the end
    assert len(api.events) - first <= 3
    assert worker.scratch() == []


def test_a_killed_worker_repeats_only_the_running_stage(api: Api, worker: Worker, tmp_path: Path) -> None:
    worker.tell(message(api, "fault=kill"))
    worker.process.wait(timeout=40)
    keys = tmp_path / "workspace" / "keys"
    assert len(list(keys.iterdir())) == 1
    assert len(worker.scratch()) == 1
    again = subprocess.run(
        [sys.executable, "-m", "tests.support.production.stub_worker", "embedded"],
        cwd=ROOT,
        env=os.environ
        | {
            "CLIPWRIGHT_WORKSPACE": str(tmp_path / "workspace"),
            "CLIPWRIGHT_STORAGE_ROOT": str(tmp_path / "objects"),
            "PYTHONPATH": str(ROOT),
        },
        input="",
        text=True,
        check=True,
        timeout=60,
        capture_output=True,
    )
    assert again.returncode == 0
    assert worker.scratch() == []


LINGERING = """
import atexit, sys, time
from tests.support.production import stub_worker

def linger():
    print('{"event": "leaving"}', file=sys.stderr, flush=True)
    time.sleep(1)

atexit.register(linger)
sys.argv = ["stub_worker", "embedded"]
stub_worker.main()
"""


def test_sigterm_while_the_interpreter_ends_breaks_nothing_off(tmp_path: Path) -> None:
    environment = os.environ | {
        "CLIPWRIGHT_WORKSPACE": str(tmp_path / "workspace"),
        "CLIPWRIGHT_STORAGE_ROOT": str(tmp_path / "objects"),
    }
    with subprocess.Popen(
        [sys.executable, "-c", LINGERING],
        cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr
        said = process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        said += process.stderr.read()
    assert process.returncode == 0
    check_log(said)
    assert "leaving" in said
