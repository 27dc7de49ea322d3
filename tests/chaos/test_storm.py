"""The chaos test: real stages on tiny videos, the product's own number of tries.

Short by default; `make chaos` runs the long form (60 jobs, two minutes).
`CHAOS_SEED` repeats a storm, `CHAOS_LONG=1` makes it long.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from renderer.backends.storage.s3.place import S3Place
from tests.chaos.storm import FPS, HEIGHT, WIDTH, Books, Storm, Weather, check_nothing_left, check_struck
from tests.support.production.buckets import fresh_place
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import RedisServer, Server
from tests.support.production.swift import ACCESS_KEY, SECRET_KEY

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(1500)]

SECONDS_PER_JOB = 12
"""Allows for real stages of one tiny video on a busy machine."""


def weather() -> Weather:
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10**6))
    if os.environ.get("CHAOS_LONG"):
        return Weather(seed=seed, jobs=60, workers=3, seconds=120)
    return Weather(seed=seed, jobs=12, workers=3, seconds=25, pause=(0.3, 1.2), outage=(0.5, 2.0))


def hits_of(seed: int, folder: Path) -> list[tuple[float, str]]:
    """The first 60 hits of a storm, whose servers need not be started for it."""
    place = S3Place(bucket="none")
    rig = Rig(folder=folder, database_url="none", broker_url="none", place=place)
    servers: dict[str, Server] = {"broker": RedisServer(folder / "redis")}
    dealt = Storm(rig, servers, Weather(seed=seed, jobs=1, workers=1, seconds=1)).deal()
    return list(islice(dealt, 60))


def test_a_seed_deals_the_same_hits_and_each_begins_with_the_api(tmp_path: Path) -> None:
    dealt = [hits_of(seed, tmp_path) for seed in range(12)]
    assert dealt == [hits_of(seed, tmp_path) for seed in range(12)]
    assert len({str(hits) for hits in dealt}) == len(dealt)
    assert {hits[0][1] for hits in dealt} == {"API killed"}
    assert {kind for hits in dealt for _, kind in hits} >= {"API frozen", "broker killed", "worker frozen"}


def test_nothing_is_lost_doubled_or_done_twice(
    own_servers: dict[str, Server], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    today = weather()
    place = fresh_place(own_servers["store"].url, access_key=ACCESS_KEY, secret_key=SECRET_KEY)
    rig = Rig(
        folder=tmp_path,
        database_url=fresh_database(own_servers["database"].url),
        broker_url=own_servers["broker"].url,
        place=place,
        settings={
            "CLIPWRIGHT_LEASE_SECONDS": "5",
            "CLIPWRIGHT_REDELIVER_SECONDS": "8",
            "CLIPWRIGHT_FRAME": json.dumps({"width": WIDTH, "height": HEIGHT, "fps": FPS}),
            "CLIPWRIGHT_ENCODER_THREADS": "1",
            "STUB_FEW_WORDS": "1",
        },
    )
    with capsys.disabled():
        sys.stdout.write(f"\nstorm with seed {today.seed}: {today}\n")
    with rig_running(rig):
        storm, books = Storm(rig, own_servers, today), Books(rig)
        for name in storm.names:
            storm.start_worker(name)
        rig.wait_for_worker(storm.names[0])
        books.open_accounts(today.jobs)
        with ThreadPoolExecutor() as beside:
            ordered = beside.submit(books.order, today.jobs, within=today.seconds / 2)
            storm.blow()
            ordered.result()
        books.wait(seconds=60 + SECONDS_PER_JOB * today.jobs)
        check_struck(storm)
        figures = books.check()
        check_nothing_left(storm)
    with capsys.disabled():
        sys.stdout.write(f"hits: {dict(storm.hits)}\nfigures: {figures}\n")
