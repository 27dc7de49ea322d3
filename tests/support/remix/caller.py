"""A caller of the Remix API, for any service: uploads real files and polls projects."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx

CHUNK = 8 << 20
ANSWER_SECONDS = 45
"""Time-out of a request; the service itself waits up to 25 s for an operation."""
_AWAY = (502, 503, 504)


@dataclass(frozen=True, kw_only=True)
class RemixCaller:
    """`url` is the service's own address, `key` the account's."""

    url: str
    key: str

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"} | more.pop("headers", {})
        target = path if path.startswith("http") else f"{self.url}/api/v1{path}"
        return httpx.request(method, target, headers=headers, timeout=ANSWER_SECONDS, trust_env=False, **more)

    def persistently(
        self, method: str, path: str, *, until: Callable[[httpx.Response], bool], seconds: float, **more: Any
    ) -> httpx.Response:
        """Repeat a request until its answer satisfies `until`, through outages and other answers."""
        end, last = time.monotonic() + seconds, "no answer"
        while time.monotonic() < end:
            with suppress(httpx.HTTPError):
                answer = self.request(method, path, **more)
                if until(answer):
                    return answer
                last = f"{answer.status_code} {answer.text[:500]}"
            time.sleep(0.2)
        message = f"{method} {path}: {last}"
        raise TimeoutError(message)

    def opened(self, path: Path, mime_type: str) -> dict[str, Any]:
        """Create an upload for the file at `path`, without any bytes yet."""
        body = {"file_name": path.name, "mime_type": mime_type, "byte_length": path.stat().st_size}
        answer = self.request("POST", "/remix/uploads", json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def send(self, upload: dict[str, Any], path: Path) -> None:
        """Send all chunks, each from the offset that the service reports, through outages."""
        content, link = path.read_bytes(), upload["links"]["self"]
        while True:
            answer = self.persistently("HEAD", link, until=lambda each: each.status_code == 200, seconds=60)
            at = int(answer.headers["upload-offset"])
            if at == len(content):
                return
            headers = {"Content-Type": "application/octet-stream", "Upload-Offset": str(at)}
            with suppress(httpx.HTTPError):
                answer = self.request("PUT", link, content=content[at : at + CHUNK], headers=headers)
                assert answer.status_code in {204, 409, *_AWAY}, answer.text

    def uploaded(self, path: Path, mime_type: str = "video/quicktime") -> dict[str, Any]:
        """Create an upload and send all its bytes."""
        upload = self.opened(path, mime_type)
        self.send(upload, path)
        return upload

    def complete(self, upload: dict[str, Any], **body: Any) -> httpx.Response:
        """Complete the upload, which makes it a source."""
        return self.request("POST", upload["links"]["complete"], **({"json": body} if body else {}))

    def project(self, link: str) -> dict[str, Any]:
        """The current state of a project."""
        answer = self.request("GET", link)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def reaching(self, link: str, *phases: str, seconds: float = 120) -> dict[str, Any]:
        """Wait until the project is in one of these phases, through outages."""
        answer = self.persistently(
            "GET",
            link,
            until=lambda each: each.status_code == 200 and each.json()["phase"] in phases,
            seconds=seconds,
        )
        return dict(answer.json())

    def ready(self, path: Path, mime_type: str = "video/quicktime", **body: Any) -> dict[str, Any]:
        """Upload the file at `path` and wait until its project is ready."""
        upload = self.uploaded(path, mime_type)
        answer = self.complete(upload, **body)
        assert answer.status_code == 202, answer.text
        return self.settled(upload["links"]["project"], "ready")

    def settled(self, link: str, phase: str, *, seconds: float = 600) -> dict[str, Any]:
        """Wait until the project is in this phase; fails at once if it ends in another one."""
        found = self.reaching(link, phase, "completed", "failed", "cancelled", "expired", seconds=seconds)
        assert found["phase"] == phase, found
        return found

    def asked(self, project: dict[str, Any], operation: str, **body: Any) -> dict[str, Any]:
        """Request an operation at the project's present revision, and wait until it is ready again."""
        link = project["links"]["self"]
        answer = self.request("POST", f"{link}/{operation}", json={"revision": project["revision"], **body})
        assert answer.status_code == 200, answer.text
        return self.settled(link, "ready")

    def minutes(self) -> tuple[int, int]:
        """The used and the reserved minutes of the Remix meter."""
        meter = self.request("GET", "/usage").json()["meters"]["remix"]
        return meter["used"], meter["reserved"]


def project_id(project: dict[str, Any]) -> UUID:
    """The id of a project in the database."""
    return UUID(project["id"])
