"""Real rendering through broker, database and bucket: alone, and by several workers at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import av
import pytest

from renderer.backends.storage.s3.place import S3Place
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(600)]

FRAME = {"width": 256, "height": 448, "fps": 10}
"""Wide enough: below about 200 pixels, x264 itself varies its bytes from run to run (macroblock tree)."""


def video_by(rig: Rig, workers: int, into: Path) -> str:
    """Let `workers` workers make one video, saved as `into`; returns its digest."""
    with rig_running(rig):
        for number in range(workers):
            rig.start_worker(
                f"w{number}",
                queues="short.cpu,segments",
                STUB_REAL="1",
                STUB_CUT_SHORT="1",
                CLIPWRIGHT_ENCODER_THREADS="1",
            )
        for number in range(workers):
            rig.wait_for_worker(f"w{number}")
        caller = rig.account()
        job = caller.create("Why octopuses have three hearts")
        caller.wait(job, "completed", seconds=400)
        whole = caller.request("GET", f"/videos/{job}/download").content
        part = caller.request("GET", f"/videos/{job}/download", headers={"Range": "bytes=100-199"})
        assert (part.status_code, part.content) == (206, whole[100:200])
    into.write_bytes(whole)
    return hashlib.sha256(whole).hexdigest()


def test_several_workers_make_the_same_bytes_as_one(
    tmp_path: Path, postgres_server_url: str, rabbit: Server, swift_place: Callable[[], S3Place]
) -> None:
    digests: list[str] = []
    for workers in (1, 3):
        rig = Rig(
            folder=tmp_path / str(workers),
            database_url=fresh_database(postgres_server_url),
            broker_url=rabbit.url,
            place=swift_place(),
            settings={"CLIPWRIGHT_FRAME": json.dumps(FRAME)},
        )
        into = tmp_path / f"{workers}.mp4"
        digests.append(video_by(rig, workers, into))
        logs = "".join(rig.log(f"w{number}") for number in range(workers))
        assert "segments_offered" in logs
        assert ('"rendered": true' in logs) == (workers > 1)
    assert digests[0] == digests[1]
    with av.open(str(tmp_path / "3.mp4")) as container:
        frames = sum(1 for _ in container.decode(video=0))
        assert len(container.streams.audio) == 1
    assert frames > 100
