"""Hostile files, uploaded and completed over HTTP, on a service with its real worker.

Each ends as a project or as a named refusal; no process crashes, no other file is read, no minute is lost.
Fifty files; five hundred with CHAOS_LONG:

    CHAOS_LONG=1 python -m pytest tests/services/test_hostile_uploads.py
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import psutil
import pytest

from tests.api.served import Served, new_account, serving
from tests.support.counted import counted_video
from tests.support.footage.hostile_files import good_files, makers
from tests.support.footage.watchmen import FileWatch, Listener
from tests.support.production.servers import wait_until
from tests.support.remix.caller import RemixCaller

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(3600)]

FILES = 500 if os.environ.get("CHAOS_LONG") else 50
AN_ACCOUNT = 25
"""Files per account, since an account's minutes do not suffice for all of them."""
REFUSALS = {"source_unreadable", "no_video", "source_too_long"}
TYPES = {".mp4": "video/mp4", ".mov": "video/quicktime", ".webm": "video/webm"}
LONGEST = 45.0
"""Seconds until an answer on a loaded machine; the probe itself has its own, shorter limit."""


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return counted_video(tmp_path / "canary.mp4", 10)


def hostile_files(folder: Path, address: str, canary: Path) -> list[tuple[str, Path]]:
    """Kind and path of each hostile file, made from seed 18."""
    rng, ways = np.random.default_rng(18), makers(address, canary)
    originals, names = good_files(folder), list(ways)
    found = []
    for number in range(FILES):
        way, ending = names[number % len(names)], list(TYPES)[int(rng.integers(3))]
        path = folder / f"{number}{ending}"
        path.write_bytes(ways[way](rng, originals[int(rng.integers(len(originals)))]) or b"0")
        found.append((way, path))
    return found


@contextmanager
def service(folder: Path) -> Iterator[Served]:
    worker = [sys.executable, "-m", "renderer.worker.process.embedded"]
    with serving(
        folder,
        new_account(folder),
        CLIPWRIGHT_WORKER_COMMAND=json.dumps(worker),
        CLIPWRIGHT_WORKSPACE=str(folder / "work"),
    ) as served:
        yield served


def outcome(caller: RemixCaller, path: Path) -> str:
    """What became of one file; fails on an answer that is neither a project nor a named refusal."""
    upload = caller.uploaded(path, TYPES[path.suffix])
    began = time.monotonic()
    answer = caller.complete(upload)
    assert time.monotonic() - began < LONGEST
    link = upload["links"]["project"]
    if answer.status_code == 202:
        found = caller.reaching(link, "uploading", "analysis_queued", "analysing", "ready", "failed")
        if found["phase"] == "failed":  # the service had stopped waiting for the probe by then
            assert found["failure"]["code"] in REFUSALS, found
            return str(found["failure"]["code"])
        assert caller.request("POST", f"{link}/cancel").status_code in {200, 202}
        ended = caller.reaching(link, "cancelled", "failed", seconds=60)
        if ended["phase"] == "failed":  # only its first picture decodes; the cancellation came too late
            assert ended["failure"]["code"] in REFUSALS, ended
        return "measured"
    told = answer.json()
    assert told["code"] in REFUSALS, told
    assert str(path.parent) not in answer.text
    return str(told["code"])


def outcomes(caller: RemixCaller, files: list[tuple[str, Path]]) -> list[str]:
    """Outcomes of some files under one account, whose minutes must add up at the end."""
    found = [outcome(caller, path) for _, path in files]
    used, reserved = caller.minutes()
    assert reserved == 0
    assert used <= found.count("measured")
    return found


def test_hostile_uploads_end_as_projects_or_named_refusals(
    tmp_path: Path, canary: Path, listener: Listener
) -> None:
    sources, place = tmp_path / "sources", tmp_path / "service"
    sources.mkdir()
    place.mkdir()
    files = hostile_files(sources, listener.address, canary)
    watch = FileWatch(canary)
    with service(place) as served:
        wait_until(lambda: len(parents_of(served)) > 1, seconds=60, what="the worker")
        parents = parents_of(served)
        parts = [files[at : at + AN_ACCOUNT] for at in range(0, FILES, AN_ACCOUNT)]
        callers = [RemixCaller(url=served.url, key=new_account(place).key) for _ in parts]
        with ThreadPoolExecutor(2) as both:
            ends = [end for part in both.map(outcomes, callers, parts) for end in part]
        assert parents_of(served) == parents, "neither the service nor its worker was started anew"
        assert not [one for one in psutil.Process().children(recursive=True) if "ffmpeg" in one.name()]
    assert not watch.touched()
    assert listener.visitors == 0
    watch.close()
    by_way = Counter((way, end) for (way, _), end in zip(files, ends, strict=True))
    sys.stderr.write(f"\n{FILES} files: {dict(Counter(ends))}\n")
    assert by_way[("pointing", "measured")] <= FILES // 16, "only references that are ignored leave a video"
    assert sum(count for (_, end), count in by_way.items() if end != "measured") >= FILES // 4


def parents_of(served: Served) -> set[int]:
    """Process ids of the service and of its direct children, one of which takes its jobs."""
    return {served.process.pid, *(child.pid for child in psutil.Process(served.process.pid).children())}
