"""Misbehaviours of a server: a mood answers one request in place of the proper answer."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

Mood = Callable[[BaseHTTPRequestHandler], None]


def _send(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def status(code: int, body: bytes = b"{}", **headers: str) -> Mood:
    return lambda handler: _send(handler, code, body, **{"Content_Type": "application/json", **headers})


def busy(seconds: str = "1") -> Mood:
    return status(429, b'{"error": {"message": "slow down"}}', Retry_After=seconds)


def no_credit() -> Mood:
    return status(429, b'{"error": {"message": "no money", "code": "insufficient_quota"}}')


def declined() -> Mood:
    return status(400, b'{"error": {"message": "policy", "code": "content_policy_violation"}}')


def web_page() -> Mood:
    return lambda handler: _send(
        handler, 200, b"<!doctype html><title>Hello</title>" * 20, Content_Type="text/html"
    )


def truncated(kind: str = "application/json") -> Mood:
    """Announce 5000 bytes, send a few and hang up."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", "5000")
        handler.end_headers()
        handler.wfile.write(b'{"data": [{"b64')
        handler.close_connection = True

    return answer


def cut_json() -> Mood:
    """A complete HTTP answer with truncated JSON."""
    return status(200, b'{"photos": [{"id": 1, "wid')


def hung_up() -> Mood:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.connection.shutdown(socket.SHUT_RDWR)
        handler.close_connection = True

    return answer


def silent(seconds: float) -> Mood:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        del handler
        time.sleep(seconds)

    return answer


def dripping(kind: str, *, pause: float, count: int, piece: bytes = b" ") -> Mood:
    """Send a chunked body piece by piece, with pauses."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        with suppress(OSError):
            for _ in range(count):
                handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                handler.wfile.flush()
                time.sleep(pause)
            handler.wfile.write(b"0\r\n\r\n")

    return answer


def dripping_headers(
    *, pause: float, count: int, first: bytes = b"HTTP/1.1 200 OK\r\n", piece: bytes = b"X-More: 1\r\n"
) -> Mood:
    """Begin an answer whose headers go on and on, and then hang up."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):
            handler.wfile.write(first)
            for _ in range(count):
                handler.wfile.write(piece)
                handler.wfile.flush()
                time.sleep(pause)
        handler.close_connection = True

    return answer


def huge(kind: str, megabytes: int) -> Mood:
    return dripping(kind, pause=0.0, count=megabytes, piece=b'"' + b"a" * 999_998 + b'"')


def compressed(*codings: str) -> Mood:
    """Answer with a compressed body and a Content-Encoding header for each of the codings."""
    body = gzip.compress(b'{"photos": []}' + b" " * 1_000_000)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        for coding in codings:
            handler.send_header("Content-Encoding", coding)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def redirected(location: str, code: int = 302) -> Mood:
    return status(code, b"", Location=location)
