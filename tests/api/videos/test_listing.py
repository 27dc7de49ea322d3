from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from api.db.tables import jobs
from api.jobs import repository
from api.videos import service as videos
from api.videos.schemas import CreateVideo
from renderer.contract.vocabulary import Source, Status
from tests.api.harness import START, Account, Service, problem


def fill(account: Account, count: int, *, later: timedelta = timedelta()) -> list[str]:
    """Insert rows into the table, many of them at the same instant; returns them newest first."""
    made = [
        videos.new_job(
            CreateVideo(topic=f"number {number}"),
            account.id,
            now=START + later + timedelta(seconds=number // 7),
            source=Source.DASHBOARD if number % 2 else Source.API,
        )
        for number in range(count)
    ]
    with account.service.services.database.write() as connection:
        for job in made:
            repository.insert(connection, job)
    return [str(job.id) for job in sorted(made, key=lambda job: (job.created_at, job.id), reverse=True)]


def pages(account: Account, limit: int, status: str = "") -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        query = (
            f"?limit={limit}"
            + (f"&status={status}" if status else "")
            + (f"&cursor={cursor}" if cursor else "")
        )
        body = account.get(f"/videos{query}").json()
        assert body["object"] == "list"
        assert body["has_more"] == (body["next_cursor"] is not None)
        assert len(body["data"]) <= limit
        found += [video["id"] for video in body["data"]]
        cursor = body["next_cursor"]
        if cursor is None:
            return found
        assert len(cursor) <= 2048


def test_an_empty_list(account: Account) -> None:
    assert account.get("/videos").json() == {
        "object": "list",
        "data": [],
        "has_more": False,
        "next_cursor": None,
    }


@pytest.mark.parametrize("limit", [1, 3, 20, 60, 61, 100])
def test_pages_of_any_size_join_to_the_whole_list(account: Account, limit: int) -> None:
    expected = fill(account, 60)
    assert pages(account, limit) == expected


def test_the_default_page_has_twenty(account: Account) -> None:
    expected = fill(account, 21)
    assert [video["id"] for video in account.get("/videos").json()["data"]] == expected[:20]


def test_rows_that_come_in_between_neither_repeat_nor_skip(account: Account) -> None:
    expected = fill(account, 30)
    first = account.get("/videos?limit=10").json()
    fill(account, 5, later=timedelta(hours=1))
    rest = account.get(f"/videos?limit=100&cursor={first['next_cursor']}").json()
    assert [video["id"] for video in first["data"] + rest["data"]] == expected


def test_only_ones_own_videos_are_listed(account: Account, service: Service) -> None:
    fill(service.account(), 5)
    mine = fill(account, 3)
    assert pages(account, 100) == mine


def test_filters_match_the_status_that_is_shown(account: Account, service: Service) -> None:
    queued, done, failed, old = (account.new_video() for _ in range(4))
    service.finish(old)
    service.clock.advance(days=3)
    service.finish(done)
    service.fail(failed)
    service.clock.advance(days=4)
    processing = account.new_video()
    service.claim(processing)
    expected = {
        "queued": [queued],
        "processing": [processing],
        "completed": [done],
        "failed": [failed],
        "cancelled": [],
        "expired": [old],
    }
    assert set(expected) == set(Status)
    for _ in ("before the sweep", "after it"):
        for status, ids in expected.items():
            listed = account.get(f"/videos?status={status}").json()["data"]
            assert [video["id"] for video in listed] == ids
            assert {video["status"] for video in listed} <= {status}
        service.services.sweeper.run_once()


def test_a_listed_video_is_the_retrieved_video(account: Account, service: Service) -> None:
    for _ in range(3):
        video_id = account.new_video()
        service.clock.advance(seconds=1)
    service.finish(video_id)
    for video in account.get("/videos").json()["data"]:
        assert video == account.video(video["id"])


def cursor_of(account: Account, query: str = "") -> str:
    return str(account.get(f"/videos?limit=1{query}").json()["next_cursor"])


def test_a_cursor_fits_only_its_account_and_its_filter(account: Account, service: Service) -> None:
    fill(account, 3)
    other = service.account()
    fill(other, 3)
    plain, filtered = cursor_of(account), cursor_of(account, "&status=queued")
    problem(other.get(f"/videos?cursor={plain}"), 400, "invalid_cursor")
    problem(account.get(f"/videos?status=queued&cursor={plain}"), 400, "invalid_cursor")
    problem(account.get(f"/videos?cursor={filtered}"), 400, "invalid_cursor")
    problem(account.get(f"/videos?status=failed&cursor={filtered}"), 400, "invalid_cursor")
    assert account.get(f"/videos?status=queued&limit=100&cursor={filtered}").status_code == 200


def test_a_cursor_expires(account: Account, service: Service) -> None:
    fill(account, 3)
    cursor = cursor_of(account)
    service.clock.advance(hours=24, microseconds=-1)
    assert account.get(f"/videos?cursor={cursor}").status_code == 200
    service.clock.advance(microseconds=1)
    problem(account.get(f"/videos?cursor={cursor}"), 400, "invalid_cursor")


def test_no_change_of_a_cursor_is_accepted(caller: Account) -> None:
    fill(caller, 3)
    cursor = cursor_of(caller)
    chance = random.Random(3)  # noqa: S311 - repeatable
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    changed = {
        cursor[:at] + letter + cursor[at + 1 :]
        for at, letter in ((chance.randrange(len(cursor)), chance.choice(alphabet)) for _ in range(150))
    } - {cursor}
    changed |= {cursor[:-1] + letter for letter in alphabet} - {cursor}
    changed |= {cursor[:-1], cursor + "A", cursor + "=", cursor + "%20", cursor.swapcase(), cursor * 2}
    forged = [b"", b"{}", uuid4().bytes, bytes(64), b'{"id": 1}' * 5, bytes(63), bytes(65)]
    changed |= {base64.urlsafe_b64encode(raw).decode().rstrip("=") for raw in forged}
    for each in changed:
        problem(caller.get(f"/videos?cursor={each}"), 400, "invalid_cursor")


@contextmanager
def counted_steps() -> Iterator[list[int]]:
    """Count the instructions that SQLite's virtual machine executes within the block."""
    steps = [0]
    watched: set[Any] = set()

    def step() -> int:
        steps[0] += 1
        return 0

    def watch(connection: sa.Connection, *_: object) -> None:
        raw: Any = connection.connection.driver_connection
        raw.set_progress_handler(step, 1)
        watched.add(raw)

    sa.event.listen(sa.Engine, "before_cursor_execute", watch)
    try:
        yield steps
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", watch)
        for raw in watched:
            raw.set_progress_handler(None, 1)


def crowd_in(service: Service, first: int, last: int) -> None:
    """Insert another account's queued videos, one second apart, in one statement."""
    one = videos.new_job(CreateVideo(topic="x"), service.account().id, now=START)
    row = {column.name: getattr(one, column.name) for column in jobs.c}
    rows = [
        row | {"id": uuid4(), "created_at": START + timedelta(seconds=number)}
        for number in range(first, last)
    ]
    with service.services.database.write() as connection:
        connection.execute(jobs.insert(), rows)


def test_asking_for_places_costs_no_more_however_long_the_queue_is(light: Service) -> None:
    account, costs = light.account(), []
    ids = fill(account, 100, later=timedelta(days=1))
    for first, last in ((0, 2_000), (2_000, 20_000)):
        crowd_in(light, first, last)
        with counted_steps() as one:
            assert account.video(ids[0])["queue"]["position"] == repository.LAST_POSITION
        with counted_steps() as many:
            assert len(account.get("/videos?limit=100").json()["data"]) == 100
        costs.append((one[0], many[0]))
    (one_before, many_before), (one_after, many_after) = costs
    assert one_before > repository.LAST_POSITION
    assert one_after == pytest.approx(one_before, rel=0.2)
    assert many_after == pytest.approx(many_before, rel=0.2)


def test_places_are_exact_up_to_the_last_that_is_told_and_counted_no_further(service: Service) -> None:
    account, crowd = service.account(), service.account()
    order, now = CreateVideo(topic="x"), service.clock.now()
    ahead = repository.LAST_POSITION + 20
    mine = {
        n: videos.new_job(order, account.id, now=now + timedelta(seconds=n))
        for n in (0, 500, 998, 999, ahead)
    }
    with service.services.database.write() as connection:
        for n in range(ahead):
            if n not in mine:
                repository.insert(connection, videos.new_job(order, crowd.id, now=now + timedelta(seconds=n)))
        for job in mine.values():
            repository.insert(connection, job)
    expected = {str(job.id): min(n + 1, repository.LAST_POSITION) for n, job in mine.items()}
    assert list(expected.values()) == [1, 501, 999, 1000, 1000]
    listed = account.get("/videos").json()["data"]
    assert {video["id"]: video["queue"]["position"] for video in listed} == expected
    assert {name: account.video(name)["queue"]["position"] for name in expected} == expected
    service.claim(str(mine[0].id))
    assert account.video(str(mine[500].id))["queue"]["position"] == 500
    assert account.video(str(mine[999].id))["queue"]["position"] == 999
    assert [video.get("queue", {}).get("position") for video in account.get("/videos").json()["data"]] == [
        1000, 999, 998, 500, None,
    ]  # fmt: skip
