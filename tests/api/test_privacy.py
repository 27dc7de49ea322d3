"""Only their owner can read the files of the service and of the worker."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.settings import ServiceSettings
from renderer.cli.doctor import PROBES
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace
from renderer.worker.settings import WorkerSettings
from tests.api.served import ROOT, environment, new_account, run_command, serving


def readable_by_others(*folders: Path) -> list[str]:
    paths = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    return [f"{path} {path.stat().st_mode:o}" for path in paths if path.stat().st_mode & 0o077]


@pytest.fixture
def _open_umask() -> Iterator[None]:
    """The umask of most systems; processes that the tests start inherit it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_open_umask")
def test_serve_makes_nothing_that_others_can_read(tmp_path: Path) -> None:
    data = tmp_path / "data"
    run_command("accounts", "create", "--plan", "pro", data_dir=data)
    assert readable_by_others(data) == []
    credentials = new_account(data)
    (data / "serve.log").touch(mode=0o600)
    with serving(data, credentials) as served:
        status, _, video = served.call(
            "POST", "/api/v1/videos", {"topic": "bees"}, **{"Idempotency-Key": "bees" * 5}
        )
        assert status == 202
        assert served.wait_for(video["links"]["self"], "completed", "failed")["status"] == "completed"
        assert (data / "objects").is_dir()
        assert readable_by_others(data) == []


@pytest.mark.usefixtures("_open_umask")
def test_a_workspace_is_private_whatever_the_umask(tmp_path: Path) -> None:
    place = open_workspace(tmp_path / "workspace")
    made = tmp_path / "made"
    made.write_bytes(b"a voice")
    made.chmod(0o644)
    store = ArtifactStore(place)
    store.put_file(made)
    digest = store.put_bytes(b"a document")
    assert place.root.stat().st_mode & 0o777 == 0o700
    files = [path for path in place.root.rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert store.read(digest) == b"a document"


@pytest.mark.parametrize("command", ["renderer.worker.process.embedded", "renderer.cli.worker"])
@pytest.mark.usefixtures("_open_umask")
def test_workers_begin_with_a_private_umask(command: str) -> None:
    script = f"""
import os, {command} as module
def seen(*_, **__):
    print(oct(os.umask(0)))
    raise SystemExit(0)
for name in ("make_worker_context", "build_app"):
    if hasattr(module, name):
        setattr(module, name, seen)
module.worker(["--queues", "short.cpu"]) if hasattr(module, "worker") else module.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "0o77"


def test_the_doctor_names_what_others_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    monkeypatch.setenv("CLIPWRIGHT_DATA_DIR", str(data))
    monkeypatch.setenv("CLIPWRIGHT_WORKSPACE", str(tmp_path / "workspace"))
    settings, probe = WorkerSettings(), PROBES["privacy"]
    new_account(data)
    ServiceSettings(data_dir=data).secret()
    open_workspace(settings.workspace)
    assert "owner" in probe(settings)
    for path in (data, data / "clipwright.db", data / "secret", settings.workspace / "objects"):
        mode = path.stat().st_mode
        path.chmod(mode | 0o044)
        with pytest.raises(ClipwrightError) as caught:
            probe(settings)
        assert caught.value.code == "files_exposed"
        assert f"chmod -R go-rwx {path.resolve()}" in caught.value.sentence.replace(
            str(path), str(path.resolve())
        )
        path.chmod(mode)
    assert "owner" in probe(settings)
