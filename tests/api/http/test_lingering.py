"""A client that sends far too much can read the refusal after it has sent its last byte."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator

import pytest

from tests.api.harness import Account, fresh_key

LARGE = 8 << 20
ENDED = {"Connection": "close"}


def pieces() -> Iterator[bytes]:
    for _ in range(LARGE >> 16):
        yield b" " * (1 << 16)


def status(port: int, path: str, body: bytes | Iterator[bytes], headers: dict[str, str]) -> int:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    client.request("POST", f"/api/v1{path}", body=body, headers=headers)
    return client.getresponse().status


def is_ended(client: socket.socket, *, seconds: float) -> bool:
    """Whether the server has stopped reading what is sent to it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            client.sendall(b" " * 1000)
        except OSError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("extra", [{}, ENDED], ids=["kept", "ended"])
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "chunked"])
def test_a_large_body_is_told_to_be_too_large(
    listening: int, caller: Account, extra: dict[str, str], *, whole: bool
) -> None:
    headers = caller.headers | {"Content-Type": "application/json", "Idempotency-Key": fresh_key()} | extra
    body = b" " * LARGE if whole else pieces()
    assert status(listening, "/videos", body, headers) == 413


@pytest.mark.parametrize(("path", "expected"), [("/videos", 415), ("/nothing", 404)])
def test_other_refusals_can_be_read_too(listening: int, caller: Account, path: str, expected: int) -> None:
    headers = caller.headers | {"Content-Type": "text/plain"} | ENDED
    assert status(listening, path, b" " * LARGE, headers) == expected


def test_who_never_ends_is_ended(listening: int, caller: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.lingering.LINGER_SECONDS", 0.2)
    head = (
        f"POST /api/v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {caller.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", listening), timeout=10) as client:
        client.sendall(head.encode())
        assert client.recv(65536).startswith(b"HTTP/1.1 413")
        assert is_ended(client, seconds=5)
