"""The API beside a bare route of the same framework: `python -m benchmarks.api [--seconds 5] [--json FILE]`.

One run measures both sides in turn on this machine: servers and load in processes of their own, keep-alive
HTTP/1.1, SQLite. The bare route does one primary-key SELECT through the same library; the static route is
Starlette's own file response. `--load` names a command that keeps the machine busy while clients poll (a
render); without it the bundled ffmpeg encodes a test picture.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.responses import FileResponse

from api import jobs
from api.accounts import service as accounts
from api.app import create_app
from api.doorbell import SilentDoorbell
from api.http_protocol import problem_protocol
from api.lifecycle import complete
from api.logs import configure_logs
from api.migrate import migrate
from api.outputs import output_key
from api.services import Services, build_services, default_outside
from api.settings import Settings
from api.tables import jobs as job_table
from api.videos import service as videos
from api.videos.schemas import CreateVideo
from renderer.contract.vocabulary import Plan

CONNECTIONS = 16
POLLERS = 200
POLL_SECONDS = 5.0
DOWNLOADERS = 100
FILE_MB = 48
ORDERING_ACCOUNTS = 500
ROUNDS = 5


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request, ready to be sent."""

    method: str
    path: str
    headers: tuple[str, ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        """Its bytes."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1", *self.headers]
        if self.body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + self.body


def settings_for(folder: Path) -> Settings:
    """The service as it would run, but without a rate limit in the way."""
    return Settings(
        data_dir=folder,
        secret_key=SecretStr("benchmark"),
        rate_limit=10**9,
        background=False,
        log_level="info",
    )


def build(folder: Path) -> Services:
    """Its parts."""
    settings = settings_for(folder)
    return build_services(settings, default_outside(settings, SilentDoorbell()))


def bare_app(services: Services, path: str) -> FastAPI:
    """The bare routes to compare with."""
    app = FastAPI()

    @app.get("/bare/{job_id}")
    def bare(job_id: UUID) -> dict[str, str]:
        with services.database.read() as connection:
            row = connection.execute(sa.select(job_table).where(job_table.c.id == job_id)).one()
        return {"id": str(row.id), "status": row.status, "topic": row.topic}

    @app.get("/file")
    def file() -> FileResponse:
        return FileResponse(path, media_type="video/mp4")

    return app


def run_server(kind: str, port: int, folder: Path) -> None:
    """Serve one side until told to stop."""
    configure_logs("info")
    services = build(folder)
    app = create_app(services) if kind == "ours" else bare_app(services, str(folder / "file.mp4"))
    protocol: Any = problem_protocol("http://127.0.0.1/problems") if kind == "ours" else "h11"
    uvicorn.run(app, port=port, http=protocol, log_config=None, access_log=False)


@contextmanager
def server(kind: str, folder: Path) -> Iterator[tuple[int, int]]:
    """Port and process id of a running server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.api", "--serve", kind, str(port), str(folder)]
    with (folder / f"{kind}.log").open("wb") as log:
        process = subprocess.Popen(command, stderr=log, stdout=log)
        try:
            _await_port(port)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def _await_port(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(port)


@asynccontextmanager
async def connection(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """One keep-alive connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, raw: bytes) -> tuple[int, int]:
    """Status and body size of one request."""
    writer.write(raw)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
    left = length
    while left:
        chunk = await reader.read(min(left, 1 << 18))
        if not chunk:
            raise ConnectionError(head)
        left -= len(chunk)
    return int(head[9:12]), length


async def throughput(port: int, requests: Iterator[bytes], *, seconds: float, expect: int) -> float:
    """Requests per second over `CONNECTIONS` connections."""
    done, until = 0, time.perf_counter() + seconds

    async def client() -> None:
        nonlocal done
        async with connection(port) as (reader, writer):
            while time.perf_counter() < until and (raw := next(requests, None)):
                status, _ = await exchange(reader, writer, raw)
                if status != expect:
                    raise RuntimeError(f"status {status}")  # noqa: EM102, TRY003 - ends the script
                done += 1

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CONNECTIONS)))
    return done / (time.perf_counter() - began)


async def poll_latencies(port: int, raw: bytes, *, seconds: float) -> list[float]:
    """Latencies in milliseconds of `POLLERS` clients that each ask every `POLL_SECONDS`, out of step."""
    found: list[float] = []

    async def client(number: int) -> None:
        await asyncio.sleep(POLL_SECONDS * number / POLLERS)
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            began = time.perf_counter()
            async with connection(port) as (reader, writer):
                await exchange(reader, writer, raw)
            found.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, POLL_SECONDS - (time.perf_counter() - began)))

    await asyncio.gather(*(client(number) for number in range(POLLERS)))
    return sorted(found)


async def download_rate(port: int, raw: bytes, *, seconds: float) -> float:
    """MB per second of one client that downloads the file again and again."""
    size, began = 0, time.perf_counter()
    async with connection(port) as (reader, writer):
        while time.perf_counter() - began < seconds:
            size += (await exchange(reader, writer, raw))[1]
    return size / 1e6 / (time.perf_counter() - began)


async def many_downloads(port: int, raw: bytes, pid: int) -> dict[str, float]:
    """Resident memory of the server before, and at its highest while `DOWNLOADERS` download at once."""
    before, peak = resident_mb(pid), 0.0

    async def client() -> None:
        async with connection(port) as (reader, writer):
            await exchange(reader, writer, raw)

    clients = [asyncio.ensure_future(client()) for _ in range(DOWNLOADERS)]
    while not all(each.done() for each in clients):
        peak = max(peak, resident_mb(pid))
        await asyncio.sleep(0.05)
    await asyncio.gather(*clients)
    return {"rss_before_mb": before, "rss_peak_mb": peak}


def resident_mb(pid: int) -> float:
    """Resident memory of a process."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What the servers serve: keys and ids."""

    key: str
    queued: str
    completed: str
    creates: tuple[bytes, ...]


def prepare(folder: Path) -> Scene:
    """A database with an account, a queued and a completed video, and many accounts that will order."""
    services = build(folder)
    migrate(services.database)
    path = folder / "file.mp4"
    path.write_bytes(os.urandom(1_000_000) * FILE_MB)
    made = accounts.create_account(services.database, services.clock, plan=Plan.PRO, name="reader")
    key = accounts.create_key(services.database, services.clock, account_id=made.account_id).key
    queued, done = (
        videos.new_job(CreateVideo(topic="benchmark"), made.account_id, now=services.clock.now())
        for _ in range(2)
    )
    stored = services.store.put_file(output_key(done.id, 1), path)
    with services.database.write() as connection:
        for job in (queued, done):
            jobs.insert(connection, job)
        complete(connection, done, stored, duration_seconds=30.0, now=services.clock.now())
    creates = tuple(raw for _ in range(ORDERING_ACCOUNTS) for raw in _orders(services))
    services.close()
    return Scene(key=key, queued=str(queued.id), completed=str(done.id), creates=creates)


def _orders(services: Services) -> list[bytes]:
    made = accounts.create_account(services.database, services.clock, plan=Plan.PRO, name="orderer")
    key = accounts.create_key(services.database, services.clock, account_id=made.account_id).key
    body = json.dumps({"topic": "The history of the compass"}).encode()
    return [
        Request(
            method="POST",
            path="/api/v1/videos",
            headers=(f"Authorization: Bearer {key}", f"Idempotency-Key: {uuid4()}"),
            body=body,
        ).raw()
        for _ in range(5)
    ]


def forever(raw: bytes) -> Iterator[bytes]:
    """The same request again and again."""
    while True:
        yield raw


@contextmanager
def busy(command: list[str]) -> Iterator[None]:
    """The machine at work on something else."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def encode_command() -> list[str]:
    """An endless encode of a vertical test picture."""
    import imageio_ffmpeg  # noqa: PLC0415 - only when no other load is named

    source = ["-f", "lavfi", "-i", "testsrc2=size=1080x1920:rate=30"]
    return [
        imageio_ffmpeg.get_ffmpeg_exe(),
        *source,
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-f",
        "null",
        "-",
    ]


def measure(folder: Path, *, seconds: float, load: list[str]) -> dict[str, float]:
    """All figures."""
    scene = prepare(folder)
    auth = (f"Authorization: Bearer {scene.key}",)
    retrieve = Request(method="GET", path=f"/api/v1/videos/{scene.queued}", headers=auth).raw()
    download = Request(method="GET", path=f"/api/v1/videos/{scene.completed}/download", headers=auth).raw()
    bare = Request(method="GET", path=f"/bare/{scene.queued}").raw()
    static = Request(method="GET", path="/file").raw()
    found: dict[str, float] = {}
    creates = iter(scene.creates)
    with server("bare", folder) as (other, _), server("ours", folder) as (port, pid):
        steps: dict[str, Callable[[], Awaitable[float]]] = {
            "bare_rps": lambda: throughput(other, forever(bare), seconds=seconds / ROUNDS, expect=200),
            "retrieve_rps": lambda: throughput(port, forever(retrieve), seconds=seconds / ROUNDS, expect=200),
            "create_rps": lambda: throughput(port, creates, seconds=seconds / ROUNDS / 2, expect=202),
            "static_mb_s": lambda: download_rate(other, static, seconds=seconds / ROUNDS),
            "download_mb_s": lambda: download_rate(port, download, seconds=seconds / ROUNDS),
        }
        # in turn, again and again: what else the machine does falls on both sides alike
        samples = [{name: asyncio.run(_awaited(step)) for name, step in steps.items()} for _ in range(ROUNDS)]
        found |= {name: statistics.median(sample[name] for sample in samples) for name in steps}
        found |= asyncio.run(many_downloads(port, download, pid))
        with busy(load):
            latencies = asyncio.run(poll_latencies(port, retrieve, seconds=seconds * 2))
    return found | _judged(found, latencies)


async def _awaited(step: Callable[[], Awaitable[float]]) -> float:
    return await step()


def _judged(found: dict[str, float], latencies: list[float]) -> dict[str, float]:
    return {
        "retrieve_ratio": found["retrieve_rps"] / found["bare_rps"],
        "create_ratio": found["create_rps"] / found["bare_rps"],
        "download_ratio": found["download_mb_s"] / found["static_mb_s"],
        "poll_p50_ms": latencies[len(latencies) // 2],
        "poll_p99_ms": latencies[int(len(latencies) * 0.99)],
        "polls": float(len(latencies)),
        "rss_growth_mb": found["rss_peak_mb"] - found["rss_before_mb"],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", nargs=3, metavar=("KIND", "PORT", "FOLDER"), help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--load", default="", help="command that runs while clients poll")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.serve:
        run_server(given.serve[0], int(given.serve[1]), Path(given.serve[2]))
        return
    with tempfile.TemporaryDirectory() as folder:
        load = shlex.split(given.load) or encode_command()
        found = measure(Path(folder), seconds=given.seconds, load=load)
    for name, value in found.items():
        print(f"{name:16} {value:10.2f}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
