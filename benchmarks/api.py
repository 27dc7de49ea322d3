"""The API against a bare route of the same framework: `python -m benchmarks.api [--seconds 5] [--json FILE]`.

One run measures both sides in turn on this machine: servers and clients in separate processes, keep-alive
HTTP/1.1, SQLite. Then two hundred clients poll while the service's own worker child renders a full-size video
(`--load render`). `--load encode` runs an ffmpeg beside the service instead, `--load none` runs nothing, and
any other value is run as a command. `server_cpu` and `load_cpu` are the cores that each used during the
polling.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

from api.accounts import service as accounts
from api.assembly import AllServices
from api.db.migrate import migrate
from api.http.auth import Caller
from api.jobs import repository
from api.jobs.lifecycle import complete
from api.jobs.object_keys import output_key
from api.videos import service as videos
from api.videos.schemas import CreateVideo
from benchmarks.support.api_clients import Request, connection, download_rate, exchange, throughput
from benchmarks.support.api_servers import build, server
from renderer.backends.storage.base import StoredObject
from renderer.contract.results import ResultFile, VideoResult
from renderer.contract.vocabulary import Plan, Status
from renderer.logs import configure_logs

DOWNLOADERS = 100
FILE_MB = 48
ORDERING_ACCOUNTS = 500
ROUNDS = 5
RENDERS = 5
"""Videos ordered as load: as many as one account may have outstanding."""
POLLED_PERCENT = 20
"""Progress of the render at which polling begins: pictures are then being made and encoded."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """The API key, the ids of the served videos and the prepared requests."""

    account: UUID
    key: str
    queued: str
    completed: str
    creates: tuple[bytes, ...]

    def get(self, path: str) -> bytes:
        """The bytes of an authorised GET request."""
        headers = (f"Authorization: Bearer {self.key}",)
        return Request(method="GET", path=f"/api/v1{path}", headers=headers).raw()


def _result(stored: StoredObject) -> VideoResult:
    file = ResultFile(key=stored.key, size=stored.size, sha256=stored.sha256, media_type="video/mp4")
    return VideoResult(file=file, duration_seconds=30.0, width=1080, height=1920)


def prepare(folder: Path, *, orderers: int) -> Scene:
    """Make a database with an account, a queued and a completed video, and `orderers` ordering accounts."""
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
            repository.insert(connection, job)
        complete(connection, done, _result(stored), now=services.clock.now())
    creates = tuple(raw for _ in range(orderers) for raw in _orders(services))
    services.close()
    return Scene(
        account=made.account_id, key=key, queued=str(queued.id), completed=str(done.id), creates=creates
    )


def _orders(services: AllServices) -> list[bytes]:
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
    """Repeat the same request without end."""
    while True:
        yield raw


async def many_downloads(port: int, raw: bytes, pid: int, clients: int) -> float:
    """The server's peak resident memory in MB while `clients` clients download at once."""
    peak = 0.0

    async def client() -> None:
        async with connection(port) as (reader, writer):
            await exchange(reader, writer, raw)

    running = [asyncio.ensure_future(client()) for _ in range(clients)]
    while not all(each.done() for each in running):
        peak = max(peak, resident_mb(pid))
        await asyncio.sleep(0.02)
    await asyncio.gather(*running)
    return peak


def resident_mb(pid: int) -> float:
    """Resident memory of a process in MB."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_seconds(pid: int) -> float:
    """Processor seconds of a process and of the children that it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process's descendants."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    children = [int(each) for each in listed.stdout.split()]
    return [each for child in children for each in (child, *family(child))]


