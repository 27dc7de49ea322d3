"""A client that sends a large file and resumes by HEAD whenever the service dies under it."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

CHUNK = 8 << 20


@dataclass
class ResumingClient:
    """`revive` restarts the service after it has died and returns when it listens."""

    url: str
    key: str
    revive: Callable[[], None]
    refused: list[int] = field(default_factory=list)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        address = urlsplit(self.url)
        line = http.client.HTTPConnection(str(address.hostname), address.port, timeout=60)
        try:
            line.request(method, f"/api/v1{path}", body, {"Authorization": f"Bearer {self.key}"} | headers)
            answer = line.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def persistently(self, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
        """Repeat a request until the service answers it."""
        while True:
            try:
                return self.ask(method, path)
            except (OSError, http.client.HTTPException):
                self.revive()

    def open(self, size: int) -> dict[str, Any]:
        body = {"file_name": "clip.mp4", "mime_type": "video/mp4", "byte_length": size}
        status, _, text = self.ask(
            "POST", "/remix/uploads", json.dumps(body).encode(), **{"Content-Type": "application/json"}
        )
        assert status == 201, text
        return dict(json.loads(text))

    def offset(self, upload: dict[str, Any]) -> int:
        status, headers, _ = self.persistently("HEAD", f"/remix/uploads/{upload['upload_id']}")
        assert status == 200
        return int(headers["upload-offset"])

    def send(self, upload: dict[str, Any], content: bytes) -> None:
        """Send the whole file; the offset never goes back and never claims more than the service has."""
        known = 0
        while (at := self.offset(upload)) < len(content):
            assert at >= known
            known = at
            chunk = content[at : at + CHUNK]
            headers = {"Content-Type": "application/octet-stream", "Upload-Offset": str(at)}
            with suppress(OSError, http.client.HTTPException):
                status, _, text = self.ask("PUT", f"/remix/uploads/{upload['upload_id']}", chunk, **headers)
                assert status in {204, 409, 503}, text
                self.refused += [] if status == 204 else [status]


@dataclass
class Killer:
    """Kills the service at random moments of an upload, once each time it is up."""

    kill: Callable[[], None]
    times: int
    within: float
    up: threading.Event = field(default_factory=threading.Event)
    done: int = 0

    def run(self, over: threading.Event) -> None:
        chance = random.Random(7)  # noqa: S311 - repeatable
        while self.done < self.times and not over.is_set():
            if self.up.wait(0.05) and not over.wait(chance.uniform(0, self.within)):
                self.up.clear()
                self.done += 1
                self.kill()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        over = threading.Event()
        thread = threading.Thread(target=self.run, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
