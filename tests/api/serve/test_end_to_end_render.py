"""From outside with the real renderer: create, poll, download with an interruption, play in a browser."""

from __future__ import annotations

import hashlib
import json
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from renderer.media.inspection.inspect import Expectation, inspect_video
from tests.api.served import Served, new_account, serving
from tests.support.browser import played

WIDTH, HEIGHT, FPS = 180, 320, 10


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("serve")
    with serving(
        folder,
        new_account(folder),
        CLIPWRIGHT_WORKER_COMMAND="[]",
        CLIPWRIGHT_FRAME=json.dumps({"width": WIDTH, "height": HEIGHT, "fps": FPS}),
        CLIPWRIGHT_ENCODER="libx264",
    ) as running:
        yield running


@pytest.mark.timeout(600)
def test_a_client_that_polls_as_told_gets_a_file_that_plays(served: Served, tmp_path: Path) -> None:
    status, _, body = served.call(
        "POST", "/api/v1/videos", {"topic": "Octopus hearts"}, **{"Idempotency-Key": "end-to-end-render-0001"}
    )
    assert status == 202, body
    video = served.wait_for(body["links"]["self"], "completed", "failed", seconds=400)
    assert video["status"] == "completed", (served.data_dir / "serve.log").read_text()[-3000:]
    assert video["progress"] == {"percent": 100, "stage": "completed", "detail": video["progress"]["detail"]}
    target = tmp_path / "video.mp4"
    link = video["links"]["download"]
    authorization = f"Authorization: Bearer {served.credentials.key}"
    cut = urllib.request.Request(link, headers=dict([authorization.split(": ", 1)]))  # noqa: S310 - our own service
    with urllib.request.urlopen(cut, timeout=10) as answer:  # noqa: S310 - our own service
        etag, total = answer.headers["ETag"], int(answer.headers["Content-Length"])
        target.write_bytes(answer.read(total // 3))
    curl = ["curl", "-sS", "--fail", "-H", authorization, "-C", "-", "-o", str(target), link]
    subprocess.run(curl, check=True, timeout=30)
    content = target.read_bytes()
    assert len(content) == total
    assert etag.strip(chr(34)) == hashlib.sha256(content).hexdigest()
    frames = round(video["output"]["duration_seconds"] * FPS)
    expected = Expectation(width=WIDTH, height=HEIGHT, fps=FPS, frame_count=frames)
    assert inspect_video(target, expected).passed
    assert served.call("GET", "/api/v1/usage")[2]["videos"]["used"] == 1
    facts = played(target, tmp_path)
    assert (facts["width"], facts["height"]) == (WIDTH, HEIGHT)
    assert abs(facts["duration"] - video["output"]["duration_seconds"]) < 0.1
    assert facts["frames"] >= 3
    assert facts["audio"] > 0