@contextmanager
def stage(*, orderers: int) -> Iterator[tuple[Path, Scene]]:
    """A temporary folder, and the scene prepared in it."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name), prepare(Path(name), orderers=orderers)


def measure_throughput(*, seconds: float) -> dict[str, float]:
    """Requests and megabytes per second of both sides in turn, and memory under many downloads."""
    with stage(orderers=ORDERING_ACCOUNTS) as (folder, scene):
        return _throughput(folder, scene, seconds=seconds)


def _throughput(folder: Path, scene: Scene, *, seconds: float) -> dict[str, float]:
    retrieve, bare = (
        scene.get(f"/videos/{scene.queued}"),
        Request(method="GET", path=f"/bare/{scene.queued}").raw(),
    )
    download = scene.get(f"/videos/{scene.completed}/download")
    static = Request(method="GET", path="/file").raw()
    creates, part = iter(scene.creates), seconds / ROUNDS
    with server("bare", folder) as other, server("ours", folder) as ours:
        steps: dict[str, Callable[[], Awaitable[float]]] = {
            "bare_rps": lambda: throughput(other.port, forever(bare), seconds=part, expect=200),
            "retrieve_rps": lambda: throughput(ours.port, forever(retrieve), seconds=part, expect=200),
            "create_rps": lambda: throughput(ours.port, creates, seconds=part / 2, expect=202),
            "static_mb_s": lambda: download_rate(other.port, static, seconds=part),
            "download_mb_s": lambda: download_rate(ours.port, download, seconds=part),
        }
        # the steps take turns over several rounds, so that other load on the machine affects both sides alike
        samples = [{name: asyncio.run(_awaited(step)) for name, step in steps.items()} for _ in range(ROUNDS)]
        found = {name: statistics.median(sample[name] for sample in samples) for name in steps}
        found["rss_before_mb"] = resident_mb(ours.pid)
        for wave in ("first", "second"):
            peak = asyncio.run(many_downloads(ours.port, download, ours.pid, DOWNLOADERS))
            found[f"rss_{wave}_wave_mb"] = peak
    return found | {
        "retrieve_ratio": _ratio(samples, "retrieve_rps", "bare_rps"),
        "create_ratio": _ratio(samples, "create_rps", "bare_rps"),
        "download_ratio": _ratio(samples, "download_mb_s", "static_mb_s"),
        "rss_growth_mb": found["rss_second_wave_mb"] - found["rss_before_mb"],
    }


async def _awaited(step: Callable[[], Awaitable[float]]) -> float:
    return await step()


def _ratio(samples: list[dict[str, float]], ours: str, other: str) -> float:
    """The median over the rounds of the ratio within each round."""
    return statistics.median(sample[ours] / sample[other] for sample in samples)


def measure_polls(*, seconds: float, load: str) -> dict[str, float]:
    """Latencies of the polling clients while the load runs."""
    with stage(orderers=0) as (folder, scene):
        return _polls(folder, scene, seconds=seconds, load=load)


def _polls(folder: Path, scene: Scene, *, seconds: float, load: str) -> dict[str, float]:
    kind = "live" if load == "render" else "ours"
    with server("nothing", folder) as nothing, server(kind, folder) as ours, ExitStack() as stack:
        video = _rendering(folder, scene) if load == "render" else scene.queued
        loading = [*stack.enter_context(busy(load)), *family(ours.pid)]
        raw = scene.get(f"/videos/{video}")
        began = {pid: cpu_seconds(pid) for pid in (ours.pid, *loading)}
        since = time.perf_counter()
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "benchmarks.support.api_clients",
                str(ours.port),
                str(nothing.port),
                str(seconds),
            ],
            input=raw,
            stdout=subprocess.PIPE,
            check=True,
        )
        took = time.perf_counter() - since
        spent = {pid: (cpu_seconds(pid) - before) / took for pid, before in began.items()}
    latencies, floor = json.loads(done.stdout)
    return {
        "poll_p50_ms": latencies[len(latencies) // 2],
        "poll_p99_ms": latencies[int(len(latencies) * 0.99)],
        "poll_max_ms": latencies[-1],
        "nothing_p50_ms": floor[len(floor) // 2],
        "nothing_p99_ms": floor[int(len(floor) * 0.99)],
        "polls": float(len(latencies)),
        "server_cpu": spent.pop(ours.pid),
        "load_cpu": sum(spent.values()),
    }


def _rendering(folder: Path, scene: Scene) -> str:
    """Order videos, wait until the first is well under way, and return its id."""
    services = build(folder)
    caller = Caller(account_id=scene.account, plan=Plan.PRO, billing_anchor=services.clock.now())
    with services.database.write() as connection:
        queued = repository.lock(connection, UUID(scene.queued))
        if queued is not None:  # else it would be rendered first, and count as outstanding
            repository.update(connection, queued.id, status=Status.FAILED.value, allowance="released")
    made = [
        videos.create(services, caller, CreateVideo(topic=f"The compass, part {part}"), key=str(uuid4()))
        for part in range(RENDERS)
    ]
    first = made[0].answer.job_id
    for _ in range(3000):
        with services.database.read() as connection:
            found = repository.find_owned(connection, job_id=first, account_id=scene.account)
        if found and found[0].percent >= POLLED_PERCENT:
            services.close()
            return str(first)
        time.sleep(0.1)
    raise TimeoutError(first)


@contextmanager
def busy(load: str) -> Iterator[list[int]]:
    """Keep the machine busy with another load; yields the ids of the load's processes."""
    if load in {"render", "none"}:
        yield []
        return
    command = encode_command() if load == "encode" else shlex.split(load)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield [process.pid]
    finally:
        process.kill()
        process.wait()


def encode_command() -> list[str]:
    """An endless encode of a vertical test picture."""
    import imageio_ffmpeg  # noqa: PLC0415 - only for this load

    source = ["-f", "lavfi", "-i", "testsrc2=size=1080x1920:rate=30"]
    encode = ["-c:v", "libx264", "-preset", "veryfast", "-f", "null", "-"]
    return [imageio_ffmpeg.get_ffmpeg_exe(), *source, *encode]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--load", default="render", help="render, encode, none, or a command")
    parser.add_argument("--only", choices=("throughput", "polls"), default="")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found: dict[str, float] = {}
    configure_logs("warning")
    if given.only != "polls":
        found |= measure_throughput(seconds=given.seconds)
    if given.only != "throughput":
        found |= measure_polls(seconds=given.seconds * 4, load=given.load)
    for name, value in found.items():
        print(f"{name:20} {value:10.2f}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
