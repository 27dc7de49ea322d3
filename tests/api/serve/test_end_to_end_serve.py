"""From outside: the real command, real HTTP, a worker child that follows a script instead of rendering."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.api.scripted_worker import CONTENT
from tests.api.served import Credentials, Served, new_account, run_command, serving, wait_until

METRICS_TOKEN = "scrape-me"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("serve")
    with serving(folder, new_account(folder), CLIPWRIGHT_METRICS_TOKEN=METRICS_TOKEN) as running:
        yield running


def request(served: Served, url: str) -> urllib.request.Request:
    return urllib.request.Request(url, headers={"Authorization": f"Bearer {served.credentials.key}"})  # noqa: S310 - our own service


def create(served: Served, topic: str) -> str:
    status, headers, body = served.call(
        "POST", "/api/v1/videos", {"topic": topic}, **{"Idempotency-Key": f"{topic:-<20}"}
    )
    assert status == 202, body
    assert headers["location"] == body["links"]["self"]
    return str(body["links"]["self"])


def test_create_poll_download_and_resume_after_a_cut(served: Served, tmp_path: Path) -> None:
    link = create(served, "bees")
    video = served.wait_for(link, "completed")
    target = tmp_path / "video.mp4"
    curl = [
        "curl",
        "-sS",
        "--fail",
        "-H",
        f"Authorization: Bearer {served.credentials.key}",
        "-o",
        str(target),
    ]
    with urllib.request.urlopen(request(served, video["links"]["download"]), timeout=10) as answer:  # noqa: S310 - our own service
        target.write_bytes(answer.read(1_234_567))  # and hang up in the middle
    subprocess.run([*curl, "-C", "-", video["links"]["download"]], check=True, timeout=30)
    assert hashlib.sha256(target.read_bytes()).digest() == hashlib.sha256(CONTENT).digest()


def test_a_job_whose_worker_died_is_done_by_the_next(served: Served) -> None:
    video = served.wait_for(create(served, "crash"), "completed", "failed")
    assert video["status"] == "completed"
    assert served.call("GET", "/api/v1/usage")[2]["videos"]["reserved"] == 0


def test_metrics_are_for_the_bearer_of_their_token(served: Served) -> None:
    curl = ["curl", "-sS", "--fail", f"{served.url}/metrics"]
    assert subprocess.run(curl, check=False, capture_output=True).returncode != 0
    listing = subprocess.run(
        [*curl, "-H", f"Authorization: Bearer {METRICS_TOKEN}"], check=True, capture_output=True, text=True
    ).stdout
    assert re.search(r'clipwright_requests_total\{.*route="/readyz".*\} [1-9]', listing)
    assert "clipwright_outbox_messages" in listing


def test_logs_hold_request_ids_and_no_key(served: Served) -> None:
    request_id = served.call("GET", "/api/v1/usage")[1]["x-request-id"]
    until = time.monotonic() + 60
    log = ""
    while request_id not in log and time.monotonic() < until:  # the line is written after the answer
        log = (served.data_dir / "serve.log").read_text()
    assert request_id in log
    assert served.credentials.key not in log
    assert "bees" not in log


def test_a_second_service_on_the_same_folder_is_refused(served: Served) -> None:
    with pytest.raises(TimeoutError, match="Another service"), serving(served.data_dir, served.credentials):
        pass


def test_a_new_key_stops_the_old_one_at_once(served: Served) -> None:
    mine = new_account(served.data_dir)
    asked = replace(served, credentials=mine)
    assert asked.call("GET", "/api/v1/usage")[0] == 200
    key = run_command("keys", "create", mine.account, data_dir=served.data_dir)["key"]
    assert asked.call("GET", "/api/v1/usage")[0] == 401
    renewed = replace(served, credentials=Credentials(account=mine.account, key=key))
    assert renewed.call("GET", "/api/v1/usage")[0] == 200
    run_command("accounts", "set-plan", mine.account, "basic", data_dir=served.data_dir)
    assert renewed.call("GET", "/api/v1/usage")[2]["code"] == "api_access_required"
    run_command("keys", "revoke", mine.account, data_dir=served.data_dir)
    assert renewed.call("GET", "/api/v1/usage")[2]["code"] == "invalid_api_key"


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return [int(each) for each in listed.split()]


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def test_nothing_is_left_of_a_killed_service_and_its_job_goes_on(tmp_path: Path) -> None:
    credentials = new_account(tmp_path)
    with serving(tmp_path, credentials) as running:
        link = create(running, "slow")
        running.wait_for(link, "processing")
        orphans = children(running.process.pid)
        assert orphans
        os.kill(running.process.pid, signal.SIGKILL)
        running.process.wait()
        until = time.monotonic() + 5
        while any(map(is_alive, orphans)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(map(is_alive, orphans))
    with serving(tmp_path, credentials) as again:
        path = "/api/v1" + link.partition("/api/v1")[2]
        again.wait_for(path, "processing")
        # after the pause that follows a lost worker
        wait_until(lambda: '"attempt": 2' in (tmp_path / "serve.log").read_text())
