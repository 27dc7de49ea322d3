"""How a worker treats bad input: code, blame, whether to try again, and the sentence that it reports."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pipelines.own_media.importing import import_media
from pipelines.registry import PIPELINES
from renderer.backends.reporting.fake import FakeReporter
from renderer.backends.storage.base import ObjectStore, StoredObject
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.s3.store import S3Store
from renderer.clock import FakeClock, SystemClock
from renderer.contract.event import Completed, EventReply, Failed
from renderer.contract.orders.short import ShortOrder
from renderer.contract.segment import SegmentMessage
from renderer.errors import ERRORS, Blame, ClipwrightError
from renderer.runtime.retry import Retry
from renderer.runtime.stage import StageContext
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.job import spool
from renderer.worker.job.messages import read_message, refuse
from renderer.worker.job.redaction import redacted_sentence
from renderer.worker.job.run_job import run_job
from renderer.worker.job.segments import render_offered
from renderer.worker.job.stored_cache import StoreSharedCache
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process.liveness import ALIVE, check_alive
from renderer.worker.settings import WorkerSettings
from renderer.worker.upkeep import TIDY_EVERY, tidy
from tests.support.production.stub_pipeline import STUB, stub_pipelines
from tests.unit.worker.conftest import JOB, job_message

HOUR = 3600.0


@dataclass
class HttpPeer:
    """A server that answers every request as it is told, and keeps the bodies that it gets."""

    answer: Callable[[str], tuple[int, bytes]]
    bodies: list[bytes] = field(default_factory=list)
    url: str = ""


@contextmanager
def peer(answer: Callable[[str], tuple[int, bytes]]) -> Iterator[HttpPeer]:
    made = HttpPeer(answer)

    class Handler(BaseHTTPRequestHandler):
        def reply(self) -> None:
            made.bodies.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            status, body = made.answer(self.command)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
        setattr(Handler, f"do_{method}", Handler.reply)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        made.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()


def judged(event: object, code: str, blame: Blame, *, retryable: bool) -> str:
    """The sentence of a failure, once code, blame and retryability agree with the error table."""
    assert isinstance(event, Failed), event
    spec = ERRORS[event.code]
    assert (event.code, spec.blame, spec.retryable) == (code, blame, retryable)
    assert event.retryable is retryable
    return event.sentence


def failure(worker_context: WorkerContext) -> object:
    reporter = FakeReporter()
    run_job(job_message(), context=worker_context, reporter=reporter)
    return reporter.events[-1]


# a message of another kind


@pytest.mark.parametrize(
    "strange", [{"colour": "secret red"}, {"version": "secret"}, {"order": {"workflow": "secret long form"}}]
)
def test_a_message_of_another_kind_is_refused_and_the_api_told(strange: dict[str, Any]) -> None:
    reply = EventReply(accepted=True, lease_seconds=0).model_dump_json().encode()
    with peer(lambda _: (200, reply)) as api:
        report = {"url": f"{api.url}/events", "token": "t" * 32}
        document = job_message().model_dump(mode="json") | {"report": report} | strange
        with pytest.raises(ClipwrightError) as caught:
            read_message(document, PIPELINES)
        assert refuse(document, caught.value)
    (body,) = api.bodies
    sentence = judged(
        Failed.model_validate_json(body), "invalid_message", ERRORS["invalid_message"].blame, retryable=False
    )
    assert sentence == "The job message is not valid for this worker's version."


@pytest.mark.parametrize(
    ("strange", "code", "words"),
    [
        ({"version": 1, "output": {"key": "a"}}, "unknown_version", "version 1"),
        ({"order": {"workflow": "long_form"}}, "unknown_workflow", "long_form"),
    ],
)
def test_a_message_for_another_release_goes_back_with_a_sentence(
    strange: dict[str, Any], code: str, words: str
) -> None:
    """The API tries again, since a worker of the right release may take the next attempt."""
    pipelines = {"short": PIPELINES["short"]}
    reply = EventReply(accepted=True, lease_seconds=0).model_dump_json().encode()
    with peer(lambda _: (200, reply)) as api:
        report = {"url": f"{api.url}/events", "token": "t" * 32}
        document = job_message().model_dump(mode="json") | {"report": report} | strange
        with pytest.raises(ClipwrightError) as caught:
            read_message(document, pipelines)
        assert refuse(document, caught.value)
    (body,) = api.bodies
    assert words in judged(Failed.model_validate_json(body), code, Blame.US, retryable=True)


@pytest.mark.parametrize("place", ["/etc", "/etc/clip.py:make", "clip.py:make"])
def test_a_folder_or_clip_of_this_machine_is_nothing_that_a_message_may_name(place: str) -> None:
    document = job_message().model_dump(mode="json")
    document["order"]["media_dir"] = place
    with pytest.raises(ClipwrightError) as caught:
        read_message(document, PIPELINES)
    assert caught.value.code == "invalid_message"
    assert place not in caught.value.sentence


# a source that is missing, or is something else


class Forgetful(MemoryStore):
    """A store that loses every object before it is looked up."""

    def stat(self, key: str) -> StoredObject:
        raise ClipwrightError("object_missing", key=key)


def test_a_missing_object_fails_the_attempt(worker_context: WorkerContext) -> None:
    event = failure(replace(worker_context, store=Forgetful()))
    sentence = judged(event, "object_missing", Blame.US, retryable=False)
    assert str(JOB) in sentence


def offer() -> SegmentMessage:
    return SegmentMessage(job_id=JOB, attempt=1, plan="a" * 64, first=0, stop=30)


@pytest.mark.parametrize("stored", [b"", b"not a plan"])
def test_a_segment_whose_plan_is_missing_or_no_plan_is_given_up(
    worker_context: WorkerContext, store: MemoryStore, stored: bytes
) -> None:
    if stored:
        store.put_bytes(f"work/objects/aa/{'a' * 64}", stored)
    helping = replace(worker_context, shared_cache=lambda retry: nullcontext(StoreSharedCache(store, retry)))
    with pytest.raises(ClipwrightError) as caught:
        render_offered(offer(), helping, load_pack)
    assert (caught.value.code, caught.value.spec.blame) == ("artifact_corrupt", Blame.US)
    assert caught.value.spec.retryable
    assert not list(worker_context.workspace.scratch.iterdir())


def test_a_source_that_is_not_media_is_the_callers_to_change(
    worker_context: WorkerContext, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "cat.jpg").write_text("this is a letter")

    def gather(context: StageContext[ShortOrder]) -> object:
        return import_media(
            str(folder), frame=context.order.frame, scratch=context.scratch, keep=context.keep
        )

    picky = (STUB[0], replace(STUB[1], run=gather), *STUB[2:])
    event = failure(replace(worker_context, pipelines=stub_pipelines(picky)))
    sentence = judged(event, "media_nothing_usable", Blame.CALLER, retryable=False)
    assert "cat.jpg" in sentence
    assert str(tmp_path) not in sentence


# a full disk


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_reported_and_tried_again(
    worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be written, not even the terminal event to the spool."""
    monkeypatch.setattr(os, "fsync", full)
    sentence = judged(failure(worker_context), "disk_full", Blame.US, retryable=True)
    assert str(worker_context.workspace.root.parent) not in sentence
    assert not list((worker_context.workspace.root / "spool").iterdir())


