"""Six cancellations at once, in every stage of a real film, on both sets of servers: one unit is given back.

All films share one script, and each resumes where the last was stopped, so together they cost about one film.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from api.db.database import Database
from api.jobs.phases import STAGES
from api.jobs.retention import Sweeper
from renderer.backends.storage.s3.place import S3Place
from renderer.clock import FakeClock
from tests.support.production.busy_machine import slowness
from tests.support.production.film_service import (
    FilmService,
    brokered_films,
    cancelled_at_once,
    embedded_films,
    meter,
)
from tests.support.production.servers import wait_until

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(400)]

TIMES = 6
SOON = 6.0
"""Seconds from the first cancellation until the film is cancelled and the worker is idle.

Three times what is promised, since other tests run at the same time; a stage here never ends by itself.
"""
WORKING = ["starting", *STAGES["long_form"]]
RELEASED = ("reserved", "released")
SETTLED = ("released", "released")
"""The end that a stopped worker reports; it leaves the unit released."""


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def films(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilmService]:
    folder: Path = tmp_path_factory.mktemp(request.param)
    if request.param == "sqlite":
        with embedded_films(folder) as service:
            yield service
        return
    bucket: Callable[[], S3Place] = request.getfixturevalue("swift_place")
    with brokered_films(
        folder,
        postgres_url=request.getfixturevalue("postgres_server_url"),
        broker_url=request.getfixturevalue("rabbit").url,
        place=bucket(),
    ) as service:
        yield service


def test_a_queued_film_is_cancelled_at_once_and_never_begun(films: FilmService) -> None:
    films.hold_in("adapt_script")
    before = films.order(films.neighbour)
    films.wait_for_stage(films.neighbour, before, "adapt_script")
    kept = meter(films.owner)
    film = films.order(films.owner)
    assert films.film(films.owner, film)["status"] == "queued"
    assert meter(films.owner) == (kept[0], kept[1] + 1, kept[2] - 1)
    _, answers = cancelled_at_once(films.owner, film, times=TIMES)
    assert [(each.status_code, each.json()["phase"]) for each in answers] == [(200, "cancelled")] * TIMES
    assert meter(films.owner) == kept
    assert films.unit_changes(film) == [RELEASED]
    assert films.film(films.neighbour, before)["status"] == "processing"
    cancelled_at_once(films.neighbour, before, times=1)
    films.wait_for(films.neighbour, before, "cancelled")
    # the worker takes the message of the cancelled film before that of the next one
    assert films.film(films.owner, film)["status"] == "cancelled"
    assert list(films.store.keys(f"videos/{film}/")) == []


@pytest.mark.parametrize("stage", WORKING)
def test_a_film_that_is_made_stops_soon_and_its_unit_goes_back_once(films: FilmService, stage: str) -> None:
    films.hold_in(stage)
    kept = meter(films.owner)
    film = films.order(films.owner)
    films.wait_for_stage(films.owner, film, stage)
    if stage == "publish_film":
        wait_until(lambda: bool(films.unfinished()), seconds=30, what="an upload under way")
    assert meter(films.owner) == (kept[0], kept[1] + 1, kept[2] - 1)

    began, answers = cancelled_at_once(films.owner, film, times=TIMES)
    assert [each.status_code for each in answers] == [200] * TIMES
    told = [(each.json()["status"], each.json()["phase"]) for each in answers]
    assert set(told) <= {("processing", "cancelling"), ("cancelled", "cancelled")}
    assert ("processing", "cancelling") in told
    assert meter(films.owner) == kept
    if stage == "starting":
        films.hold_in(WORKING[1])

    took, seen = stopped(films, film, began)
    sys.stderr.write(f"\n{stage}: stopped after {took:.2f} s\n")
    assert seen <= {("processing", "cancelling"), ("cancelled", "cancelled")}
    assert meter(films.owner) == kept
    assert films.unit_changes(film) == [RELEASED, SETTLED]
    nothing_is_left(films, film, stored=stage == "publish_film")
    assert took <= SOON * slowness()


def stopped(films: FilmService, film: str, began: float) -> tuple[float, set[tuple[str, str]]]:
    """Seconds until the film is cancelled and its worker idle, and the states that it showed until then."""
    seen: set[tuple[str, str]] = set()

    def is_over() -> bool:
        shown = films.film(films.owner, film)
        seen.add((shown["status"], shown["phase"]))
        return shown["status"] == "cancelled" and not films.scratch() and not films.rendering()

    wait_until(is_over, seconds=60, what=f"{film}: {films.log()[-3000:]}")
    return time.monotonic() - began, seen


def nothing_is_left(films: FilmService, film: str, *, stored: bool) -> None:
    """The store holds no part of the film, nobody can get it, and no sidecar is left after the grace period.

    Where the upload may have ended before the cancellation (`stored`), the film itself may be there until
    then.
    """
    # the part of a shared result that was under way is sent to its end first
    wait_until(lambda: not films.unfinished(), seconds=10 * slowness(), what="no upload under way")
    folder = f"videos/{film}/"
    assert stored or not [key for key in films.store.keys(folder) if key.endswith(".mp4")]
    assert films.owner.request("GET", f"/videos/{film}/download").status_code in {404, 409}
    assert films.film(films.owner, film)["links"]["download"] is None
    clock = FakeClock(instant=datetime.now(UTC) + timedelta(minutes=11))
    with closing(Database(films.database_url)) as database:
        Sweeper(database=database, store=films.store, clock=clock).run_once()
    assert list(films.store.keys(folder)) == []


def test_the_next_film_of_the_same_account_is_made(films: FilmService) -> None:
    """Cancelled films stay cancelled, and their unfinished work does not get in the way of the next."""
    films.hold_in("")
    used, reserved, remaining = meter(films.owner)
    film = films.order(films.owner)
    done = films.wait_for(films.owner, film, "completed", seconds=200)
    assert 660 <= done["output"]["duration_seconds"] <= 900
    assert meter(films.owner) == (used + 1, reserved, remaining - 1)
    assert films.unit_changes(film) == [("reserved", "used")]
    listed: list[dict[str, Any]] = films.owner.request("GET", "/videos?limit=100").json()["data"]
    assert {each["status"] for each in listed if each["id"] != film} <= {"cancelled"}
    _, answers = cancelled_at_once(films.owner, film, times=TIMES)
    assert {(each.status_code, each.json()["status"]) for each in answers} == {(200, "completed")}
    assert meter(films.owner) == (used + 1, reserved, remaining - 1)
