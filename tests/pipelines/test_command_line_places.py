"""Where the `clipwright` command writes, and what it says when it cannot: folders, streams, memory."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from renderer.backends.publishing.folder import DRAFT
from tests.pipelines.test_command_line import ROOT, SCRIPT, SMALL, clipwright, command, environment
from tests.support.production.small_disk import mounted
from tests.support.providers.server import ProviderServer

LEAST = 300
"""Megabytes in which Python starts, but no large library can be loaded."""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.txt"
    path.write_text(SCRIPT, "utf-8")
    return path


def test_everything_that_a_run_keeps_lies_in_its_workspace(tmp_path: Path) -> None:
    with ProviderServer() as server:
        given = {
            "CLIPWRIGHT_IMAGE_BASE_URL": server.url,
            "CLIPWRIGHT_PROVIDER_TRIES": "1",
        }
        done = subprocess.run(
            command("render", "--topic", "The sea", "--size", "144x256", "--fps", "10",
                    "--workspace", "w", "--out", "v.mp4"),
            cwd=tmp_path,
            env=environment() | given,
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert server.paid()
    assert not (tmp_path / ".clipwright").exists()
    kept = {path.name for path in (tmp_path / "w").iterdir()}
    assert {"paid", "pictures_shown"} <= kept


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_reader_that_has_gone_ends_the_command_without_a_word(
    tmp_path: Path, script: Path, stream: str
) -> None:
    arguments = command(
        "render", "--script", str(script), *SMALL, *(["--json"] if stream == "stdout" else [])
    )
    reading, writing = os.pipe()
    os.close(reading)
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: writing}
    with subprocess.Popen(arguments, cwd=tmp_path, env=environment(), text=True, **streams) as process:
        os.close(writing)
        said = "".join(part or "" for part in process.communicate(timeout=60))
    assert process.returncode == 141
    assert "Traceback" not in said
    assert "Exception ignored" not in said


@pytest.mark.parametrize("arguments", [("render", "--script", "script.txt", "--json"), ("doctor", "--help")])
def test_a_full_standard_output_is_one_sentence(
    tmp_path: Path, script: Path, arguments: tuple[str, ...]
) -> None:
    del script
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(*arguments),
            cwd=tmp_path,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "clipwright: The output path 'standard output' cannot be written: No space left on device\n"
    )


def test_a_read_only_workspace_is_named(tmp_path: Path, script: Path) -> None:
    place = tmp_path / "w"
    for folder in ("objects", "keys", "scratch"):
        (place / folder).mkdir(parents=True)
    with mounted(place / "scratch", "ro"):
        done = clipwright(
            "render", "--script", str(script), *SMALL, "--workspace", str(place), folder=tmp_path
        )
    assert done.returncode == 2
    assert f"The output path '{place}' cannot be written: Read-only file system" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("megabytes", [LEAST, 700])
def test_too_little_memory_is_called_so(tmp_path: Path, script: Path, megabytes: int) -> None:
    limit = megabytes << 20
    done = subprocess.run(
        command("render", "--script", str(script), "--size", "2160x3840"),
        cwd=tmp_path,
        env=environment() | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 1, done.stderr
    if megabytes == LEAST:  # with more memory, an encoder may fail first, with a message of its own
        assert "The machine has too little memory for this" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Something went wrong inside" not in done.stderr


def test_what_a_killed_publisher_left_is_removed_and_what_a_living_one_writes_is_not(
    tmp_path: Path, script: Path
) -> None:
    dead, living = tmp_path / f"{DRAFT}dead", tmp_path / f"{DRAFT}living"
    dead.write_bytes(b"half a video")
    with living.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = clipwright("render", "--script", str(script), *SMALL, "--out", "v.mp4", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not dead.exists()
    assert living.exists()


KILLED = """
import os, pathlib, shutil, signal, sys
from renderer.backends.publishing import folder
from renderer.backends.publishing.base import PublishedFile
source = pathlib.Path(sys.argv[1])
def cut(stream, out, size):
    out.write(stream.read(5)); out.flush()
    os.kill(os.getpid(), signal.SIGKILL)
shutil.copyfileobj = cut
files = (PublishedFile(name="video.mp4", suffix=".mp4", path=source, media_type="video/mp4"),)
folder.FolderPublisher(pathlib.Path(sys.argv[2])).publish(files)
"""


def test_a_kill_in_the_middle_of_publishing_leaves_nothing_for_the_next_run(
    tmp_path: Path, script: Path
) -> None:
    killed = subprocess.run(
        [command()[0], "-c", KILLED, str(script), str(tmp_path / "v.mp4")],
        env=environment(),
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.glob(".*part*"))) == 1
    done = clipwright("render", "--script", str(script), *SMALL, "--out", "v.mp4", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob(".*part*"))