def test_a_stage_that_finds_the_disk_full_need_not_know_our_errors(worker_context: WorkerContext) -> None:
    broken = (STUB[0], replace(STUB[1], run=full), *STUB[2:])
    event = failure(replace(worker_context, pipelines=stub_pipelines(broken)))
    judged(event, "disk_full", Blame.US, retryable=True)


# the object storage's refusals


def as_s3_says(code: str, status: int) -> Callable[[str], tuple[int, bytes]]:
    """One answer for every request; as with Amazon's S3, a HEAD has no body that gives the reason."""
    body = f'<?xml version="1.0" encoding="UTF-8"?><Error><Code>{code}</Code><Message>no</Message></Error>'
    return lambda _: (status, body.encode())


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [
        ("ExpiredToken", 400, "the credentials have expired"),
        ("InvalidAccessKeyId", 403, "the credentials are not known"),
        ("NoSuchBucket", 404, "the bucket does not exist"),
        ("RequestTimeTooSkewed", 403, "this machine's clock is wrong"),
    ],
)
def test_what_the_storage_refuses_is_waited_for_then_reported(
    worker_context: WorkerContext, code: str, status: int, words: str
) -> None:
    clock = FakeClock()
    with peer(as_s3_says(code, status)) as server:
        place = S3Place(
            bucket="clips", endpoint=server.url, addressing="path", access_key="AKIA7", secret_key="s" * 20
        )
        store: ObjectStore = S3Store(place)
        event = failure(replace(worker_context, store=store, clock=clock))
    sentence = judged(event, "storage_failed", Blame.UPSTREAM, retryable=True)
    assert sentence == f"Object storage failed: {words}"
    assert 60 < clock.elapsed <= Retry().seconds


# a clock that jumps


class JumpingClock(SystemClock):
    """A wall clock that jumps by `step` at each reading; the monotonic one is unchanged."""

    def __init__(self, step: float) -> None:
        self.step, self.off = step, 0.0

    def epoch(self) -> float:
        self.off += self.step
        return super().epoch() + self.off


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_a_clock_that_jumps_costs_no_job(worker_context: WorkerContext, step: float) -> None:
    jumpy = replace(worker_context, clock=JumpingClock(step))
    assert isinstance(failure(jumpy), Completed)
    tidy(jumpy, WorkerSettings(workspace=worker_context.workspace.root))


def test_marks_from_the_future_are_not_waited_for(worker_context: WorkerContext) -> None:
    """They come from a clock that was ahead; neither tidying nor health may rest on them for hours."""
    settings = WorkerSettings(workspace=worker_context.workspace.root)
    now = worker_context.clock.epoch()
    for name in ("tidied", ALIVE):
        (worker_context.workspace.root / name).touch()
        os.utime(worker_context.workspace.root / name, (now + 9 * HOUR, now + 9 * HOUR))
    assert not check_alive(settings, now=now)
    tidy(worker_context, settings)
    assert (worker_context.workspace.root / "tidied").stat().st_mtime < now + TIDY_EVERY


# what leaves the worker


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("/var/lib/clipwright/work", "'work'"),
        ("a file in /srv/x y", "'a file in x y'"),
        ("http://user:pass@10.0.0.3:9000/bucket/key", "'…'"),
        ("and/or 3/4", "'and/or 3/4'"),
        ("/", "'/'"),
    ],
)
def test_paths_and_addresses_stay_here(value: str, left: str) -> None:
    assert left in redacted_sentence(ClipwrightError("disk_full", path=value))


def test_a_long_sentence_is_cut() -> None:
    assert len(redacted_sentence(ClipwrightError("internal", reason="x" * 2000))) == 500


def test_a_word_that_cannot_be_kept_is_still_told(
    worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", full)
    event = Failed(sequence=2, code="disk_full", sentence="x", retryable=True)
    path = spool.keep(worker_context.workspace, job_message(), event)
    assert not path.exists()
