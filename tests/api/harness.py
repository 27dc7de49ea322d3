"""What the API's tests share: a clock that is set, a service in memory of nobody, requests in one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID

from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.accounts import service as accounts
from api.app import create_app
from api.doorbell import RecordingDoorbell
from api.outputs import output_key
from api.services import Outside, Services, build_services
from api.settings import Settings
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.vocabulary import Plan

if TYPE_CHECKING:
    from pathlib import Path

    import httpx2

START = datetime(2026, 3, 10, 12, 0, 0, 123456, tzinfo=UTC)
MP4 = bytes(range(256)) * 40
BASE = "/api/v1"
_KEYS = count()
OPENED: list[Services] = []
"""Services that a test has made; closed when it ends."""


class FakeClock:
    """Stands still until moved."""

    def __init__(self) -> None:
        self.instant = START

    def now(self) -> datetime:
        return self.instant

    def advance(self, **by: float) -> None:
        self.instant += timedelta(**by)


def fresh_key() -> str:
    return f"idempotency-key-{next(_KEYS):06d}"


def make_settings(tmp_path: Path, database_url: str, **changes: Any) -> Settings:
    given: dict[str, Any] = {
        "data_dir": tmp_path,
        "database_url": database_url,
        "public_url": "http://testserver",
        "secret_key": SecretStr("a secret of the tests"),
        "background": False,
        "rate_limit": 100_000,
    }
    return Settings(**given | changes)


@dataclass
class Service:
    """A running service and everything around it."""

    services: Services
    clock: FakeClock
    store: MemoryStore
    doorbell: RecordingDoorbell
    client: TestClient

    def account(self, plan: Plan = Plan.PRO) -> Account:
        made = accounts.create_account(self.services.database, self.clock, plan=plan, name="test")
        key = accounts.create_key(self.services.database, self.clock, account_id=made.account_id)
        return Account(service=self, id=made.account_id, key=key.key)

    def event(self, job_id: str, attempt: int, **event: Any) -> httpx2.Response:
        """Report as a worker would, with the true token of the attempt."""
        message = self.message(job_id, attempt)
        return self.client.post(
            message["url"], json=event, headers={"Authorization": f"Bearer {message['token']}"}
        )

    def message(self, job_id: str, attempt: int) -> dict[str, str]:
        from api.report_token import report_token  # noqa: PLC0415 - only here

        job = UUID(job_id)
        token = report_token(self.services.secret, job_id=job, attempt=attempt)
        return {"url": f"/internal/v1/jobs/{job_id}/attempts/{attempt}/events", "token": token}

    def claim(self, job_id: str, attempt: int = 1, worker: str = "worker-1") -> dict[str, Any]:
        answer = self.event(job_id, attempt, kind="claimed", sequence=1, worker=worker)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def finish(self, job_id: str, attempt: int = 1, content: bytes = MP4) -> None:
        """Claim, store and complete."""
        self.claim(job_id, attempt)
        stored = self.store.put_bytes(output_key(UUID(job_id), attempt), content)
        answer = self.event(
            job_id,
            attempt,
            kind="completed",
            sequence=50,
            key=stored.key,
            size=stored.size,
            sha256=stored.sha256,
            duration_seconds=31.5,
        )
        assert answer.json()["accepted"] is True, answer.text

    def fail(self, job_id: str, attempt: int = 1, *, retryable: bool = False) -> dict[str, Any]:
        self.claim(job_id, attempt)
        sentence = "The encoder stopped."
        answer = self.event(
            job_id,
            attempt,
            kind="failed",
            sequence=50,
            code="encoder_failed",
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
        return self.request("POST", "/videos", headers={"Idempotency-Key": key or fresh_key()}, json=body)

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


def make_service(settings: Settings) -> Service:
    clock, store, doorbell = FakeClock(), MemoryStore(), RecordingDoorbell()
    services = build_services(settings, Outside(doorbell=doorbell, store=store, clock=clock))
    OPENED.append(services)
    client = TestClient(create_app(services), follow_redirects=False)
    return Service(services=services, clock=clock, store=store, doorbell=doorbell, client=client)


def problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """Check that the answer is this problem, whole and in form."""
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
