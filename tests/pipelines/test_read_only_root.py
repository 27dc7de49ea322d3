"""The program where only one folder and /tmp are writable, as in the containers of compose.yaml."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.production.servers import lacking

ROOT = Path(__file__).parents[2]
SHUT = """
mount --bind "$0" /mnt && mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && cd /mnt && exec "$@"
"""
COMMAND = (sys.executable, "-c", "from renderer.cli.main import main; main()")


def shut_in(data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the command with everything read-only except /mnt, which is `data`, and an empty /tmp."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CLIPWRIGHT_")}
    mine = {"PYTHONPATH": str(ROOT), "HOME": "/mnt", "CLIPWRIGHT_WORKSPACE": "/mnt/workspace"}
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SHUT, str(data), *command],
        env=own | mine, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    probe = shut_in(folder, "sh", "-c", "touch /mnt/x && ! touch /etc/x")
    if probe.returncode:
        lacking(f"mount namespaces are not allowed here: {probe.stderr.strip()}")
    return folder


def test_the_doctor_finds_everything(data: Path) -> None:
    done = shut_in(data, *COMMAND, "doctor")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_video_is_made(data: Path) -> None:
    (data / "script.txt").write_text("Bees dance. Others follow.")
    done = shut_in(
        data, *COMMAND, "render", "--script", "script.txt", "--size", "180x320", "--out", "bees.mp4"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (data / "bees.mp4").stat().st_size > 10_000
    assert (data / "bees.manifest.json").exists()
