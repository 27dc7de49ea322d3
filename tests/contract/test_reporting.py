"""One suite for every way of reporting to the API."""

from __future__ import annotations

import gzip
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from renderer.backends.reporting.base import Reporter
from renderer.backends.reporting.fake import FakeReporter
from renderer.backends.reporting.http import HttpReporter
from renderer.contract.event import JOB_EVENT, EventReply, Heartbeat, Progressed
from renderer.contract.job import ReportTarget
from renderer.errors import ClipwrightError

TOKEN = "a-token-of-this-attempt"
EVENT = Progressed(sequence=3, percent=40, stage="render_video", detail="frame 3 of 9")


class Api(BaseHTTPRequestHandler):
    """Answers with `status` and `body`, and records each request's authorisation and content."""

    status: ClassVar[int] = 200
    body: ClassVar[bytes] = b""
    asked: ClassVar[list[tuple[str, bytes]]] = []

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.headers["Authorization"], content))
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def api(status: int = 200, reply: EventReply | bytes = b"") -> Iterator[str]:
    Api.status, Api.asked = status, []
    Api.body = reply if isinstance(reply, bytes) else reply.model_dump_json().encode()
    with served(Api) as url:
        yield url


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/events"
        server.shutdown()
        thread.join()


@contextmanager
def http(reply: EventReply) -> Iterator[Reporter]:
    with api(reply=reply) as url:
        reporter = HttpReporter(ReportTarget(url=url, token=TOKEN))
        yield reporter
        reporter.close()


@contextmanager
def fake(reply: EventReply) -> Iterator[Reporter]:
    yield FakeReporter(accept=reply.accepted, cancel=reply.cancel, lease_seconds=reply.lease_seconds)


@pytest.mark.parametrize("way", [http, fake])
@pytest.mark.parametrize(
    "reply",
    [
        EventReply(accepted=True, lease_seconds=45),
        EventReply(accepted=True, lease_seconds=45, cancel=True),
        EventReply(accepted=False, lease_seconds=0),
    ],
)
def test_an_event_brings_the_answer_back(way: Callable[[EventReply], object], reply: EventReply) -> None:
    with way(reply) as reporter:  # type: ignore[attr-defined]  # a context manager of either kind
        answer = reporter.send(EVENT)
    assert (answer.accepted, answer.cancel, answer.lease_seconds) == (
        reply.accepted,
        reply.cancel,
        reply.lease_seconds,
    )


def test_the_event_goes_out_whole_with_its_token() -> None:
    with http(EventReply(accepted=True, lease_seconds=1)) as reporter:
        reporter.send(EVENT)
        reporter.send(Heartbeat(sequence=4))
    (authorization, first), (_, second) = Api.asked
    assert authorization == f"Bearer {TOKEN}"
    assert JOB_EVENT.validate_json(first) == EVENT
    assert JOB_EVENT.validate_json(second) == Heartbeat(sequence=4)


def sent_to(url: str) -> ClipwrightError:
    reporter = HttpReporter(ReportTarget(url=url, token=TOKEN))
    with pytest.raises(ClipwrightError) as caught:
        reporter.send(EVENT)
    reporter.close()
    assert TOKEN not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503])
def test_what_may_pass_is_tried_again(status: int) -> None:
    with api(status) as url:
        assert sent_to(url).code == "report_failed"


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422])
def test_what_will_never_pass_is_refused(status: int) -> None:
    with api(status) as url:
        assert sent_to(url).code == "report_refused"


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"accepted": true}', b'{"accepted": 1, "x": 2}'])
def test_an_answer_of_another_protocol_is_not_believed(body: bytes) -> None:
    with api(reply=body) as url:
        assert sent_to(url).code == "report_failed"


class Packed(Api):
    """Answers with a gzip-coded `body`."""

    def end_headers(self) -> None:
        self.send_header("Content-Encoding", "gzip")
        super().end_headers()


class Endless(BaseHTTPRequestHandler):
    """Answers with `status` and a body that never ends; counts the bytes that went out."""

    status: ClassVar[int] = 200
    sent: ClassVar[int] = 0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.status)
        self.end_headers()
        with suppress(OSError):
            while Endless.sent < 256 << 20:
                piece = bytes(1 << 20)
                Endless.sent += len(piece)
                self.wfile.write(piece)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("status", [200, 400, 503])
def test_an_answer_without_end_is_not_read_to_the_end(status: int) -> None:
    Endless.status, Endless.sent = status, 0
    with served(Endless) as url:
        code = sent_to(url).code
    assert code == ("report_refused" if status == 400 else "report_failed")
    assert Endless.sent < 64 << 20


def test_an_answer_that_is_compressed_unasked_is_not_unpacked() -> None:
    bomb = gzip.compress(b'{"accepted": true, "lease_seconds": 45}' + b" " * (64 << 20))
    assert len(bomb) < 1 << 17
    Packed.body = bomb
    tracemalloc.start()
    with served(Packed) as url:
        assert sent_to(url).code == "report_failed"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20


def test_nobody_there_may_pass() -> None:
    assert sent_to("http://127.0.0.1:9/events").code == "report_failed"


def test_the_fake_breaks_as_told() -> None:
    reporter = FakeReporter(outages=1)
    with pytest.raises(ClipwrightError):
        reporter.send(EVENT)
    assert reporter.send(EVENT).accepted


@pytest.mark.parametrize("url", ["http://[::1", "http://xn--/", "http://a..b/", "events", "ftp://127.0.0.1/"])
def test_an_address_that_is_none_is_refused_for_good_or_taken_for_an_outage(url: str) -> None:
    """No error of the library gets through: it would stop the worker, or whatever else is to be told."""
    reporter = HttpReporter(ReportTarget(url=url, token=TOKEN))
    with pytest.raises(ClipwrightError) as caught:
        reporter.send(EVENT)
    assert caught.value.code in {"report_refused", "report_failed"}
    reporter.close()
