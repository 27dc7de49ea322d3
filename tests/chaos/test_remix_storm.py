"""The chaos test of Remix: each preview and export ends once, minutes are exact, no line is paid twice.

Short by default (4 previews and 4 exports); `CHAOS_LONG=1` makes 15 of each in a storm of 200 seconds,
`CHAOS_SEED` repeats a storm.
"""

from __future__ import annotations

import os
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.chaos.remix_books import RemixBooks, SlowProviders
from tests.chaos.storm import Storm, Weather, check_nothing_left, check_struck
from tests.support.production.buckets import fresh_place
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server
from tests.support.production.swift import ACCESS_KEY, SECRET_KEY
from tests.support.remix.spoken_source import spoken_source

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(1500)]

QUEUES = "remix.cpu,segments"
STRIKING = ("worker killed", "worker's child killed", "worker stopped", "worker frozen")
"""Hits that may cut off the request for a line."""


def weather() -> Weather:
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10**6))
    if os.environ.get("CHAOS_LONG"):
        return Weather(seed=seed, jobs=15, workers=3, seconds=200, pause=(0.2, 1.0), outage=(0.5, 2.0))
    return Weather(seed=seed, jobs=4, workers=2, seconds=25, pause=(0.3, 1.2), outage=(0.5, 2.0))


def test_previews_and_exports_end_once_and_no_line_is_paid_twice(
    own_servers: dict[str, Server], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    today, paid = weather(), tmp_path / "paid"
    source = spoken_source(tmp_path / "source.mov", seconds=2.6, size=(256, 144), fps=15)
    with SlowProviders() as providers:
        rig = Rig(
            folder=tmp_path,
            database_url=fresh_database(own_servers["database"].url),
            broker_url=own_servers["broker"].url,
            place=fresh_place(own_servers["store"].url, access_key=ACCESS_KEY, secret_key=SECRET_KEY),
            settings={
                "CLIPWRIGHT_LEASE_SECONDS": "5",
                "CLIPWRIGHT_REDELIVER_SECONDS": "8",
                "CLIPWRIGHT_ENCODER_THREADS": "1",
                "CLIPWRIGHT_SPEECH_BASE_URL": providers.url,
                "CLIPWRIGHT_SPEAKERS": "openai",
                "CLIPWRIGHT_REMIX_SIDE": "144",
                "STUB_REAL": "1",
                "STUB_PAID": str(paid),
            },
        )
        with capsys.disabled():
            sys.stdout.write(f"\nstorm with seed {today.seed}: {today}\n")
        with rig_running(rig):
            storm = Storm(rig, own_servers, today, queues=QUEUES)
            books = RemixBooks(rig, providers, paid)
            for name in storm.names:
                storm.start_worker(name)
            books.open(today.jobs, source)
            with ThreadPoolExecutor() as beside:
                made = beside.submit(books.go)
                storm.blow()
                made.result()
            struck = sum(storm.hits[kind] for kind in STRIKING)
            outages = sum(count for kind, count in storm.hits.items() if kind.startswith("store "))
            check_struck(storm)
            figures = books.check(most_struck=struck, outages=outages)
            check_nothing_left(storm)
    with capsys.disabled():
        sys.stdout.write(f"hits: {dict(storm.hits)}\nfigures: {figures}\n")
