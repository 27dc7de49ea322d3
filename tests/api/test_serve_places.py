"""Where `clipwright serve` keeps its files, what it listens on, where its links lead; `jobs` too."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from api.http import server
from api.settings import ServiceSettings, worker_environment
from tests.api.served import environment, free_port, new_account
from tests.api.served import serving as running

EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked about
PROGRAM = "from renderer.cli.main import main; main()"


def clipwright(*arguments: str, folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        env=environment(**given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_embedded_worker_keeps_its_workspace_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLIPWRIGHT_WORKSPACE", raising=False)
    settings = ServiceSettings(data_dir=tmp_path / "data")
    assert worker_environment(settings)["CLIPWRIGHT_WORKSPACE"] == str(tmp_path / "data" / "workspace")
    monkeypatch.setenv("CLIPWRIGHT_WORKSPACE", "/elsewhere")
    assert worker_environment(settings)["CLIPWRIGHT_WORKSPACE"] == "/elsewhere"


def test_serving_leaves_nothing_in_the_current_folder(tmp_path: Path) -> None:
    here, data = tmp_path / "here", tmp_path / "data"
    here.mkdir()
    data.mkdir()
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "serve", "--port", str(port), "--data-dir", str(data)],
        cwd=here,
        env=environment(),
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            if (data / "workspace" / "scratch").exists():
                break
            process.poll()
            signal.sigtimedwait([], 0.1)
        assert (data / "workspace" / "scratch").exists()
        assert not list(here.iterdir())
    finally:
        process.terminate()
        process.wait(timeout=30)


def test_a_taken_port_is_a_sentence_and_nothing_is_announced(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = clipwright("serve", "--port", str(port), "--data-dir", "d", folder=tmp_path)
    assert done.returncode == 1
    assert f"Cannot listen on port {port} of 127.0.0.1: Address already in use." in done.stderr
    assert "listens on" not in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("secret", ["a", "Abcdefgh" * 3, "ab" * 40])
def test_a_signing_secret_that_can_be_guessed_is_a_sentence_and_nothing_is_made(
    tmp_path: Path, secret: str
) -> None:
    done = clipwright("serve", "--data-dir", "d", folder=tmp_path, CLIPWRIGHT_SECRET_KEY=secret)
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert "CLIPWRIGHT_SECRET_KEY" in sentence
    assert "at least 32 random bytes" in sentence
    assert secret not in done.stdout + done.stderr.replace("CLIPWRIGHT_SECRET_KEY", "") or len(secret) == 1
    assert not (tmp_path / "d").exists()


def test_an_address_of_another_machine_is_a_sentence(tmp_path: Path) -> None:
    done = clipwright("serve", "--host", "192.0.2.7", "--data-dir", "d", folder=tmp_path)
    assert done.returncode == 1
    assert "Cannot listen on port 8000 of 192.0.2.7" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"])  # noqa: S104 - asked about
def test_links_lead_where_others_reach_the_service(host: str) -> None:
    outside, here = server.reached_from_outside(host), server.reached_from_here(host)
    assert not server.is_everywhere(outside)
    assert here in {"127.0.0.1", "::1", host}
    assert server.address_of(here, 80).startswith("http://[" if ":" in here else f"http://{here}")
    if not server.is_everywhere(host):
        assert outside == here == host


@pytest.mark.parametrize("given", ["", "https://clips.example"])
def test_links_of_a_service_on_all_addresses_lead_where_it_says(tmp_path: Path, given: str) -> None:
    port = free_port()
    public = given or f"http://{server.reached_from_outside(EVERYWHERE)}:{port}"
    settings: dict[str, Any] = {"CLIPWRIGHT_PUBLIC_URL": given} if given else {}
    with running(tmp_path, new_account(tmp_path), port=port, host=EVERYWHERE, **settings) as served:
        key = {"Idempotency-Key": "b" * 20}
        status, headers, made = served.call("POST", "/api/v1/videos", {"topic": "bees"}, **key)
        shown = f"{public}/api/v1/videos/{made['id']}"
        assert (status, made["links"]["self"], headers["location"]) == (202, shown, shown)
        bearer = {"Authorization": f"Bearer {served.credentials.key}"}
        if not given:
            assert httpx.get(shown, headers=bearer, trust_env=False).json()["id"] == made["id"]
    said = (tmp_path / "serve.log").read_text("utf-8").splitlines()
    assert said[0].startswith(f"Clipwright listens on http://127.0.0.1:{port}")
    guessed = [line for line in said if line.startswith(f"Links lead to {public}; set CLIPWRIGHT_PUBLIC_URL")]
    assert len(guessed) == (0 if given else 1)


def test_jobs_are_shown_of_any_data_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with running(data, new_account(data)) as served:
        made = served.call("POST", "/api/v1/videos", {"topic": "bees"}, **{"Idempotency-Key": "b" * 20})[2]
        served.wait_for(made["links"]["self"], "completed")
    listed = clipwright("jobs", "list", "--json", "--data-dir", str(data), folder=tmp_path)
    (job,) = [json.loads(line) for line in listed.stdout.splitlines()]
    assert job["status"] == "completed"
    shown = clipwright("jobs", "show", job["id"], "--data-dir", str(data), folder=tmp_path)
    assert json.loads(shown.stdout)["id"] == job["id"]
    for verb, sentence in (("retry", "only failed and cancelled"), ("cancel", "completed already")):
        done = clipwright("jobs", verb, job["id"], "--data-dir", str(data), folder=tmp_path)
        assert sentence in done.stderr
    unknown = clipwright("jobs", "show", str(uuid4()), "--data-dir", str(tmp_path / "none"), folder=tmp_path)
    assert "There is no database yet" in unknown.stderr
    assert not (tmp_path / "none").exists()
