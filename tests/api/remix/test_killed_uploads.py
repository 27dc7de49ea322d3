"""The API is killed at random moments of an upload; the client resumes, and every byte is right."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.remix.resuming import Killer, ResumingClient
from tests.api.served import Served, free_port, new_account, serving

IDLE = json.dumps([sys.executable, "-c", "import sys; [None for _ in sys.stdin]"])
"""A worker child that does nothing."""
LONG = bool(os.environ.get("CHAOS_LONG"))
SIZE, KILLS = (300_000_000, 20) if LONG else (30_000_000, 5)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_upload_survives_a_service_that_is_killed(tmp_path: Path) -> None:
    credentials, port = new_account(tmp_path), free_port()
    settings: dict[str, Any] = {"CLIPWRIGHT_WORKER_COMMAND": IDLE, "CLIPWRIGHT_PROBE_WAIT_SECONDS": "0.1"}
    content = os.urandom(1 << 20) * (SIZE >> 20) + os.urandom(SIZE % (1 << 20))
    with ExitStack() as stack:
        running: list[Served] = []

        def kill() -> None:
            running[-1].process.send_signal(signal.SIGKILL)
            running[-1].process.wait()

        killer = Killer(kill=kill, times=KILLS, within=0.15)

        def revive() -> None:
            if not running or running[-1].process.poll() is not None:
                running.append(stack.enter_context(serving(tmp_path, credentials, port=port, **settings)))
                killer.up.set()

        revive()
        client = ResumingClient(url=running[-1].url, key=credentials.key, revive=revive)
        upload = client.open(len(content))
        with killer.at_work():
            client.send(upload, content)
        revive()
        assert client.persistently("POST", f"/remix/uploads/{upload['upload_id']}/complete")[0] == 202
        status, headers, stored = client.persistently(
            "GET", f"/remix/projects/{upload['video_id']}/media/source"
        )
        assert status == 200
        assert killer.done >= KILLS // 2, "it was hardly ever killed"
        assert headers["etag"] == f'"{hashlib.sha256(content).hexdigest()}"'
        assert hashlib.sha256(stored).digest() == hashlib.sha256(content).digest()
        log = tmp_path / "serve.log"
        # the only line that is not JSON: a worker's launcher whose service was killed before it had begun
        log.write_text(log.read_text().replace("the parent is gone\n", ""))
    assert not list((tmp_path / "objects" / ".incoming" / "staged").iterdir())
