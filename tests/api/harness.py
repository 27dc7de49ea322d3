"""Shared by the API's tests: a clock that is set, a service in memory, requests in one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID

from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.accounts import service as accounts
from api.app import create_app
from api.assembly import Adapters, AllServices, build_services
from api.jobs.object_keys import output_key
from api.queue.base import RecordingQueue
from api.settings import ServiceSettings
from renderer.backends.storage.base import StoredObject
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.memory_staging import MemoryStaging
from renderer.clock import FakeClock
from renderer.contract.vocabulary import Plan
from tests.api.in_process import InProcessClient
from tests.support.leaks import plant

if TYPE_CHECKING:
    from pathlib import Path

    import httpx2

START = datetime(2026, 3, 10, 12, 0, 0, 123456, tzinfo=UTC)
MP4 = bytes(range(256)) * 40
SIDECARS = {
    "captions.srt": ("application/x-subrip", b"1\n00:00:00,000 --> 00:00:02,000\nRivers move.\n" * 300),
    "captions.vtt": ("text/vtt", b"WEBVTT" + b"\n\n00:00.000 --> 00:02.000\nRivers move." * 300),
    "thumbnail.jpg": ("image/jpeg", bytes(range(255)) * 90),
    "manifest.json": ("application/json", b"{}"),
}
"""Sidecars of a film: media type and content by name."""
FILM = {
    "width": 1920,
    "height": 1080,
    "chapters": [{"title": "Banks", "start_seconds": 0.0}, {"title": "Mouths", "start_seconds": 301.5}],
    "description": "Rivers\n\n0:00 Banks\n5:01 Mouths\n",
}
SENTENCES = {
    "script_too_short": "The script makes a film of 3.9 minutes and at least 11 are needed; "
    "add about 6,400 characters."
}
BASE = "/api/v1"
_KEYS = count()
OPENED: list[AllServices] = []
"""Services that a test has opened; they are closed when it ends."""


def fresh_key() -> str:
    return f"idempotency-key-{next(_KEYS):06d}"


def make_settings(tmp_path: Path, database_url: str, **changes: Any) -> ServiceSettings:
    given: dict[str, Any] = {
        "data_dir": tmp_path,
        "database_url": database_url,
        "public_url": "http://testserver",
        "secret_key": SecretStr("a secret of the tests, 32 bytes or more"),
        "background": False,
        "rate_limit": 100_000,
        "wrong_key_limit": 100_000,
    }
    return ServiceSettings(**given | changes)


def video_result(stored: StoredObject, *, seconds: float, **changes: Any) -> dict[str, Any]:
    """A result of the kind "video" with this main file and no sidecars, as JSON."""
    file = {"key": stored.key, "size": stored.size, "sha256": stored.sha256, "media_type": "video/mp4"}
    facts = {"kind": "video", "duration_seconds": seconds, "width": 1080, "height": 1920}
    return facts | {"file": file | changes}


def film_order(**changes: Any) -> dict[str, Any]:
    """A Long-form order with a script of 3,500 characters."""
    return {"script": "Rivers move their banks. " * 140, "rights_attested": True} | changes


@dataclass
class Service:
    """A running service with its clock, store, queue and client."""

    services: AllServices
    clock: FakeClock
    store: MemoryStore
    job_queue: RecordingQueue
    client: TestClient

    def account(self, plan: Plan = Plan.PRO) -> Account:
        made = accounts.create_account(self.services.database, self.clock, plan=plan, name="test")
        key = accounts.create_key(self.services.database, self.clock, account_id=made.account_id)
        plant(key.key, self.services.settings.secret_key.get_secret_value())
        return Account(service=self, id=made.account_id, key=key.key)

    def event(self, job_id: str, attempt: int, **event: Any) -> httpx2.Response:
        """Report an event as a worker would, with the attempt's real token."""
        message = self.message(job_id, attempt)
        return self.client.post(
            message["url"],
            json={"version": 2} | event,
            headers={"Authorization": f"Bearer {message['token']}"},
        )

    def message(self, job_id: str, attempt: int) -> dict[str, str]:
        from api.worker_events.report_token import report_token  # noqa: PLC0415 - only here

        job = UUID(job_id)
        token = report_token(self.services.secret, job_id=job, attempt=attempt)
        plant(token)
        return {"url": f"/internal/v1/jobs/{job_id}/attempts/{attempt}/events", "token": token}

    def claim(self, job_id: str, attempt: int = 1, worker: str = "worker-1") -> dict[str, Any]:
        answer = self.event(job_id, attempt, kind="claimed", sequence=1, worker=worker)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def finish(self, job_id: str, attempt: int = 1, content: bytes = MP4) -> None:
        """Claim a job, store its video and complete it."""
        self.claim(job_id, attempt)
        stored = self.store.put_bytes(output_key(UUID(job_id), attempt), content)
        answer = self.event(
            job_id, attempt, kind="completed", sequence=50, result=video_result(stored, seconds=31.5)
        )
        assert answer.json()["accepted"] is True, answer.text

    def finish_film(self, job_id: str, attempt: int = 1) -> dict[str, Any]:
        """Claim a film, store it and its sidecars, and complete it."""
        self.claim(job_id, attempt)
        main = output_key(UUID(job_id), attempt)
        folder = main.rpartition("/")[0]
        files = {}
        for name, (media_type, content) in SIDECARS.items():
            stored = self.store.put_bytes(f"{folder}/{name}", content)
            files[name] = {
                "key": stored.key, "size": stored.size, "sha256": stored.sha256, "media_type": media_type
            }  # fmt: skip
        result = video_result(self.store.put_bytes(main, MP4), seconds=779.4) | FILM | {"sidecars": files}
        return dict(self.event(job_id, attempt, kind="completed", sequence=50, result=result).json())

    def fail(
        self, job_id: str, attempt: int = 1, *, retryable: bool = False, code: str = "encoder_failed"
    ) -> dict[str, Any]:
        self.claim(job_id, attempt)
        sentence = SENTENCES.get(code, "The encoder stopped.")
        answer = self.event(
            job_id,
            attempt,
            kind="failed",
            sequence=50,
            code=code,
            sentence=sentence,
            retryable=retryable,
        )
        return dict(answer.json())


