"""Uploads against a bare route that writes the same chunks: `python -m benchmarks.remix.uploads`.

Servers and client are separate processes on this machine: SQLite, a folder as store, HTTP/1.1 on one
connection. The bare route, in the same framework, streams each body into a file of its own and syncs it, as
the service does with a chunk, but keeps no records. Then twenty uploads run at once, while the memory of the
service is watched.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import uvicorn
from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.accounts import service as accounts
from api.app import create_app
from api.db.migrate import migrate
from api.http.protocol import problem_protocol
from api.remix.uploads.schemas import CHUNK_BYTES
from benchmarks.support.api_servers import build
from renderer.contract.vocabulary import Plan
from renderer.logs import configure_logs

ROUNDS = 5
AT_ONCE = 20
HOST = "127.0.0.1"
_BUFFER = 512 << 10
Headers = dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Line:
    """A server's port, and the API key sent with every request."""

    port: int
    key: str

    def connect(self) -> http.client.HTTPConnection:
        """Make a connection of the caller's own."""
        return http.client.HTTPConnection(HOST, self.port, timeout=60)

    def ask(
        self, line: http.client.HTTPConnection, method: str, path: str, body: bytes, **headers: str
    ) -> dict[str, Any]:
        """Send a request and return the JSON of the answer, empty if it has none.

        Raises:
            SystemExit: The status of the answer is 300 or above.
        """
        line.request(method, path, body, {"Authorization": f"Bearer {self.key}"} | headers)
        answer = line.getresponse()
        content = answer.read()
        if answer.status >= 300:  # noqa: PLR2004 - of HTTP
            refusal = f"{answer.status} {content[:300]!r}"
            raise SystemExit(refusal)
        return dict(json.loads(content or b"{}"))


def bare_app(folder: Path) -> FastAPI:
    """An application with one route, which writes the body to a file and syncs it."""
    app = FastAPI()

    @app.put("/bare/{name}")
    async def put(request: Request, name: str) -> Response:
        with (folder / name).open("xb", buffering=0) as file:
            buffer = bytearray()
            async for piece in request.stream():
                buffer += piece
                if len(buffer) >= _BUFFER:
                    await run_in_threadpool(file.write, bytes(buffer))
                    buffer.clear()
            await run_in_threadpool(file.write, bytes(buffer))
            await run_in_threadpool(os.fsync, file.fileno())
        return Response(status_code=204)

    return app


def serve(kind: str, port: int, folder: Path) -> None:
    """Run one of the two servers until it is killed."""
    configure_logs("info")
    app = bare_app(folder) if kind == "bare" else create_app(build(folder))
    config = uvicorn.Config(
        app,
        host=HOST,
        port=port,
        http=problem_protocol("http://problems.invalid"),
        log_config=None,
        access_log=False,
        lifespan="on",
    )
    uvicorn.Server(config).run()


@contextmanager
def server(kind: str, port: int, folder: Path) -> Iterator[psutil.Process]:
    """Start a server in a process of its own, and wait until it listens."""
    command = [sys.executable, "-m", "benchmarks.remix.uploads", "--serve", kind, str(port), str(folder)]
    with (folder / f"{kind}.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        for _ in range(400):
            try:
                http.client.HTTPConnection(HOST, port, timeout=1).connect()
                break
            except OSError:
                time.sleep(0.05)
        yield psutil.Process(process.pid)
    finally:
        process.kill()
        process.wait()


def send_ours(line: Line, content: bytes) -> float:
    """Seconds to send all chunks of one upload, without creating it."""
    connection = line.connect()
    body = {"file_name": "a.mp4", "mime_type": "video/mp4", "byte_length": len(content)}
    kind = {"Content-Type": "application/json"}
    made = line.ask(connection, "POST", "/api/v1/remix/uploads", json.dumps(body).encode(), **kind)
    path = f"/api/v1/remix/uploads/{made['upload_id']}"
    began = time.perf_counter()
    for at in range(0, len(content), CHUNK_BYTES):
        headers = {"Content-Type": "application/octet-stream", "Upload-Offset": str(at)}
        line.ask(connection, "PUT", path, content[at : at + CHUNK_BYTES], **headers)
    seconds = time.perf_counter() - began
    line.ask(connection, "DELETE", path, b"")
    connection.close()
    return seconds


def send_bare(line: Line, content: bytes, *, name: str) -> float:
    """Seconds to send the same chunks to the bare route."""
    connection = line.connect()
    began = time.perf_counter()
    for at in range(0, len(content), CHUNK_BYTES):
        line.ask(connection, "PUT", f"/bare/{name}-{at}", content[at : at + CHUNK_BYTES])
    seconds = time.perf_counter() - began
    connection.close()
    return seconds


def grown_by(process: psutil.Process, lines: list[Line], content: bytes) -> float:
    """Megabytes by which the service grows while all accounts upload at once."""
    before, peak, over = process.memory_info().rss, 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not over.is_set():
            peak = max(peak, process.memory_info().rss)
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    with ThreadPoolExecutor(len(lines)) as pool:
        list(pool.map(lambda line: send_ours(line, content), lines))
    over.set()
    watcher.join()
    return (peak - before) / 1e6


def keys(folder: Path, count: int) -> list[str]:
    """Create `count` accounts; returns an API key of each."""
    services = build(folder)
    migrate(services.database)
    made = [
        accounts.create_account(services.database, services.clock, plan=Plan.PRO, name="bench")
        for _ in range(count)
    ]
    found = [
        accounts.create_key(services.database, services.clock, account_id=each.account_id).key
        for each in made
    ]
    services.close()
    return found


def main() -> None:
    """Measure both routes, print the figures, and write JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=160)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--serve", nargs=3, metavar=("KIND", "PORT", "FOLDER"))
    args = parser.parse_args()
    if args.serve:
        serve(args.serve[0], int(args.serve[1]), Path(args.serve[2]))
        return
    content = os.urandom(1 << 20) * args.megabytes
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = keys(folder, AT_ONCE)
        with server("ours", 8391, folder) as process, server("bare", 8392, folder):
            ours, bare = Line(port=8391, key=known[0]), Line(port=8392, key="none")
            send_ours(ours, content[: CHUNK_BYTES * 2])
            send_bare(bare, content[: CHUNK_BYTES * 2], name="warm")
            pairs = [
                (send_ours(ours, content), send_bare(bare, content, name=f"round{number}"))
                for number in range(ROUNDS)
            ]
            lines = [Line(port=8391, key=key) for key in known]
            grown = grown_by(process, lines, content[: 4 * CHUNK_BYTES])
    rates = [statistics.median(args.megabytes / pair[side] for pair in pairs) for side in (0, 1)]
    figures = {
        "ours_mib_per_second": round(rates[0], 1),
        "bare_mib_per_second": round(rates[1], 1),
        "ratio": round(statistics.median(pair[1] / pair[0] for pair in pairs), 3),
        "grown_mb_with_20_uploads": round(grown, 1),
    }
    for label, value in figures.items():
        sys.stdout.write(f"{label:28} {value}\n")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
