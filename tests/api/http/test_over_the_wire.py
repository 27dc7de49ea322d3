"""Security at the socket level: bytes that no client library would send."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.api.harness import Account, Service, make_service, make_settings
from tests.api.listeners import listen


def told(port: int, raw: bytes) -> bytes:
    """Everything that the server sends until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(raw)
        return all_of(client)


def all_of(client: socket.socket) -> bytes:
    answer = b""
    while chunk := client.recv(65536):
        answer += chunk
    return answer


def get(caller: Account, target: str) -> bytes:
    authorization = f"Authorization: Bearer {caller.key}"
    return f"GET {target} HTTP/1.1\r\nHost: a\r\n{authorization}\r\nConnection: close\r\n\r\n".encode()


@pytest.mark.parametrize(
    "target",
    [
        "/api/v1/videos/../usage",
        "/api/v1/videos/%2e%2e/usage",
        "/api/v1/videos/..%2fusage",
        "/api/v1/videos/..%5c..%5cusage",
        "/api/v1//usage",
        "/api/v1/./usage",
        "//api/v1/usage",
        "/api/v1/usage/",
        "/api/v1/usage%00",
        "/api/v1/videos/{id}/../{id}",
        "/api/v1/videos/{id}%2fdownload",
        "/api/v1/videos/{id};x=1",
        "/api/v1/videos/{id}%0d%0aSet-Cookie:%20a=b",
        "/api/v1/videos/{id}/download/..%2f..%2f..%2fsecret",
        "/api/v1/videos/file:%2f%2f%2fetc%2fpasswd/download",
        "/openapi.json/../api/v1/usage",
        "/problems/..%2f..%2fsecret",
    ],
)
def test_paths_are_taken_as_they_are(listening: int, caller: Account, target: str) -> None:
    video_id = caller.new_video()
    answer = told(listening, get(caller, target.replace("{id}", video_id)))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 404"), answer
    assert b"application/problem+json" in head
    assert b"set-cookie" not in head.lower()
    assert b"evaluated_at" not in body


def test_a_topic_cannot_add_a_header(listening: int, caller: Account) -> None:
    answer = caller.create({"topic": 'x"\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>\u2028;'})
    video_id = answer.json()["id"]
    caller.service.finish(video_id)
    head = told(listening, get(caller, f"/api/v1/videos/{video_id}/download")).partition(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]]
    assert b"set-cookie" not in names
    assert names.count(b"content-disposition") == 1
    assert len(names) == len(set(names))


def test_an_idempotency_key_cannot_add_a_header(listening: int, caller: Account) -> None:
    raw = (
        f"POST /api/v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {caller.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n"
        "Idempotency-Key: abcdefghijklmnop\n X-Evil: 1\r\n\r\n{}"
    )
    with socket.create_connection(("127.0.0.1", listening), timeout=10) as client:
        client.sendall(raw.encode())
        assert client.recv(65536).startswith(b"HTTP/1.1 400")


@pytest.fixture
def hasty(tmp_path: Path, sqlite_url: str) -> Iterator[tuple[int, Account]]:
    """A server with a short time limit for request bodies."""
    made: Service = make_service(make_settings(tmp_path, sqlite_url, body_timeout_seconds=0.3))
    with listen(made) as port:
        yield port, made.account()


def test_a_body_that_drips_is_given_up(hasty: tuple[int, Account]) -> None:
    port, account = hasty
    head = (
        f"POST /api/v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {account.key}\r\n"
        "Idempotency-Key: abcdefghijklmnop\r\nContent-Type: application/json\r\nContent-Length: 300\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(head.encode())
        began = time.monotonic()
        try:
            for _ in range(100):
                client.sendall(b" ")
                time.sleep(0.05)
        except OSError:
            pass  # the server has closed the connection
        else:
            pytest.fail("the service is still listening")
        assert time.monotonic() - began < 5
    assert account.usage()["outstanding_jobs"]["current"] == 0


def test_a_body_of_chunks_without_end_is_cut(listening: int, caller: Account) -> None:
    head = (
        f"POST /api/v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {caller.key}\r\n"
        "Idempotency-Key: abcdefghijklmnop\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", listening), timeout=10) as client:
        client.sendall(head.encode())
        for _ in range(9):
            client.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 413")


def test_a_second_request_that_never_comes_is_given_up_too(
    listening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.http.protocol.HEAD_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", listening), timeout=5) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        answer = b""
        while not answer.endswith(b"ok\n"):
            answer += client.recv(65536)
        client.sendall(b"GET /healthz HTTP/1.1\r\nHo")
        assert all_of(client) == b""


def test_a_request_has_its_own_time_after_a_large_one_on_the_same_connection(
    tmp_path: Path, sqlite_url: str
) -> None:
    """The server reads on in the context of the request whose body it had to stop reading for a moment."""
    made = make_service(make_settings(tmp_path, sqlite_url, database_wait_seconds=1.0))
    headers = {
        "Authorization": f"Bearer {made.account().key}",
        "Idempotency-Key": "abcdefghijklmnop",
        "Content-Type": "application/json",
    }
    with listen(made) as port, closing(HTTPConnection("127.0.0.1", port, timeout=10)) as client:
        client.request("POST", "/api/v1/long-form/videos", json.dumps({"script": "x" * 700_000}), headers)
        answer = client.getresponse()
        assert (answer.status, bool(answer.read())) == (400, True)
        time.sleep(1.1)
        with made.services.database.write():
            client.request("POST", "/api/v1/videos", json.dumps({"topic": "Rivers"}), headers)
            time.sleep(0.2)
        assert client.getresponse().status == 202


def test_requests_that_could_be_read_two_ways_are_refused(listening: int, caller: Account) -> None:
    """Two lengths, or a length and chunks, which a proxy in front of the service would read differently."""
    start = f"POST /api/v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {caller.key}\r\n"
    for headers in (
        "Content-Length: 2\r\nContent-Length: 30\r\n",
        "Content-Length: +2\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: xchunked\r\n",
    ):
        answer = told(listening, f"{start}{headers}\r\n{{}}".encode())
        assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 501")), (headers, answer)
