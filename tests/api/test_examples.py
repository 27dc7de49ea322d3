"""The example clients against the true service, through a proxy that cuts downloads in the middle."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.api.scripted_worker import CONTENT
from tests.api.served import ROOT, Credentials, Served, free_port, new_account, serving

CUT_AFTER = 1_000_000
COMMANDS = {
    "curl": ["sh", "create_video.sh"],
    "python": [sys.executable, "create_video.py"],
    "javascript": ["node", "create_video.mjs"],
}


class CuttingProxy:
    """Hands bytes on; the first few connections that carry more than a million back are cut."""

    def __init__(self, target: int, *, cuts: int) -> None:
        self._target = target
        self._cuts_left = threading.Semaphore(cuts)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def cuts_left(self) -> bool:
        return self._cuts_left.acquire(blocking=False)

    def _accept(self) -> None:
        with self._listener:
            while True:
                try:
                    client, _ = self._listener.accept()
                except OSError:
                    return
                self._threads.append(threading.Thread(target=self._serve, args=(client,)))
                self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as upstream:
            forward = threading.Thread(target=self._pump, args=(client, upstream), kwargs={"limit": None})
            forward.start()
            self._pump(upstream, client, limit=CUT_AFTER)
            for end in (client, upstream):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            forward.join()

    def _pump(self, source: socket.socket, sink: socket.socket, *, limit: int | None) -> None:
        carried = 0
        with suppress(OSError):
            while chunk := source.recv(65536):
                sink.sendall(chunk)
                carried += len(chunk)
                if limit is not None and carried > limit and self.cuts_left():
                    return
            sink.shutdown(socket.SHUT_WR)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, CuttingProxy]]:
    """A service whose links lead through the proxy."""
    folder = tmp_path_factory.mktemp("examples")
    port = free_port()
    proxy = CuttingProxy(port, cuts=len(COMMANDS))
    given = {"CLIPWRIGHT_PUBLIC_URL": f"http://127.0.0.1:{proxy.port}"}
    with serving(folder, new_account(folder), port=port, **given) as served:
        yield served, proxy
    proxy.close()


def run(served: Served, language: str, base: str, target: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMANDS[language], base, 'The "Tunguska" event \\ 通古斯', str(target)],
        cwd=ROOT / "examples",
        env=os.environ | {"CLIPWRIGHT_API_KEY": served.credentials.key},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def test_the_examples_create_poll_and_download(proxied: tuple[Served, CuttingProxy], tmp_path: Path) -> None:
    served, proxy = proxied
    base = f"http://127.0.0.1:{proxy.port}/api/v1"
    with ThreadPoolExecutor(len(COMMANDS)) as pool:
        runs = {each: pool.submit(run, served, each, base, tmp_path / each) for each in COMMANDS}
    for language, future in runs.items():
        done = future.result()
        assert done.returncode == 0, done.stderr
        assert (tmp_path / language).read_bytes() == CONTENT
        assert served.credentials.key not in done.stdout + done.stderr
    assert not proxy.cuts_left()
    listed = served.call("GET", "/api/v1/videos")[2]["data"]
    assert [video["status"] for video in listed] == ["completed"] * 3


@pytest.mark.parametrize("language", COMMANDS)
def test_the_example_stops_at_a_refusal(
    proxied: tuple[Served, CuttingProxy], language: str, tmp_path: Path
) -> None:
    served, _ = proxied
    stranger = replace(served, credentials=Credentials(account="", key="cw_not_a_key"))
    done = run(stranger, language, f"{served.url}/api/v1", tmp_path / "video.mp4")
    assert done.returncode != 0
    assert not (tmp_path / "video.mp4").exists()
