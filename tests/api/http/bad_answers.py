"""Sends generated bad requests, in process and over a socket, and judges their answers."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from api.app import document_app
from api.openapi.document import build_openapi, problem_schema
from api.problems import KINDS
from tests.api.http.bad_requests import Bad

if TYPE_CHECKING:
    from starlette.types import Message

MEMBERS = set(problem_schema()["required"])
Documented = dict[tuple[str, str], set[int]]


def documented_statuses() -> Documented:
    """Statuses of each operation of the published document."""
    paths = build_openapi(document_app(), origin="http://testserver")["paths"]
    return {
        (method.upper(), path): {int(status) for status in operation["responses"]}
        for path, item in paths.items()
        for method, operation in item.items()
    }


def judge(request: Bad, status: int, body: bytes, documented: Documented) -> None:
    """Check that the answer is one that the request allows and that the document lists."""
    assert status in {KINDS[code].status for code in request.codes}, (request, status, body)
    assert status in documented.get((request.method, request.operation), {404, 405}), request
    if request.method != "HEAD":
        problem = json.loads(body)
        assert set(problem) == MEMBERS
        assert problem["code"] in request.codes, (request, problem)
        assert problem["status"] == status


async def answer(app: Any, request: Bad) -> tuple[int, bytes]:
    """Status and body of one request, sent in process through the whole application."""
    sent: list[Message] = []
    sized = (("Content-Length", str(len(request.body))),) if request.body else ()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote_to_bytes(request.path).decode("utf-8", "replace"),
        "raw_path": request.path.encode(),
        "query_string": request.query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in (*request.headers, *sized)],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message["body"] for message in sent[1:])


def over_the_wire(port: int, request: Bad) -> tuple[int, bytes]:
    """Status and body of one request, sent over a socket."""
    target = request.path + (f"?{request.query}" if request.query else "")
    lines = [f"{request.method} {target} HTTP/1.1", "Host: a", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in request.headers]
    if request.body:
        lines.append(f"Content-Length: {len(request.body)}")
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + request.body)
        told = b""
        while chunk := client.recv(65536):
            told += chunk
    head, _, body = told.partition(b"\r\n\r\n")
    return int(head[9:12]), body
