"""Servers of the API benchmark, a process each: `python -m benchmarks.support.api_servers KIND PORT FOLDER`.

The kinds: `ours` is the service; `live` the service with its worker child, as `clipwright serve` runs it;
`bare` two routes of the same framework, one primary-key SELECT through the same library and the framework's
own file response; `nothing` a socket that answers at once.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.responses import FileResponse

from api.app import create_app
from api.assembly import AllServices, build_services, default_adapters
from api.db.tables import jobs as job_table
from api.http import server as serving
from api.queue.base import UnavailableQueue
from api.queue.embedded_queue import EmbeddedQueue
from api.settings import ServiceSettings
from benchmarks.support.api_clients import answer_nothing
from renderer.logs import configure_logs


@dataclass(frozen=True, kw_only=True)
class Running:
    """A running server."""

    port: int
    pid: int


def settings_for(folder: Path, *, port: int = 8000, live: bool = False) -> ServiceSettings:
    """Settings of the service, with a rate limit that is never reached."""
    return ServiceSettings(
        data_dir=folder,
        secret_key=SecretStr("a secret of the benchmark, long enough"),
        public_url=f"http://127.0.0.1:{port}",
        rate_limit=10**9,
        background=live,
        embedded_worker=live,
        log_level="info",
    )


def build(folder: Path) -> AllServices:
    """Build the services without a queue, for making accounts and jobs."""
    settings = settings_for(folder)
    return build_services(settings, default_adapters(settings, UnavailableQueue()))


def bare_app(services: AllServices, path: str) -> FastAPI:
    """An application with the bare routes."""
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


def run(kind: str, port: int, folder: Path) -> None:
    """Serve one kind until the process is told to stop."""
    configure_logs("info")
    match kind:
        case "nothing":
            asyncio.run(answer_nothing(port))
        case "bare":
            app = bare_app(build(folder), str(folder / "file.mp4"))
            uvicorn.run(app, port=port, http="h11", log_config=None, access_log=False)
        case _:
            settings, job_queue = settings_for(folder, port=port, live=kind == "live"), EmbeddedQueue()
            services = build_services(settings, default_adapters(settings, job_queue))
            child = (lambda: job_queue.worker(services)) if settings.embedded_worker else ExitStack
            app = create_app(services, companions=child)
            listener = serving.listen("127.0.0.1", port)
            serving.run(app, listener=listener, problem_base=settings.problem_base)


@contextmanager
def server(kind: str, folder: Path) -> Iterator[Running]:
    """Run a server in a process of its own, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.support.api_servers", kind, str(port), str(folder)]
    environment = os.environ | {"CLIPWRIGHT_WORKSPACE": str(folder / "workspace")}
    with (folder / f"{kind}.log").open("ab") as log:
        process = subprocess.Popen(command, stderr=log, stdout=log, env=environment)
        try:
            _await_port(port)
            yield Running(port=port, pid=process.pid)
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


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
