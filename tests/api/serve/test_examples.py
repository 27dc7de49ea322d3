"""The example clients with the real service, through proxies that cut or change downloads on their way."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.api.proxies import EndingProxy, MeddlingProxy
from tests.api.scripted_worker import CONTENT
from tests.api.served import ROOT, Credentials, Served, free_port, new_account, serving

TOPIC = "The \"Tunguska\" event \\ 通古斯\n\tof 1908: 80% \u0001 'big' 🔥"
EXAMPLES = ROOT / "examples"
OLD = b"an older file of another length" * 50_000
COMMANDS = {
    "curl": ["sh", "create_video.sh"],
    "python": [sys.executable, "create_video.py"],
    "javascript": ["node", "create_video.mjs"],
}


@contextmanager
def meddling(folder: Path, harm: Literal["cut", "flip"]) -> Iterator[tuple[Served, MeddlingProxy]]:
    """A service whose links lead through a proxy that harms one download of each client."""
    port = free_port()
    proxy = MeddlingProxy(port, times=len(COMMANDS), harm=harm)
    given: dict[str, Any] = {"CLIPWRIGHT_PUBLIC_URL": f"http://127.0.0.1:{proxy.port}"}
    try:
        with serving(folder, new_account(folder), port=port, **given) as served:
            yield served, proxy
    finally:
        proxy.close()


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, MeddlingProxy]]:
    with meddling(tmp_path_factory.mktemp("cut"), "cut") as running:
        yield running


@pytest.fixture(scope="module")
def flipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, MeddlingProxy]]:
    with meddling(tmp_path_factory.mktemp("flipped"), "flip") as running:
        yield running


@pytest.fixture
def ending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, EndingProxy]]:
    """A service whose video downloads never arrive whole."""
    port, folder = free_port(), tmp_path_factory.mktemp("ending")
    proxy = EndingProxy(port)
    given: dict[str, Any] = {"CLIPWRIGHT_PUBLIC_URL": f"http://127.0.0.1:{proxy.port}"}
    try:
        with serving(folder, new_account(folder), port=port, **given) as served:
            yield served, proxy
    finally:
        proxy.close()


@pytest.fixture
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clients with three tries instead of six: waits double, so six would take a minute."""
    folder = tmp_path_factory.mktemp("hasty")
    for _, name in COMMANDS.values():
        text, changed = re.subn(
            r"(?im)^((?:const )?tries ?= ?)6\b", r"\g<1>3", (EXAMPLES / name).read_text("utf-8")
        )
        assert changed == 1
        (folder / name).write_text(text, "utf-8")
    return folder


def run(
    served: Served, language: str, base: str, target: Path, *, clients: Path = EXAMPLES
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMANDS[language], base, TOPIC, str(target)],
        cwd=clients,
        env=os.environ | {"CLIPWRIGHT_API_KEY": served.credentials.key},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


def run_all(
    served: Served, proxy: MeddlingProxy, folder: Path, *, clients: Path = EXAMPLES
) -> dict[str, subprocess.CompletedProcess[str]]:
    """Run all clients at once, each over an older file and the leftovers of an older run."""
    base = f"http://127.0.0.1:{proxy.port}/api/v1"
    for language in COMMANDS:
        (folder / language).write_bytes(OLD)
        (folder / f"{language}.part").write_bytes(OLD)
    with ThreadPoolExecutor(len(COMMANDS)) as pool:
        runs = {
            each: pool.submit(run, served, each, base, folder / each, clients=clients) for each in COMMANDS
        }
    return {language: future.result() for language, future in runs.items()}


def test_the_examples_create_poll_and_download(cut: tuple[Served, MeddlingProxy], tmp_path: Path) -> None:
    served, proxy = cut
    for language, done in run_all(served, proxy, tmp_path).items():
        assert done.returncode == 0, done.stderr
        assert (tmp_path / language).read_bytes() == CONTENT, language
        assert served.credentials.key not in done.stdout + done.stderr
    assert not proxy.is_harmful()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(COMMANDS)
    listed = served.call("GET", "/api/v1/videos")[2]["data"]
    assert [video["status"] for video in listed] == ["completed"] * 3


def test_every_topic_arrives_letter_by_letter(cut: tuple[Served, MeddlingProxy], tmp_path: Path) -> None:
    served, proxy = cut
    run_all(served, proxy, tmp_path)
    with closing(sqlite3.connect(served.data_dir / "clipwright.db")) as books:
        topics = [json.loads(order)["topic"] for (order,) in books.execute('SELECT "order" FROM jobs')]
    assert len(topics) >= len(COMMANDS)
    assert set(topics) == {TOPIC}


def test_a_file_that_changed_on_its_way_is_a_failure(
    flipped: tuple[Served, MeddlingProxy], tmp_path: Path
) -> None:
    served, proxy = flipped
    for language, done in run_all(served, proxy, tmp_path).items():
        assert done.returncode != 0, language
        assert "the file is damaged" in done.stderr, language
        assert (tmp_path / language).read_bytes() == OLD, language
    assert not proxy.is_harmful()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(COMMANDS)


def test_a_file_that_never_arrives_whole_is_a_failure(
    ending: tuple[Served, EndingProxy], hasty: Path, tmp_path: Path
) -> None:
    """Every try ends early with correct bytes, so only the length reveals it."""
    served, proxy = ending
    for language, done in run_all(served, proxy, tmp_path, clients=hasty).items():
        assert done.returncode != 0, language
        assert "the download was cut too often" in done.stderr, language
        assert (tmp_path / language).read_bytes() == OLD, language
    assert proxy.ended >= 2 * len(COMMANDS)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(COMMANDS)


@pytest.mark.parametrize("language", COMMANDS)
def test_the_example_stops_at_a_refusal(
    cut: tuple[Served, MeddlingProxy], language: str, tmp_path: Path
) -> None:
    served, _ = cut
    stranger = replace(served, credentials=Credentials(account="", key="cw_not_a_key"))
    done = run(stranger, language, f"{served.url}/api/v1", tmp_path / "video.mp4")
    assert done.returncode != 0
    assert not (tmp_path / "video.mp4").exists()
