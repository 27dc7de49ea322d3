"""Settings, logs, commands, supervisor and the HTTP edge, each on its own."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from api import commands
from api.queue.worker_process import ChildPlan, Supervisor
from api.settings import ServiceSettings
from renderer.errors import Blame, ClipwrightError
from renderer.logs import configure_logs, redact
from tests.api.harness import Account, Service, make_service, make_settings, problem
from tests.api.served import ROOT, wait_until

GIVEN = "correct horse battery staple, and so on"
ECHO = """
import os, sys
print(os.getpid(), file=open("pids", "a"), flush=True)
for line in sys.stdin:
    open("lines", "a").write(line)
"""


def pids(folder: Path) -> list[int]:
    path = folder / "pids"
    return [int(each) for each in path.read_text().split()] if path.exists() else []


@pytest.fixture
def gone() -> list[bool]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, gone: list[bool], monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.chdir(tmp_path)
    plan = ChildPlan(
        command=(sys.executable, "-c", ECHO),
        environment=os.environ | {"PYTHONPATH": str(ROOT)},
        on_gone=gone.append,
    )
    made = Supervisor(plan)
    made.start()
    yield made
    made.stop()


def test_lines_reach_the_child(supervisor: Supervisor, tmp_path: Path) -> None:
    wait_until(lambda: bool(pids(tmp_path)))
    supervisor.send("one")
    supervisor.send("två")
    wait_until(lambda: (tmp_path / "lines").exists() and (tmp_path / "lines").read_text() == "one\ntvå\n")


def test_a_dead_child_is_replaced_and_reported(
    supervisor: Supervisor, tmp_path: Path, gone: list[bool]
) -> None:
    wait_until(lambda: len(pids(tmp_path)) == 1)
    os.kill(pids(tmp_path)[0], 9)
    wait_until(lambda: len(pids(tmp_path)) == 2)
    assert gone == [False, False]
    supervisor.stop()
    assert gone == [False, False, True]
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids(tmp_path))
    with pytest.raises(ConnectionError):
        supervisor.send("nobody hears")


def test_a_command_that_cannot_start_is_tried_again_and_can_be_stopped(gone: list[bool]) -> None:
    plan = ChildPlan(
        command=("/no/such/command",), environment={"PYTHONPATH": str(ROOT)}, on_gone=gone.append
    )
    supervisor = Supervisor(plan)
    supervisor.start()
    wait_until(lambda: len(gone) >= 3)
    supervisor.stop()


def test_settings_follow_from_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLIPWRIGHT_PUBLIC_URL", "https://video.example/")
    monkeypatch.setenv("CLIPWRIGHT_WORKER_COMMAND", '["a", "b c"]')
    settings = ServiceSettings(data_dir=tmp_path)
    assert settings.public_url == settings.internal_url == "https://video.example"
    assert settings.problem_base == "https://video.example/problems"
    assert settings.database_url == f"sqlite:///{tmp_path}/clipwright.db"
    assert settings.storage_root == tmp_path / "objects"
    assert settings.worker_command == ["a", "b c"]


def test_the_secret_is_made_once_for_all_processes_and_is_private(tmp_path: Path) -> None:
    secrets: set[bytes] = set()
    threads = [
        threading.Thread(target=lambda: secrets.add(ServiceSettings(data_dir=tmp_path / "new").secret()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(secrets) == 1
    assert len(next(iter(secrets))) == 64
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret"]
    assert ServiceSettings(data_dir=tmp_path, secret_key=SecretStr(GIVEN)).secret() == GIVEN.encode()


def test_logs_are_json_and_blank_out_keys(account: Account, capsys: pytest.CaptureFixture[str]) -> None:
    before = structlog.get_config()
    try:
        configure_logs("info")
        account.create({"topic": "a private matter"})
        structlog.get_logger().info("slip", text=f"Bearer {account.key}", key=account.key)
        structlog.get_logger().debug("unheard")
    finally:
        structlog.configure(**before)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert {"accepted", "request", "slip"} <= {line["event"] for line in lines}
    (request,) = [line for line in lines if line["event"] == "request"]
    assert (request["route"], request["status"]) == ("/api/v1/videos", 202)
    assert request["account_id"] == str(account.id)
    assert len(request["request_id"]) == 36
    text = json.dumps(lines)
    assert account.key not in text
    assert "private matter" not in text
    assert "unheard" not in text
    assert redact(None, "", {"number": 1, "x": "cw_" + "a" * 30}) == {"number": 1, "x": "[redacted]"}


def test_metrics_count_requests_by_route_and_never_by_path(tmp_path: Path, sqlite_url: str) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url, metrics_token=SecretStr("scrape-me")))
    account = made.account()
    video_id = account.new_video()
    account.get(f"/videos/{video_id}")
    problem(made.client.get("/metrics"), 404, "not_found")
    problem(made.client.get("/metrics", headers={"Authorization": "Bearer wrong"}), 404, "not_found")
    text = made.client.get("/metrics", headers={"Authorization": "Bearer scrape-me"}).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    counted = {
        (each.labels["method"], each.labels["route"], each.labels["status"]): each.value
        for each in families["clipwright_requests"].samples
        if each.name.endswith("_total")
    }
    assert counted["POST", "/api/v1/videos", "202"] == 1
    assert counted["GET", "/api/v1/videos/{video_id}", "200"] == 1
    assert video_id not in text
    open_jobs = {each.labels["status"]: each.value for each in families["clipwright_open_jobs"].samples}
    assert open_jobs == {"queued": 1, "processing": 0}
    assert families["clipwright_outbox_messages"].samples[0].value == 1


def test_metrics_trust_no_address_without_a_token(tmp_path: Path, sqlite_url: str) -> None:
    closed = make_service(make_settings(tmp_path, sqlite_url))
    open_to_all = make_service(make_settings(tmp_path, sqlite_url, metrics_open=True))
    for host in ("127.0.0.1", "::1", "192.0.2.7"):
        visitor = TestClient(closed.client.app, client=(host, 50000))
        problem(visitor.get("/metrics"), 404, "not_found")
        problem(visitor.get("/metrics", headers={"Authorization": "Bearer "}), 404, "not_found")
    assert open_to_all.client.get("/metrics").status_code == 200


def test_a_metrics_token_beyond_ascii_opens_nothing_and_breaks_nothing(
    tmp_path: Path, sqlite_url: str
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url, metrics_token=SecretStr("schlüssel")))
    problem(made.client.get("/metrics", headers={"Authorization": "Bearer schl"}), 404, "not_found")


@pytest.mark.parametrize("weak", ["a", "x" * 31, "x" * 64, "ab" * 40, "password" * 8])
def test_a_secret_that_can_be_guessed_is_refused_with_a_sentence(weak: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        ServiceSettings(secret_key=SecretStr(weak))
    assert caught.value.spec.blame is Blame.CALLER
    assert "CLIPWRIGHT_SECRET_KEY: give at least 32 random bytes" in caught.value.sentence
    assert f"'{weak}'" not in repr(caught.value)


def test_health_and_readiness(service: Service) -> None:
    assert service.client.get("/healthz").status_code == 200
    assert service.client.get("/readyz").status_code == 200
    service.store.broken = True
    assert service.client.get("/healthz").status_code == 200
    problem(service.client.get("/readyz"), 503, "service_unavailable")


def invoke(command: object, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, list(arguments))  # type: ignore[arg-type]  # a click command
    return done.exit_code, done.output


def test_accounts_and_keys_by_command(tmp_path: Path) -> None:
    folder = ("--data-dir", str(tmp_path), "--json")
    code, output = invoke(commands.accounts, "create", "--plan", "creator", "--name", "me", *folder)
    assert code == 0
    account = json.loads(output)["account"]
    first, second = (json.loads(invoke(commands.keys, "create", account, *folder)[1]) for _ in range(2))
    assert first["key"] != second["key"]
    expiring = json.loads(invoke(commands.keys, "create", account, "--expires-at", "2026-12-31", *folder)[1])
    assert expiring["expires_at"] == "2026-12-31T00:00:00+00:00"
    assert json.loads(invoke(commands.accounts, "set-plan", account, "pro", *folder)[1])["plan"] == "pro"
    assert json.loads(invoke(commands.keys, "revoke", account, *folder)[1])["revoked"] == 1
    assert (
        invoke(commands.keys, "revoke", account, "--data-dir", str(tmp_path))[1]
        == f"account: {account}\nrevoked: 0\n"
    )


@pytest.mark.parametrize("arguments", [("keys", "create"), ("keys", "revoke"), ("accounts", "set-plan")])
def test_commands_about_accounts_that_are_none(tmp_path: Path, arguments: tuple[str, str]) -> None:
    more = ("pro",) if arguments[1] == "set-plan" else ()
    unknown = "00000000-0000-4000-8000-000000000000"
    code, output = invoke(
        getattr(commands, arguments[0]), arguments[1], unknown, *more, "--data-dir", str(tmp_path)
    )
    assert code == 1
    assert "no such account" in output


@pytest.mark.parametrize(
    "raw",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /x HTTP/1.1\r\n" + b"A: " + b"x" * 100_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_gets_a_problem_too(listening: int, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", listening), timeout=5) as client:
        client.sendall(raw)
        answer = b""
        while chunk := client.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "invalid_request"


def test_silent_connections_are_ended(listening: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.protocol.HEAD_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", listening), timeout=5) as client:
        client.sendall(b"GET /healthz HT")
        assert client.recv(100) == b""
