"""Checks with headless Chromium whether a file plays."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

PAGE = b"""<!doctype html><video id="v" muted src="play.mp4"></video><script>
const v = document.getElementById("v");
let told = false;
const tell = (facts) => {
  if (!told) { told = true; fetch("told", {method: "POST", body: JSON.stringify(facts)}); }
};
v.addEventListener("error", () => tell({error: v.error.message || v.error.code}));
v.addEventListener("timeupdate", () => { if (v.currentTime > 0.5) tell({
  width: v.videoWidth, height: v.videoHeight, duration: v.duration, at: v.currentTime,
  frames: v.getVideoPlaybackQuality().totalVideoFrames, audio: v.webkitAudioDecodedByteCount}); });
v.play();
</script>"""

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
    "--remote-debugging-port=0",
)


def chromium() -> str:
    """The browser's command; without a browser the test is skipped, or fails in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        if os.environ.get("CI"):
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed")
    return found


def played(video: Path, folder: Path, *, seconds: float = 60.0) -> dict[str, Any]:
    """Play half a second of the file in Chromium; returns the facts that the page reports."""
    answers: queue.Queue[dict[str, Any]] = queue.Queue()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _stage(video.read_bytes(), answers))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    command = [chromium(), *QUIET, f"--user-data-dir={folder / 'profile'}", address]
    browser = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return answers.get(timeout=seconds)
    finally:
        os.killpg(browser.pid, signal.SIGKILL)
        browser.wait()
        server.shutdown()
        server.server_close()


def _stage(film: bytes, answers: queue.Queue[dict[str, Any]]) -> type[BaseHTTPRequestHandler]:
    """A request handler that serves a page with the film, and receives the page's report."""

    class Stage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body, kind = (film, "video/mp4") if self.path.endswith(".mp4") else (PAGE, "text/html")
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        def do_POST(self) -> None:
            answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Stay silent."""

    return Stage