@dataclass
class Account:
    """An account that talks to the service with its key."""

    service: Service
    id: UUID
    key: str
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} | self.extra

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.request("GET", path, headers=headers)

    def request(
        self, method: str, path: str, *, headers: dict[str, str] | None = None, **more: Any
    ) -> httpx2.Response:
        return self.service.client.request(
            method, f"{BASE}{path}", headers=self.headers | (headers or {}), **more
        )

    def create(self, body: dict[str, Any] | None = None, *, key: str = "") -> httpx2.Response:
        body = {"topic": "The Tunguska event"} if body is None else body
        plant(body.get("topic"))
        return self.request("POST", "/videos", headers={"Idempotency-Key": key or fresh_key()}, json=body)

    def order_film(self, body: dict[str, Any] | None = None, *, key: str = "") -> httpx2.Response:
        body = film_order() if body is None else body
        plant(body.get("script"), body.get("title"))
        headers = {"Idempotency-Key": key or fresh_key()}
        return self.request("POST", "/long-form/videos", headers=headers, json=body)

    def new_film(self, **changes: Any) -> str:
        answer = self.order_film(film_order(**changes))
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    def film(self, video_id: str) -> dict[str, Any]:
        answer = self.get(f"/long-form/videos/{video_id}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def cancel(self, video_id: str) -> dict[str, Any]:
        answer = self.request("POST", f"/long-form/videos/{video_id}/cancel")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def meter(self) -> tuple[int, int, int]:
        """Units of the account's Long-form meter: used, reserved, remaining."""
        shown = self.usage()["meters"]["long_form"]
        return shown["used"], shown["reserved"], shown["remaining"]

    def new_video(self) -> str:
        answer = self.create()
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    def video(self, video_id: str) -> dict[str, Any]:
        answer = self.get(f"/videos/{video_id}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def usage(self) -> dict[str, Any]:
        return dict(self.get("/usage").json())


def make_service(settings: ServiceSettings) -> Service:
    clock, store, job_queue = FakeClock(instant=START), MemoryStore(), RecordingQueue()
    adapters = Adapters(job_queue=job_queue, store=store, staging=MemoryStaging(store), clock=clock)
    services = build_services(settings, adapters)
    OPENED.append(services)
    client = InProcessClient(create_app(services))
    return Service(services=services, clock=clock, store=store, job_queue=job_queue, client=client)


def problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """Check that the answer is this problem, complete and well formed; returns its body."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = dict(answer.json())
    assert set(body) == {"type", "title", "status", "code", "detail", "instance", "request_id"}
    assert body["code"] == code, body
    assert body["status"] == status
    assert body["request_id"] == answer.headers["x-request-id"] == str(UUID(body["request_id"]))
    assert body["type"] == f"http://testserver/problems/{code.replace('_', '-')}"
    assert body["instance"].startswith("/api/v1/")
    assert body["title"]
    assert body["detail"]
    return body
